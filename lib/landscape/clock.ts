import { isPinnable } from '@/lib/contract/dates'
import type { Instant } from '@/lib/engine/types'
import type { Snapshot } from '@/lib/garden'
import { InvalidQuery } from '@/lib/process/errors'

/** The instant that an answer is computed for, in whole seconds, and whether the reader pinned it. */
export interface AnswerMoment {
  readonly at: Instant
  readonly pinned: boolean
}

/**
 * The instant of `?at=`, else `now`. Fractions of a second are cut off, because answers tell whole seconds and must be
 * right for exactly the instant that they tell. Throws `InvalidQuery` outside of the years 2000 to 2199.
 */
export function momentOf(at: string | undefined, now: Instant = Date.now()): AnswerMoment {
  return { at: instantOfParameter('at', at, now), pinned: at !== undefined }
}

/** The instant until which a snapshot is known to be true: now, or for a snapshot of the past when it was seen. In whole seconds. */
export function nowOf({ seen }: Pick<Snapshot, 'seen'>): Instant {
  return seen ?? wholeSeconds(Date.now())
}

/** The instant that a parameter names, in whole seconds; `otherwise` where it is left out. Throws as `momentOf` does. */
export function instantOfParameter(field: string, text: string | undefined, otherwise: Instant): Instant {
  return wholeSeconds(text === undefined ? otherwise : exactInstantOf(field, text))
}

/** As `instantOf`, to the millisecond, for what is told of something that was seen at that very moment. */
export function exactInstantOf(field: string, text: string): Instant {
  const instant = Date.parse(text)
  if (!isPinnable(instant)) throw new InvalidQuery([{ field, reason: 'must lie in the years 2000 to 2199' }])
  return instant
}

/** An instant that is told in whole seconds, e.g. by `?seen=`, stands for all of its second: what was seen within it was known. */
export const REST_OF_SECOND = 999

export function wholeSeconds(instant: Instant): Instant {
  return Math.floor(instant / 1000) * 1000
}
