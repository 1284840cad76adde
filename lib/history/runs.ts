import { DAY } from '@/lib/engine/time'
import type { Instant } from '@/lib/engine/types'
import { type Gap, TOLERANCE } from './history'

/** A time in which the garden was followed, from its first sign of life to its last one. */
export interface Run {
  readonly begun: Instant
  readonly alive: Instant
}

/** What no run covers between the first and now; runs are given oldest first. A pause within the tolerance is none. */
export function gapsOf(runs: readonly Run[], now?: Instant): readonly Gap[] {
  const gaps: Gap[] = []
  for (const [i, { alive }] of runs.entries()) {
    const until = runs[i + 1]?.begun ?? null
    if ((until ?? now ?? alive) - alive > TOLERANCE) gaps.push({ from: alive, until })
  }
  return gaps
}

/** The gap that a moment lies in. */
export function gapAt(runs: readonly Run[], at: Instant): Gap | undefined {
  return gapsOf(runs, at).find(({ from, until }) => from < at && (until === null || at < until))
}

/** The last moment up to `at` at which the garden was followed. */
export function followedAt(runs: readonly Run[], at: Instant): Instant {
  const run = runs.findLast(({ begun }) => begun <= at)
  return Math.min(at, run?.alive ?? at)
}

/**
 * Before what everything is forgotten, where so many days are kept; null: nothing is. They are counted back from what was followed for
 * a day, with pauses of less than a day: a clock that is wrong for some hours makes nothing old.
 */
export function edgeOf(runs: readonly Run[], days: number): Instant | null {
  let end: Instant | undefined
  let begin = 0
  for (const run of runs.toReversed()) {
    if (end === undefined || begin - run.alive >= DAY) end = run.alive
    begin = run.begun
    if (end - begin >= DAY) return end - days * DAY
  }
  return null
}
