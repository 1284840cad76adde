import { DAY } from '@/lib/engine/time'
import type { Instant } from '@/lib/engine/types'
import type { Period } from './health'

/** The time that clusters ran something, all of theirs together, up to an instant; in milliseconds. */
export function clusterTime(stays: readonly Period[], until: Instant): number {
  return stays.reduce((sum, { from, to }) => sum + Math.max(0, Math.min(to, until) - from), 0)
}

export interface CoursePoint {
  readonly at: Instant
  /** How many ran it just then. */
  readonly clusters: number
  /** Up to then, in milliseconds. */
  readonly time: number
}

/** How that came together: at the first moment, at the end of every day (UTC), and at `to`. Empty: nothing ran it. */
export function courseOf(stays: readonly Period[], to: Instant): CoursePoint[] {
  const ends = [
    ...stays.map(({ from }) => ({ at: from, by: 1 })),
    ...stays.flatMap((stay) => (stay.to < to ? [{ at: stay.to, by: -1 }] : [])),
  ].sort((a, b) => a.at - b.at)
  const [first] = ends
  if (first === undefined) return []
  const moments = [first.at]
  for (let day = Math.floor(first.at / DAY + 1) * DAY; day < to; day += DAY) moments.push(day)
  if (to > first.at) moments.push(to)
  let [next, clusters, time, at] = [0, 0, 0, first.at]
  return moments.map((moment) => {
    for (let end = ends[next]; end !== undefined && end.at <= moment; end = ends[++next]) {
      time += clusters * (end.at - at)
      at = end.at
      clusters += end.by
    }
    time += clusters * (moment - at)
    at = moment
    return { at: moment, clusters, time }
  })
}
