import { movedOn } from '@/lib/engine/course'
import type { Shoot } from '@/lib/engine/types'
import type { Snapshot } from '@/lib/garden'
import { oncePer } from '@/lib/process/kept'
import { type FleetIndex, memoizedProfile } from './fleet-index'
import type { Member } from './roster'

/** The shoot of a member with everything that a page about it alone tells; see `FleetMove` for what lists leave out. */
export function wholeShoot(index: FleetIndex, { shoot, profile }: Pick<Member, 'shoot' | 'profile'>): Shoot {
  const { foreseen, at } = index
  const offered = memoizedProfile(index, profile)
  if (foreseen === undefined || offered === undefined) return shoot
  return movedOn(recordedShoot(index, shoot), offered, { from: foreseen.from, to: at })
}

/** A shoot of the index as it was read. */
export function recordedShoot({ snapshot, foreseen }: FleetIndex, shoot: Shoot): Shoot {
  return foreseen === undefined ? shoot : (recordedShoots(snapshot)(foreseen.recorded).get(shoot) ?? shoot)
}

const recordedShoots = oncePer((moved: Snapshot) =>
  oncePer(
    (recorded: Snapshot): ReadonlyMap<Shoot, Shoot> =>
      new Map(moved.shoots.map((shoot, i) => [shoot, recorded.shoots.at(i) ?? shoot])),
  ),
)
