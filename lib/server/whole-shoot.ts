import { movedOn } from '@/lib/engine/course'
import type { Shoot } from '@/lib/engine/types'
import { type FleetIndex, memoizedProfile } from './fleet-index'
import { oncePer } from './kept'
import type { Member } from './roster'

/** The shoot of a member with everything that a page about it alone tells; see `FleetMove` for what lists leave out. */
export function wholeShoot(index: FleetIndex, { shoot, profile }: Pick<Member, 'shoot' | 'profile'>): Shoot {
  const { foreseen, at } = index
  const offered = memoizedProfile(index, profile)
  if (foreseen === undefined || offered === undefined) return shoot
  return movedOn(recordedShoot(index, shoot), offered, { from: foreseen.from, to: at })
}

/** A shoot of the index as it was read. */
export function recordedShoot(index: FleetIndex, shoot: Shoot): Shoot {
  return recordedShoots(index).get(shoot) ?? shoot
}

const recordedShoots: (index: FleetIndex) => ReadonlyMap<Shoot, Shoot> = oncePer(
  ({ snapshot, foreseen }) =>
    new Map(snapshot.shoots.map((shoot, i) => [shoot, foreseen?.recorded.shoots.at(i) ?? shoot])),
)
