import type { SeenShoot } from '@/lib/engine/course'
import { DAY } from '@/lib/engine/time'
import type { Instant } from '@/lib/engine/types'

/** For how long it was known how a cluster is doing, and for how long of that a condition was not `True`; in milliseconds. */
export interface Health {
  readonly observed: number
  readonly unhealthy: number
}

/** From when to when something held. */
export interface Period {
  readonly from: Instant
  readonly to: Instant
}

/** How a cluster was doing in some time. One that sleeps, or of which nothing is reported, says nothing. */
export function healthIn(states: readonly SeenShoot[], { from, to }: Period): Health {
  let [observed, unhealthy] = [0, 0]
  for (const [i, { seen, value }] of states.entries()) {
    if (value === null || value.hibernated || value.lastOperation === undefined) continue
    const length = Math.min(states[i + 1]?.seen ?? to, to) - Math.max(seen, from)
    if (length <= 0) continue
    observed += length
    if (value.conditions !== undefined) unhealthy += length
  }
  return { observed, unhealthy }
}

export function sumOf(all: readonly Health[]): Health {
  return {
    observed: all.reduce((sum, one) => sum + one.observed, 0),
    unhealthy: all.reduce((sum, one) => sum + one.unhealthy, 0),
  }
}

/** For how long of a week a condition was not `True`, in milliseconds; null: it is not known of any time. */
export function perWeek({ observed, unhealthy }: Health): number | null {
  return observed === 0 ? null : (unhealthy / observed) * 7 * DAY
}

/** How a cluster was doing before and since. */
export interface HealthPair {
  readonly before: Health
  readonly since: Health
}

/** The mean of what clusters were like before and since, per week in milliseconds; null: there are none. */
export function meansOf(pairs: readonly HealthPair[]): { readonly before: number; readonly since: number } | null {
  if (pairs.length === 0) return null
  const mean = (of: (pair: HealthPair) => Health) =>
    pairs.reduce((sum, pair) => sum + (perWeek(of(pair)) ?? 0), 0) / pairs.length
  return { before: mean(({ before }) => before), since: mean(({ since }) => since) }
}

/**
 * The place of the one of at least three clusters without which the difference of the means is less than half of what it is, or turns
 * round; null: there is none.
 */
export function outlierOf(pairs: readonly HealthPair[]): number | null {
  const differences = pairs.map(({ before, since }) => (perWeek(since) ?? 0) - (perWeek(before) ?? 0))
  const sum = differences.reduce((all, one) => all + one, 0)
  if (pairs.length < 3 || sum === 0) return null
  const shares = differences.map((one) => (sum - one) / (pairs.length - 1) / (sum / pairs.length))
  const least = shares.reduce((a, b) => Math.min(a, b))
  return least < 0.5 ? shares.indexOf(least) : null
}

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
