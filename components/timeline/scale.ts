import { type ScaleLinear, scaleLinear } from 'd3-scale'

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
export function percentAt(range: TimeRange, at: number): number {
  return scaleOf(range)(at)
}

/** The instant at so many percent of the width; the inverse of `percentAt`. */
export function instantAt(range: TimeRange, percent: number): number {
  return scaleOf(range).invert(percent)
}

function scaleOf({ from, to, turn }: TimeRange): ScaleLinear<number, number> {
  return scaleLinear()
    .domain(turn === undefined ? [from, to] : [from, turn.at, to])
    .range(turn === undefined ? [0, 100] : [0, turn.percent, 100])
}

/** Whether an instant is on the chart; both edges are. */
export function isWithin(range: TimeRange, at: number): boolean {
  return at >= range.from && at <= range.to
}

/** A percentage as CSS wants it: at most three digits after the point, so that server and browser print the same. */
export function css(percent: number): string {
  return `${Math.round(percent * 1000) / 1000}%`
}
