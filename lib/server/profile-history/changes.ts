import type { CloudProfile, Instant } from '@/lib/engine/types'
import { isDeepEqual } from '@/lib/garden/deep-equal'
import type { ProfileEntry } from '@/lib/garden/garden'
import type { ObjectState } from '@/lib/history'
import { Stint } from '../stint'
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

/** The wire has whole seconds: what was seen within one was known in it. */
export const REST_OF_SECOND = 999

/** What a profile said before a change; nothing where it was not there. */
export const NOTHING: CloudProfile = { kubernetes: [], machineImages: [], machineTypes: [] }

/** The change that followed on an instant; undefined: none did. */
export async function changeAfter(
  states: readonly ObjectState<ProfileEntry>[],
  at: Instant,
): Promise<Change | undefined> {
  const stint = new Stint()
  for (const change of changesIn(states)) {
    if (change.seen > at + REST_OF_SECOND || change.after === at) return change
    if (stint.isOver) await stint.pause()
  }
  return undefined
}
