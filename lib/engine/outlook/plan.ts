import type { TransitionNode } from '@/lib/engine/course'
import { foreseeFrom } from '@/lib/engine/course'
import type { Instant, Shoot } from '@/lib/engine/types'
import type { Digest, Digests } from './digest'

/** What is ahead of all shoots of a class whose windows are of one phase, by days; see `Phases`. */
export interface Plan {
  /** In order of time. */
  readonly entries: readonly PlanEntry[]
  readonly node: TransitionNode
}

/** One maintenance, or the first of several in a row that come out the same. */
export interface PlanEntry {
  /** On which its window begins. */
  readonly day: number
  readonly digest: Digest
}

/** `shoot`: any of them. */
export function planOf(node: TransitionNode, shoot: Shoot, from: Instant, to: Instant, digests: Digests): Plan {
  const { list } = foreseeFrom(node, shoot, { from, to })
  return { entries: list.map((foreseen) => ({ day: foreseen.day, digest: digests.of(foreseen, shoot) })), node }
}
