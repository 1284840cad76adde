import { type ScaleLinear, scaleLinear } from 'd3-scale'
import { DAY, ms } from '@/lib/words/time-text'
import { addMonths, type CalendarUnit, type OffsetAt, unitBegin } from './calendar'

/**
 * The time scale: which share of a chart's width an instant is at, and back.
 * A range is a plain value, so it can be kept in the URL, compared and passed from server to browser.
 */

/** A stretch of time, left to right. `from` is before `to`; both in milliseconds since 1970-01-01T00:00:00Z. */
export interface TimeRange {
  readonly from: number
  readonly to: number
  /** The instant at which the scale changes: time before `at` takes so many percent of the width. Absent: it is one scale. */
  readonly turn?: { readonly at: number; readonly percent: number }
}

/** The place of an instant, in percent of the width: 0 at `from`, 100 at `to`, beyond that outside the chart. */
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
export function isInRange(range: TimeRange, at: number): boolean {
  return at >= range.from && at <= range.to
}

/** A percentage as CSS wants it: at most three digits after the point, so that server and browser print the same. */
export function css(percent: number): string {
  return `${Math.round(percent * 1000) / 1000}%`
}

/** The place of a stretch of time, as a style of what is drawn there. */
export function rangeStyle(range: TimeRange, { from, to }: Pick<TimeRange, 'from' | 'to'>) {
  const left = percentAt(range, from)
  return { left: css(left), width: css(percentAt(range, to) - left) }
}

/** The stretches of time that a range shows, cut to it. */
export function partsWithin<T extends Pick<TimeRange, 'from' | 'to'>>(
  range: TimeRange,
  all: readonly T[],
): readonly T[] {
  return all.flatMap((one) => {
    const [from, to] = [Math.max(one.from, range.from), Math.min(one.to, range.to)]
    return from < to ? [{ ...one, from, to }] : []
  })
}

interface Recorded {
  /** Null: nothing is recorded. */
  readonly since: string | null
  /** `until` null: it goes on. */
  readonly gaps: readonly { readonly from: string; readonly until: string | null }[]
}

/** What of a range was not recorded, in order. */
export function unrecorded({ since, gaps }: Recorded, range: TimeRange): readonly Pick<TimeRange, 'from' | 'to'>[] {
  return partsWithin(range, [
    { from: range.from, to: since === null ? range.to : ms(since) },
    ...gaps.map(({ from, until }) => ({ from: ms(from), to: until === null ? range.to : ms(until) })),
  ])
}

/** What part of time a chart shows: the whole range that matters, four zooms, and steps earlier and later. */

export type Zoom = '3m' | '6m' | '1y' | 'all'
export const zooms: readonly Zoom[] = ['3m', '6m', '1y', 'all']

/** Dates further away than these five years are cut at the edge of the whole range: one wrong year must not make all else unreadable. */
const FURTHEST_MONTHS = 60

/** The furthest that a range reaches around an instant. */
export function furthestRange(now: number, offsetAt: OffsetAt): TimeRange {
  return { from: addMonths(now, -FURTHEST_MONTHS, offsetAt), to: addMonths(now, FURTHEST_MONTHS, offsetAt) }
}

/**
 * Everything that has a date, in whole months: at least six months before `now` to fourteen after it, at most five years
 * around it.
 */
export function wholeRange(dates: readonly number[], now: number, offsetAt: OffsetAt): TimeRange {
  const bounds = furthestRange(now, offsetAt)
  let from = addMonths(now, -6, offsetAt)
  let to = addMonths(now, 14, offsetAt)
  for (const at of dates) {
    from = Math.min(from, Math.max(at, bounds.from))
    to = Math.max(to, Math.min(addMonths(at, 2, offsetAt), bounds.to))
  }
  return {
    from: unitBegin('month', from, offsetAt),
    to: addMonths(unitBegin('month', to, offsetAt), 1, offsetAt),
  }
}

const SHAPES: Readonly<Record<Exclude<Zoom, 'all'>, { before: number; months: number; snap: CalendarUnit }>> = {
  '3m': { before: 21 * DAY, months: 3, snap: 'week' },
  '6m': { before: 45 * DAY, months: 6, snap: 'month' },
  '1y': { before: 92 * DAY, months: 12, snap: 'month' },
}

/** The range of a zoom around `now`: mostly what is to come, a quarter of what has been. */
export function zoomRange(zoom: Zoom, now: number, whole: TimeRange, offsetAt: OffsetAt): TimeRange {
  if (zoom === 'all') return whole
  const { before, months, snap } = SHAPES[zoom]
  const from = unitBegin(snap, now - before, offsetAt)
  return movedInto({ from, to: addMonths(from, months, offsetAt) }, whole)
}

/** Earlier (-1) or later (1) by a quarter of what is shown, within the whole range. */
export function steppedRange(range: TimeRange, direction: -1 | 1, whole: TimeRange): TimeRange {
  const by = (direction * (range.to - range.from)) / 4
  return movedInto({ from: range.from + by, to: range.to + by }, whole)
}

/** A range of the same length around `now`, with a quarter of it before. */
export function rangeAround(range: TimeRange, now: number, whole: TimeRange): TimeRange {
  const length = range.to - range.from
  return movedInto({ from: now - length / 4, to: now - length / 4 + length }, whole)
}

const LEAST = 14 * DAY

/** One edge of the range moved to `at`, within the whole range and never closer than two weeks to the other edge. */
export function resizedRange(range: TimeRange, edge: 'from' | 'to', at: number, whole: TimeRange): TimeRange {
  return edge === 'from'
    ? { from: Math.min(Math.max(at, whole.from), range.to - LEAST), to: range.to }
    : { from: range.from, to: Math.max(Math.min(at, whole.to), range.from + LEAST) }
}

/** A range of the same length, `by` milliseconds later (earlier if negative). */
export function shifted(range: TimeRange, by: number): TimeRange {
  return { from: range.from + by, to: range.to + by }
}

/** The range moved, and only if it is too long shortened, so that it lies within `bounds`. */
export function movedInto(range: TimeRange, bounds: TimeRange): TimeRange {
  if (range.to - range.from >= bounds.to - bounds.from) return bounds
  if (range.from < bounds.from) return shifted(range, bounds.from - range.from)
  if (range.to > bounds.to) return shifted(range, bounds.to - range.to)
  return range
}
