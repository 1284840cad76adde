import type { WindowBody } from '@/lib/contract'
import type { ForecastStep, MaintenanceTimeWindow } from '@/lib/engine/types'
import { parseWindow } from '@/lib/engine/window'
import { onWire } from './clock'

/** One occurrence of a window as answers tell it, with the offset that its owner wrote (UTC without one). */
export function windowBody(occurrence: ForecastStep['window'], window: MaintenanceTimeWindow | undefined): WindowBody {
  return {
    begin: onWire(occurrence.begin),
    latestStart: onWire(occurrence.latestStart),
    end: onWire(occurrence.end),
    offset: sign(offsetOf(window)),
  }
}

/** `22:00–23:00` in the window's own offset; null without a readable window. */
export function windowText(window: MaintenanceTimeWindow | undefined): string | null {
  const daily = parseWindow(window ?? null)
  if (!daily.parsed) return null
  const ahead = offsetOf(window)
  return `${clock(daily.begin / 60 + ahead)}–${clock(daily.end / 60 + ahead)}`
}

/** Minutes that the window's own clock, that of its begin, is ahead of UTC. */
export function offsetOf(window: MaintenanceTimeWindow | undefined): number {
  if (window === undefined || !parseWindow(window).parsed) return 0
  const [, sign, hours, minutes] = /([+-])(\d\d)(\d\d)$/.exec(window.begin) ?? []
  const ahead = Number(hours ?? 0) * 60 + Number(minutes ?? 0)
  return sign === '-' ? -ahead : ahead
}

function sign(minutes: number): string {
  const size = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}

function clock(minutes: number): string {
  const day = (((Math.floor(minutes) % 1440) + 1440) % 1440)
  return `${two(Math.floor(day / 60))}:${two(day % 60)}`
}

function two(number: number): string {
  return String(number).padStart(2, '0')
}
