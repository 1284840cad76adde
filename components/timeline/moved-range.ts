import type { TimeRange } from './scale'

/** The same length of time, `by` milliseconds later (earlier when negative). */
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
