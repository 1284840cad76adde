import type { WindowBody } from '@/lib/contract/common'
import type { Fact } from '@/lib/contract/dates'
import { fixedZone } from '@/lib/contract/zone'
import { windowTrouble } from '@/lib/engine/explain/obstacles'
import { oncePer } from '@/lib/engine/once'
import { nextWindow, offsetOf, parseWindow } from '@/lib/engine/rules'
import type { ForecastStep, Instant, MaintenanceTimeWindow, WindowOccurrence } from '@/lib/engine/types'

/** An occurrence, beside the offset of the window that it is of. */
export function clusterWindow(
  { begin, latestStart, end }: ForecastStep['window'],
  window: MaintenanceTimeWindow | undefined,
): Fact<WindowBody> {
  return { begin, latestStart, end, offset: window === undefined ? fixedZone(0) : readOf(window).zone }
}

/** Most clusters share a window with others: what is read from it is read once. */
const readOf = oncePer((window: MaintenanceTimeWindow) => {
  const daily = parseWindow(window)
  const ahead = offsetOf(window)
  return {
    daily,
    zone: fixedZone(ahead),
    text: daily.parsed ? `${clock(daily.begin / 60 + ahead)}–${clock(daily.end / 60 + ahead)}` : null,
    trouble: windowTrouble(window)?.kind ?? null,
  }
})

/** The first occurrence of a window from an instant on. */
export function occurrenceFrom(window: MaintenanceTimeWindow | undefined, at: Instant): WindowOccurrence {
  return nextWindow(window === undefined ? parseWindow(null) : readOf(window).daily, at)
}

/** `22:00–23:00` in the window's own offset; null without a readable window. */
export function windowText(window: MaintenanceTimeWindow | undefined): string | null {
  return window === undefined ? null : readOf(window).text
}

/** What is wrong with a window; null: nothing, or there is none. */
export function windowTroubleKind(window: MaintenanceTimeWindow | undefined) {
  return window === undefined ? null : readOf(window).trouble
}

function clock(minutes: number): string {
  const day = ((Math.floor(minutes) % 1440) + 1440) % 1440
  return [Math.floor(day / 60), day % 60].map((n) => String(n).padStart(2, '0')).join(':')
}
