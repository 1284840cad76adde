import type { WindowBody } from '@/lib/contract'
import { onWire } from '@/lib/contract/dates'
import { offsetText } from '@/lib/engine/explain'
import { offsetOf, parseWindow } from '@/lib/engine/rules'
import { MINUTE } from '@/lib/engine/time'
import type { ForecastStep, Instant, MaintenanceTimeWindow } from '@/lib/engine/types'

/** One occurrence of a window as answers tell it, with the offset that its owner wrote (UTC without one). */
export function windowBody(occurrence: ForecastStep['window'], window: MaintenanceTimeWindow | undefined): WindowBody {
  return {
    begin: onWire(occurrence.begin),
    latestStart: onWire(occurrence.latestStart),
    end: onWire(occurrence.end),
    offset: offsetText(offsetOf(window)),
  }
}

/** `22:00–23:00` in the window's own offset; null without a readable window. */
export function windowText(window: MaintenanceTimeWindow | undefined): string | null {
  const daily = parseWindow(window ?? null)
  if (!daily.parsed) return null
  const ahead = offsetOf(window)
  return `${clock(daily.begin / 60 + ahead)}–${clock(daily.end / 60 + ahead)}`
}

/** `22:00` on a clock that is so many minutes ahead of UTC. */
export function clockText(at: Instant, ahead: number): string {
  return clock(at / MINUTE + ahead)
}

function clock(minutes: number): string {
  const day = ((Math.floor(minutes) % 1440) + 1440) % 1440
  return [Math.floor(day / 60), day % 60].map((n) => String(n).padStart(2, '0')).join(':')
}
