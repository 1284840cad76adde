import { actsBetween, type MemoizedProfiles, type Move } from '@/lib/engine/course'
import { FleetMove } from '@/lib/engine/outlook'
import { type Schedule, scheduleOf, windowOf } from '@/lib/engine/rules'
import type { Instant, Shoot } from '@/lib/engine/types'
import { ChunkedList } from '@/lib/garden/chunked-list'
import { profileKey, type Snapshot } from '@/lib/garden/garden'
import { TimeSlice } from '@/lib/process/time-slice'

/** Of an index for an instant that lies ahead: its shoots are not as they were read, but as the forecast has them then. */
export interface Foreseen {
  /** Since when nobody acts. */
  readonly from: Instant
  /** The landscape as it was read. */
  readonly recorded: Snapshot
  /** Those of the windows that shoots have, each once. */
  readonly schedules: readonly Schedule[]
}

/** The snapshot with every shoot moved on as the forecast has it, letting other requests through now and then. */
export async function movedSnapshot(recorded: Snapshot, move: Move, profiles: MemoizedProfiles): Promise<Snapshot> {
  const fleet = new FleetMove(move, profiles)
  const shoots: Shoot[] = []
  const slice = new TimeSlice()
  for (const shoot of recorded.shoots) {
    const profile = recorded.profiles.get(profileKey(shoot.profile))?.profile
    shoots.push(profile === undefined ? shoot : fleet.of(shoot, profile))
    if (shoots.length % 64 === 0 && slice.isOver) await slice.pause()
  }
  return { ...recorded, shoots: ChunkedList.of(shoots) }
}

/** What the index of a moved snapshot knows about how it came to be. */
export function foreseenFrom(recorded: Snapshot, from: Instant): Foreseen {
  const windows = new Set(recorded.shoots.map(windowOf))
  return { from, recorded, schedules: [...windows].map((window) => scheduleOf(window, 'latestStart')) }
}

/** Whether it comes to the same from a later instant on: no window acted since. */
export function holdsFrom({ from, schedules }: Foreseen, later: Instant): boolean {
  return from <= later && !schedules.some((schedule) => actsBetween(schedule, { from, to: later }))
}
