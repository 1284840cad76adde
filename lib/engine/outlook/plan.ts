import type { ShootClass } from '@/lib/engine/course'
import { type ForeseenMaintenance, foreseeFrom } from '@/lib/engine/course'
import type { Instant, Shoot } from '@/lib/engine/types'
import type { Digest, Digests } from './digest'

/** What is ahead of all shoots of a class whose windows are of one phase, by days; see `Phases`. */
export interface Plan {
  /** In order of time. */
  readonly entries: readonly PlanEntry[]
  readonly shootClass: ShootClass
}

/** One maintenance, or the first of several in a row that come out the same. */
export interface PlanEntry {
  /** On which its window begins. */
  readonly day: number
  readonly digest: Digest
}

/** `shoot`: any of them. */
export function planOf(shootClass: ShootClass, shoot: Shoot, from: Instant, to: Instant, digests: Digests): Plan {
  const { list } = foreseeFrom(shootClass.node, shoot, { from, to })
  return { entries: entriesOf(list, shoot, digests), shootClass }
}

/** `shoot`: any shoot that they are foreseen for. */
function entriesOf(list: readonly ForeseenMaintenance[], shoot: Shoot, digests: Digests): readonly PlanEntry[] {
  return list.map((foreseen) => ({ day: foreseen.day, digest: digests.of(foreseen, shoot) }))
}
