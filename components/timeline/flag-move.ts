import { DAY } from './calendar'
import type { TimeRange } from './scale'

/**
 * Where a flag may be moved to. It goes by whole days and keeps its time of day, as an expiry at 23:59:59 UTC is meant to
 * stay one. All in milliseconds.
 */

/**
 * So many days later (earlier when negative), but only as far as the limits allow; both limits can be reached only if they lie
 * whole days away. A flag beyond its limits may come back, but goes no further out.
 */
export function movedByDays(at: number, days: number, limits: TimeRange): number {
  const most = Math.max(0, Math.floor((limits.to - at) / DAY))
  const least = Math.min(0, Math.ceil((limits.from - at) / DAY))
  return at + Math.min(Math.max(Math.trunc(days), least), most) * DAY
}

/** Where the flag is after a drag by so many pixels on a chart of so many: at the nearest whole day. */
export function draggedBy(
  at: number,
  pixels: number,
  chart: { readonly width: number; readonly range: TimeRange },
  limits: TimeRange,
): number {
  if (chart.width <= 0) return at
  const days = ((pixels / chart.width) * (chart.range.to - chart.range.from)) / DAY
  return movedByDays(at, Math.round(days), limits)
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  PageDown: -30,
  PageUp: 30,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

/** Where a key leads, null for a key that moves nothing: arrows a day (a week with shift), pages 30 days, Home and End to the limits. */
export function keyedTo(at: number, key: string, isShift: boolean, limits: TimeRange): number | null {
  const days = STEPS[key]
  if (days === undefined) return null
  return movedByDays(at, isShift && Math.abs(days) === 1 ? days * 7 : days, limits)
}
