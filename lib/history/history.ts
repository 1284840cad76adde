import { DAY } from '@/lib/engine/time'
import type { Instant, LastMaintenance, NamespacedName, Shoot } from '@/lib/engine/types'
import type { ObjectOf } from '@/lib/garden/changes'
import type { GardenKind, ObjectRef, Snapshot } from '@/lib/garden/garden'

/** What was known of a garden, and when. What it was is not asked of the garden again: it tells what it is. */
export interface History {
  /**
   * Takes note of what the garden showed at `seen`; call it after every change and, as a sign of life, every `BEAT` without one.
   * Returns at once: what is new is written later. A moment before the last one counts as the last one: it never goes back.
   * `isFollowed`: nothing happened unseen since the call before; left out, that is so when it was no longer ago than `TOLERANCE`.
   */
  record(snapshot: Snapshot, seen: Instant, isFollowed?: boolean): void
  /** The garden as it was known at a moment. Objects that are today what they were then are the very objects of today. */
  snapshotAt(seen: Instant): Promise<SnapshotAt>
  /**
   * How an object was, oldest first; as far back as it is kept: what it was at the first moment that is known has `after` null. Empty:
   * it was never seen.
   */
  statesOf<K extends GardenKind>(ref: ObjectRef & { readonly kind: K }): Promise<readonly ObjectState<ObjectOf[K]>[]>
  /**
   * How each of some shoots was since a moment, some of them at a time: what it was then comes first, as of that moment and with `after`
   * null. Those that were not there since are left out. It is read as it is walked.
   */
  shootsSince(from: Instant, isWanted: (place: NamespacedName) => boolean): AsyncIterable<readonly ShootStates[]>
  /** Every maintenance of every cluster that was seen first after `from` and not after `to`, oldest first. */
  maintenancesSeen(from: Instant, to: Instant): Promise<readonly MaintenanceSighting[]>
  /** The first moment that is known; null: none. */
  since(): Promise<Instant | null>
  /** When nothing was recorded since then, oldest first: what happened there is known by what was found after. */
  gaps(): Promise<readonly RecordingGap[]>
  state(): HistoryState
  /** Writes what waits, as far as that can be, and ends. */
  close(): Promise<void>
}

/** How often a sign of life is expected while nothing changes, in milliseconds. */
export const BEAT = 10_000
/** After so long without a sign of life nothing counts as followed, in milliseconds. */
export const TOLERANCE = 60_000

export type SnapshotAt =
  | {
      readonly kind: 'known'
      /** The snapshot. Its `observedAt` is the last moment up to `seen` at which it was known to be so. */
      readonly snapshot: Snapshot
      /** The gap in which `seen` lies, if it does: the snapshot is what was known before it. */
      readonly gap?: RecordingGap
      /** The instant since which anything is known. */
      readonly since: Instant
    }
  /** Nothing is known of that moment. `since` is the first moment of which anything is known, null: of none. */
  | { readonly kind: 'before'; readonly since: Instant | null }

export interface RecordingGap {
  readonly from: Instant
  /** Null: it has not ended. */
  readonly until: Instant | null
}

export interface ShootStates extends NamespacedName {
  /** Oldest first, at least one. */
  readonly states: readonly ObjectState<Shoot>[]
}

export interface Sighting {
  readonly seen: Instant
  /**
   * It came about between this moment and `seen`, while nothing was recorded; null: it was so already at the first moment that is known.
   * Absent: it was seen as it happened.
   */
  readonly after?: Instant | null
}

export interface ObjectState<T> extends Sighting {
  /** Null: it is gone. */
  readonly value: T | null
}

export interface MaintenanceSighting extends Sighting, NamespacedName {
  readonly maintenance: LastMaintenance
}

export interface HistoryState {
  /** Where it is kept: until the process ends, in `DATA_DIR`, or in the database. */
  readonly kept: 'process' | 'file' | 'database'
  /** How many changes wait to be written. */
  readonly waiting: number
  /** Up to which moment everything that was seen is written; null: nothing is. */
  readonly recorded: Instant | null
  /** Why something is not written: a sentence that may be told to all users; null: all is well. */
  readonly problem: string | null
}

/** A time in which the garden was followed, from its first sign of life to its last one. */
export interface RecordingRun {
  readonly begun: Instant
  readonly alive: Instant
}

/** What no run covers between the first and now; runs are given oldest first. A pause within the tolerance is none. */
export function gapsOf(runs: readonly RecordingRun[], now?: Instant): readonly RecordingGap[] {
  const gaps: RecordingGap[] = []
  for (const [i, { alive }] of runs.entries()) {
    const until = runs[i + 1]?.begun ?? null
    if ((until ?? now ?? alive) - alive > TOLERANCE) gaps.push({ from: alive, until })
  }
  return gaps
}

/** The gap that a moment lies in. */
export function gapAt(runs: readonly RecordingRun[], at: Instant): RecordingGap | undefined {
  return gapsOf(runs, at).find(({ from, until }) => from < at && (until === null || at < until))
}

/** The last moment up to `at` at which the garden was followed. */
export function followedAt(runs: readonly RecordingRun[], at: Instant): Instant {
  const run = runs.findLast(({ begun }) => begun <= at)
  return Math.min(at, run?.alive ?? at)
}

/**
 * Before what everything is forgotten, where so many days are kept; null: nothing is. They are counted back from what was followed for
 * a day, with pauses of less than a day: a clock that is wrong for some hours makes nothing old.
 */
export function edgeOf(runs: readonly RecordingRun[], days: number): Instant | null {
  let end: Instant | undefined
  let begin = 0
  for (const run of runs.toReversed()) {
    if (end === undefined || begin - run.alive >= DAY) end = run.alive
    begin = run.begun
    if (end - begin >= DAY) return end - days * DAY
  }
  return null
}
