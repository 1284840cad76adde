import type { CloudProfile, Instant } from '@/lib/engine/types'
import { isDeepEqual } from '@/lib/garden/deep-equal'
import type { ProfileEntry } from '@/lib/garden/garden'
import type { ObjectState } from '@/lib/history'
import { TimeSlice } from '@/lib/process/time-slice'
import { type Difference, differencesBetween } from './differences'

/** From one state of a profile to the next one that says anything else. */
export interface Change extends ObjectState<ProfileEntry> {
  /** From 1 on. */
  readonly number: number
  /** Null: there was no profile. */
  readonly before: ProfileEntry | null
  readonly differences: readonly (Difference | Existence)[]
}

/** Of the profile itself. */
export interface Existence {
  readonly kind: 'created' | 'deleted'
}

/** All changes that were recorded, oldest first; the first state is none. Each is computed when it is asked for. */
export function* changesIn(states: readonly ObjectState<ProfileEntry>[]): Generator<Change, undefined> {
  let number = 1
  let last: ProfileEntry | null = null
  for (const [i, state] of states.entries()) {
    const before: ProfileEntry | null = last
    last = state.value
    // It was so when recording began.
    if (i === 0 && state.after === null) continue
    const differences = differencesOf(before, state)
    if (differences.length > 0) yield { ...state, number: number++, before, differences }
  }
}

function differencesOf(before: ProfileEntry | null, { value, seen }: ObjectState<ProfileEntry>): Change['differences'] {
  if (before === null) return value === null ? [] : [{ kind: 'created' }]
  if (value === null) return [{ kind: 'deleted' }]
  const differences = differencesBetween(before.profile, value.profile, seen)
  // What it says of its own may come to the same.
  const isOther = differences.length === 0 && !isDeepEqual(before.overrides, value.overrides)
  return isOther ? [{ kind: 'other', edits: [] }] : differences
}

/** Whether a profile came to be other by its own words, and not by those of its parent. */
export function isOwnChange({ before, value }: Change): boolean {
  return value?.overrides === undefined || !isDeepEqual(before?.overrides, value.overrides)
}

/** What a profile said before a change; nothing where it was not there. */
export const NOTHING: CloudProfile = { kubernetes: [], machineImages: [], machineTypes: [] }

/** The last moment at which a change was not there yet: just before it was seen, or before the gap in which it came about. */
export function momentBefore({ seen, after }: Pick<Change, 'seen' | 'after'>): Instant {
  return after ?? seen - 1
}

/** The change that was seen at a moment, to the millisecond, which no other one of a profile was; undefined: none was. */
export async function changeAt(
  states: readonly ObjectState<ProfileEntry>[],
  moment: Instant,
): Promise<Change | undefined> {
  const slice = new TimeSlice()
  for (const change of changesIn(states)) {
    if (change.seen === moment) return change
    if (change.seen > moment) return undefined
    if (slice.isOver) await slice.pause()
  }
  return undefined
}
