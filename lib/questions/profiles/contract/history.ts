import { z } from 'zod'
import { clock, evidence, gaps, instant, nodeRange, profileRef, wordedVersion, zoneName } from '@/lib/contract/common'
import { edits } from '@/lib/contract/edits'
import { STAGES } from '@/lib/engine/kinds'

/** `GET /api/history/cloudprofiles/[...ref]`: dates in texts are days of the zone. */
export const profileHistoryQuery = z.strictObject({ ...clock, zone: zoneName.optional() })

/**
 * `GET /api/history/effects/[...ref]`: `change` as the change itself has it, to the millisecond: several may be of one second. There is no
 * clock, as an effect is that of the change's own moment.
 */
export const changeEffectQuery = z.strictObject({ change: instant })

/** A stage as a profile states it; without classification and lifecycle Gardener treats a version as supported. */
const statedStage = z.enum([...STAGES, 'unclassified'])

/** When something was seen. */
const sighting = {
  seen: instant,
  /** If it happened while nothing was recorded: it happened between this instant and `seen`; null: it was seen as it happened. */
  after: instant.nullable(),
}

/** One thing that a change makes otherwise. */
export const profileDifference = z.strictObject({
  /** `life`: stages or expiry of a version. `other`: what no edit can make, e.g. machine types. `created`, `deleted`: the profile itself. */
  kind: z.enum([
    'added',
    'removed',
    'life',
    'imageAdded',
    'imageRemoved',
    'updateStrategy',
    'other',
    'created',
    'deleted',
  ]),
  /** `Kubernetes` or an image's name; null: neither. */
  what: z.string().nullable(),
  version: z.string().nullable(),
  /** Null on either side: there was or is none. Null as a whole: it is the same. */
  stage: z.strictObject({ before: statedStage.nullable(), after: statedStage.nullable() }).nullable(),
  expires: z.strictObject({ before: instant.nullable(), after: instant.nullable() }).nullable(),
  /** E.g. `1.34.6 expires 2027-01-21 instead of 2026-12-08`. */
  text: z.string(),
})

/** A change of a profile, as far as Almanac keeps it. */
export const profileChange = z.strictObject({
  ...sighting,
  /** The number of the change, from 1 on; 1 is the oldest that is recorded. */
  number: z.int(),
  /** The moment of the change to the millisecond, unique for the profile: for `GET /api/history/effects/[...ref]`. */
  change: instant,
  /** The user who applied it with Almanac, if this write is known; null: it was changed in another way, or the user may not know. */
  who: z.string().nullable(),
  /** Whether it was changed outside of Almanac; false: with it, or the user may not know. */
  isOutside: z.boolean(),
  /** Why, in their words; null: they gave no reason, or as with `who`. */
  reason: z.string().nullable(),
  /** The program that wrote the profile last, as the API server tells; null: it does not. */
  manager: z.string().nullable(),
  differences: z.array(profileDifference),
  /** An instant at which it was not there yet: for `?seen=`. Null: nothing was recorded at any, as it came in the second in which that began. */
  before: instant.nullable(),
  /**
   * Edits that take it back in today's profile, in the order to apply them in. Empty: there is nothing to take back any more, or
   * no edit does.
   */
  revert: edits,
})

/** A date at which a version was to expire, and for how long it stood there. */
const expiryDate = z.strictObject({
  /** Null: no expiry was set. */
  expires: instant.nullable(),
  /** The instant since which it holds; null: since before anything was recorded. */
  since: instant.nullable(),
  /** The number of the change that set it; null: it stood there before. */
  change: z.int().nullable(),
})

/** A version as it was recorded: also one that is not in the profile any more. */
export const recordedVersion = z.strictObject({
  ...wordedVersion,
  minor: z.string(),
  /** The stage at `at`; null: the version is not in the profile. */
  stage: statedStage.nullable(),
  expires: instant.nullable(),
  /** What came to pass and, from `at` on, what the profile says. Between two there is nothing where it changed unseen. */
  spans: z.array(z.strictObject({ stage: statedStage, from: instant.nullable(), to: instant.nullable() })),
  /** Every date at which it was to expire, oldest first. */
  dates: z.array(expiryDate),
  /** How often its date was moved from one to another, and how many days later in all (negative: earlier); null: never. */
  moved: z.strictObject({ times: z.int(), days: z.int(), change: z.int() }).nullable(),
  /** When it was removed. */
  removed: z.strictObject(sighting).nullable(),
  clusters: z.int(),
  projects: z.int(),
})

export const profileHistoryAnswer = z.strictObject({
  ...evidence,
  profile: profileRef,
  resourceVersion: z.string().nullable(),
  /** The first moment that is known of the garden; null: none. */
  recordedSince: instant.nullable(),
  /** When nothing was recorded since then, oldest first; `until` null: it has not ended. */
  gaps,
  /** Newest version first, Kubernetes before images. */
  versions: z.array(recordedVersion),
  /** Newest first. */
  changes: z.array(profileChange),
})

/** What a change did to what was ahead at its moment, of the clusters that were there then. */
export const changeEffectAnswer = z.strictObject({
  ...evidence,
  /** When the change was seen, to the millisecond. */
  change: instant,
  /** Clusters on the profile, then. */
  clusters: z.int(),
  /** The nodes of the pools that are rolled by the updates that it moved. */
  nodes: nodeRange,
  /** `41 clusters are now forced 44 days later` */
  text: z.string(),
})

export type ProfileHistoryAnswer = z.infer<typeof profileHistoryAnswer>

export type ProfileChangeBody = z.infer<typeof profileChange>

export type ProfileDifferenceBody = z.infer<typeof profileDifference>

export type RecordedVersionBody = z.infer<typeof recordedVersion>

export type ChangeEffectAnswer = z.infer<typeof changeEffectAnswer>
