import { actsBetween, type MemoizedProfiles } from '@/lib/engine/course'
import { ShootMover } from '@/lib/engine/outlook'
import { type MaintenanceSchedule, scheduleOf, windowOf } from '@/lib/engine/rules'
import type { Instant, Period, Shoot } from '@/lib/engine/types'
import { profileKey, type Snapshot } from '@/lib/garden/garden'

/** How a landscape at an instant that lies ahead was made: its shoots are not as they were read, but as the forecast has them then. */
export interface ForeseenGarden {
  /** From this instant on nothing is done by hand. */
  readonly from: Instant
  /** The garden as it was read. */
  readonly recorded: Snapshot
  /** The schedules of all maintenance windows that shoots have, each once. */
  readonly schedules: readonly MaintenanceSchedule[]
}

/** A function that moves shoots of a snapshot on to a later instant, as the forecast has them. */
export function shootsMovedOn(
  { profiles }: Snapshot,
  move: Period,
  memoized: MemoizedProfiles,
): (shoot: Shoot) => Shoot {
  const mover = new ShootMover(move, memoized)
  return (shoot) => {
    const profile = profiles.get(profileKey(shoot.profile))?.profile
    return profile === undefined ? shoot : mover.of(shoot, profile)
  }
}

/** Describes a landscape whose shoots were moved on. */
export function foreseenFrom(recorded: Snapshot, from: Instant): ForeseenGarden {
  const windows = new Set(recorded.shoots.map(windowOf))
  return { from, recorded, schedules: [...windows].map((window) => scheduleOf(window, 'latestStart')) }
}

/** Whether a foreseen garden would be the same from a later instant on: no maintenance window has acted since. */
export function holdsFrom({ from, schedules }: ForeseenGarden, later: Instant): boolean {
  return from <= later && !schedules.some((schedule) => actsBetween(schedule, { from, to: later }))
}
