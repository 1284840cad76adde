/**
 * The time scale: which share of a chart's width an instant is at, and back.
 * A range is a plain value, so it can be kept in the URL, compared and passed from server to browser.
 */

/** A stretch of time, left to right. `from` is before `to`; both in milliseconds since 1970-01-01T00:00:00Z. */
export interface TimeRange {
  readonly from: number
  readonly to: number
  /** Where the scale changes: time before `at`, an instant within, takes so many percent of the width. Absent: it is one scale. */
  readonly turn?: { readonly at: number; readonly percent: number }
}

/** Where an instant lies, in percent of the width: 0 at `from`, 100 at `to`, beyond that outside the chart. */
export function percentAt({ from, to, turn }: TimeRange, at: number): number {
  if (turn === undefined) return ((at - from) / (to - from)) * 100
  return at < turn.at
    ? ((at - from) / (turn.at - from)) * turn.percent
    : turn.percent + ((at - turn.at) / (to - turn.at)) * (100 - turn.percent)
}

/** The instant at so many percent of the width of a range with one scale; the inverse of `percentAt`. */
export function instantAt(range: TimeRange, percent: number): number {
  return range.from + (percent / 100) * (range.to - range.from)
}

/** Whether an instant is on the chart; both edges are. */
export function isWithin(range: TimeRange, at: number): boolean {
  return at >= range.from && at <= range.to
}

/** A percentage as CSS wants it: at most three digits after the point, so that server and browser print the same. */
export function css(percent: number): string {
  return `${Math.round(percent * 1000) / 1000}%`
}
