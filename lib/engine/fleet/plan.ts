import type { Kind } from '@/lib/engine/course'
import { type Outcome, outcomesFrom } from '@/lib/engine/course'
import type { Instant, Shoot } from '@/lib/engine/types'
import type { Digest, Digests } from './digest'

/** What is ahead of all shoots of a kind whose windows are of one phase, by days; see `Phases`. */
export interface Plan {
  /** In order of time. */
  readonly entries: readonly PlanEntry[]
  readonly kind: Kind
}

/** One maintenance, or the first of several in a row that come out the same. */
export interface PlanEntry {
  /** On which its window begins. */
  readonly day: number
  readonly digest: Digest
}

/** `shoot`: any of them. */
export function planOf(kind: Kind, shoot: Shoot, from: Instant, to: Instant, digests: Digests): Plan {
  const { list } = outcomesFrom(kind.node, shoot, { from, to })
  return { entries: entriesOf(list, shoot, digests), kind }
}

/** `shoot`: any shoot that has the outcomes. */
export function entriesOf(list: readonly Outcome[], shoot: Shoot, digests: Digests): readonly PlanEntry[] {
  return list.map((outcome) => ({ day: outcome.day, digest: digests.of(outcome, shoot) }))
}
