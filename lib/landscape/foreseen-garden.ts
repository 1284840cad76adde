import { actsBetween, type ElapsedTime, type MemoizedProfiles } from '@/lib/engine/course'
import { ShootMover } from '@/lib/engine/outlook'
import { type MaintenanceSchedule, scheduleOf, windowOf } from '@/lib/engine/rules'
import type { Instant, Shoot } from '@/lib/engine/types'
import { profileKey, type Snapshot } from '@/lib/garden/garden'

/** Of a landscape for an instant that lies ahead: its shoots are not as they were read, but as the forecast has them then. */
export interface ForeseenGarden {
  /** Since when nothing is done. */
  readonly from: Instant
  /** The landscape as it was read. */
  readonly recorded: Snapshot
  /** Those of the windows that shoots have, each once. */
  readonly schedules: readonly MaintenanceSchedule[]
}

/** Moves shoots of a snapshot on, as the forecast has them. */
export function shootsMovedOn(
  { profiles }: Snapshot,
  move: ElapsedTime,
  memoized: MemoizedProfiles,
): (shoot: Shoot) => Shoot {
  const mover = new ShootMover(move, memoized)
  return (shoot) => {
    const profile = profiles.get(profileKey(shoot.profile))?.profile
    return profile === undefined ? shoot : mover.of(shoot, profile)
  }
}

/** What the landscape of a moved snapshot knows about how it came to be. */
export function foreseenFrom(recorded: Snapshot, from: Instant): ForeseenGarden {
  const windows = new Set(recorded.shoots.map(windowOf))
  return { from, recorded, schedules: [...windows].map((window) => scheduleOf(window, 'latestStart')) }
}

/** Whether it comes to the same from a later instant on: no window acted since. */
export function holdsFrom({ from, schedules }: ForeseenGarden, later: Instant): boolean {
  return from <= later && !schedules.some((schedule) => actsBetween(schedule, { from, to: later }))
}
