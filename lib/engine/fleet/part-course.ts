import { isSameOutcome } from '@/lib/engine/outcomes'
import { fails, type Run } from '@/lib/engine/run'
import { firstDay, lastDay, momentOn, type Schedule } from '@/lib/engine/schedule'
import type { TransitionNode } from '@/lib/engine/transitions'
import type { Instant } from '@/lib/engine/types'
import { type Digest, digestOf } from './digest'

/** What happens to a shoot that has one pool alone: one maintenance, or several in a row that come out the same. */
export interface PartEvent {
  /** Days on which its windows begin, both included. */
  readonly first: number
  readonly last: number
  readonly digest: Digest
  /** Of the digest. */
  readonly number: number
  readonly fails: boolean
  /** What it is for shoots that have the pool among others, by its place among them; empty where nobody asked. */
  readonly elsewhere: (Digest | undefined)[]
}

/** In order of time: all maintenances that decide anything. */
export type PartCourse = readonly PartEvent[]

export interface PartCourseOptions {
  readonly from: Instant
  readonly to: Instant
  readonly numberOf: (digest: Digest) => number
}

/**
 * Between two instants; null where a maintenance is refused or broken off, which stops other pools: then what becomes of shoots
 * with several pools cannot be told from what becomes of each.
 */
export function partCourseOf(
  start: TransitionNode,
  schedule: Schedule,
  { from, to, numberOf }: PartCourseOptions,
): PartCourse | null {
  const events: PartEvent[] = []
  const end = lastDay(schedule, to)
  let node = start
  let day = firstDay(schedule, from)
  let previous: Run | null = null
  while (day <= end) {
    const { run, until, settled, next } = node.at(momentOn(schedule, day))
    const { kind, decided, specChanged, reported } = run
    if (kind !== 'done' || decided === null || decided.brokenOff) return null
    const last = settled ? Math.min(end, lastDay(schedule, until)) : day
    if (specChanged || reported) {
      const before = events.at(-1)
      if (before !== undefined && previous !== null && before.last === day - 1 && isSameOutcome(previous, run)) {
        events[events.length - 1] = { ...before, last }
      } else {
        const digest = digestOf({ run, before: node.carried }, node.subject.shoot)
        events.push({ first: day, last, digest, number: numberOf(digest), fails: fails(decided, []), elsewhere: [] })
      }
      previous = run
    }
    node = next
    day = last + 1
  }
  return events
}
