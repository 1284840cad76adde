import type { TransitionNode } from '@/lib/engine/course'
import { foreseeFrom, ownStep } from '@/lib/engine/course'
import { fails } from '@/lib/engine/rules'
import type { Instant, Shoot } from '@/lib/engine/types'
import type { Digest, Digests } from './digest'

/** What happens to a shoot that has one pool alone: one maintenance, or several in a row that come out the same. */
export interface PartEvent {
  /** Days on which its windows begin, both included. */
  readonly first: number
  readonly last: number
  readonly digest: Digest
  readonly fails: boolean
  /** What it is for shoots that have the pool among others, by its place among them; empty where nobody asked. */
  readonly elsewhere: (Digest | undefined)[]
}

/** In order of time: all maintenances that decide anything. */
export type PartCourse = readonly PartEvent[]

export interface PartCourseOptions {
  readonly from: Instant
  readonly to: Instant
  readonly digests: Digests
}

/**
 * Between two instants, in the windows of a shoot; null where a maintenance is refused or broken off, which stops other
 * pools: then what becomes of shoots with several pools cannot be told from what becomes of each.
 */
export function partCourseOf(
  part: TransitionNode,
  shoot: Shoot,
  { from, to, digests }: PartCourseOptions,
): PartCourse | null {
  let isStopped = false
  const { list } = foreseeFrom(part, shoot, { from, to }, (node, at) => {
    const step = ownStep(node, at)
    const { kind, decided } = step.run
    if (kind !== 'done' || decided === null || decided.stop !== null) isStopped = true
    return step
  })
  if (isStopped) return null
  return list.flatMap((foreseen): PartEvent[] => {
    const { decided, specChanged, reported } = foreseen.run
    // Only that an earlier failure is over is not about the pool.
    if (!specChanged && !reported) return []
    const digest = digests.of(foreseen, part.subject.shoot)
    const { day: first, lastDay: last } = foreseen
    const isFailing = decided !== null && fails(decided, [])
    return [{ first, last, digest, fails: isFailing, elsewhere: [] }]
  })
}
