import type { MemoizedProfile } from '@/lib/engine/course'
import type { DEVIATION_REASONS } from '@/lib/engine/kinds'
import type { Instant, ProfileRef, Shoot } from '@/lib/engine/types'

/** What something was from a moment on, until the next one. */
export interface KnownState<T> {
  readonly seen: Instant
  /** Null: it was gone. */
  readonly value: T | null
}

/** What was known of one cluster, and when. Both lists are oldest first. */
export interface ClusterRecord {
  readonly shoots: readonly KnownState<Shoot>[]
  readonly profilesOf: (ref: ProfileRef) => readonly KnownState<MemoizedProfile>[]
}

/** Why a forecast was not right, and when that came about; null: no moment is known for it. */
export interface Deviation {
  readonly reason: (typeof DEVIATION_REASONS)[number]
  readonly at: Instant | null
}

/** What is known of it at a moment; null: nothing, or it is gone. */
export function knownAt<T>(states: readonly KnownState<T>[], at: Instant): T | null {
  return states.findLast(({ seen }) => seen <= at)?.value ?? null
}
