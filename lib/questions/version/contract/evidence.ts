import { z } from 'zod'
import { rulePart } from '@/lib/contract/apply'
import { clock, evidence, instant, profileRef, runningStage } from '@/lib/contract/common'
import { KIND_PROPERTIES } from '@/lib/engine/policy/evidence'

/** `GET /api/evidence/aws/kubernetes/1.36.2`: the path is that of `GET /api/versions/…`. */
export const promotionEvidenceQuery = z.strictObject({
  ...clock,
  /** A rule of one's own in the place of that of the policy: clusters at least, days at least, failed updates at most. */
  rule: z
    .string()
    .regex(/^\d{1,6},\d{1,4},\d{1,6}$/, 'must be three numbers: clusters, days and failed updates, e.g. 3,14,0')
    .optional(),
})

const cluster = { namespace: z.string(), name: z.string(), project: z.string() }

/** For how long of a week a condition was not `True`, in seconds; null: it is not known. */
const perWeek = z.int().nullable()

const updates = {
  /** To this version, as far as they were recorded. */
  updates: z.int(),
  /** Denied by the API server, or the last operation failed at it or after it. */
  failed: z.int(),
}

export const promotionEvidenceAnswer = z.strictObject({
  ...evidence,
  profile: profileRef,
  /** `Kubernetes` or the image's name. */
  what: z.string(),
  version: z.string(),
  stage: runningStage,
  /** Since when anything is recorded; null: nothing is. */
  since: instant.nullable(),
  /** Up to when it is told. */
  known: instant,
  /** Clusters of the profile that might run it, of those that whoever asks may see; `isCut`: there may be others. */
  among: z.int(),
  isCut: z.boolean(),
  clusters: z.strictObject({
    /** That have run it. */
    ran: z.int(),
    /** Of these: that run it now. */
    running: z.int(),
  }),
  /** When the first of them was seen on it; null: none was. */
  firstAt: instant.nullable(),
  /** False: some ran it when recording began, so there was more of it. */
  isWhole: z.boolean(),
  /** Of all of them together; time in which a cluster slept is left out. */
  clusterDays: z.number(),
  /** How that came together: at first, at the end of every day (UTC), and at last. `clusters`: how many ran it just then. */
  course: z.array(z.strictObject({ at: instant, clusters: z.int(), clusterDays: z.number() })),
  ...updates,
  /** In the order in which they began, the last 200. */
  order: z.array(z.strictObject({ ...cluster, at: instant, from: z.string(), failed: z.boolean() })),
  /** The rule, part by part; null: there is none. */
  rule: z
    .strictObject({
      origin: z.enum(['policy', 'asked']),
      parts: z.array(
        z.strictObject({
          part: rulePart,
          value: z.number(),
          limit: z.int(),
          isMet: z.boolean(),
        }),
      ),
    })
    .nullable(),
  /** By what clusters are told apart; `tried` of `clusters` have run it. */
  kinds: z.array(
    z.strictObject({ property: z.enum(KIND_PROPERTIES), value: z.string(), clusters: z.int(), tried: z.int() }),
  ),
  /** How many clusters are of some kind that nobody has tried. */
  untried: z.int(),
  health: z.strictObject({
    /** Clusters that were updated to it and of which both is known; `before`: in the seven days before. Null: there are none. */
    same: z.strictObject({ clusters: z.int(), before: z.int(), since: z.int() }).nullable(),
    /** The one of them that makes most of the difference, and what it is without it; null: none does. */
    outlier: z.strictObject({ ...cluster, before: z.int(), since: z.int() }).nullable(),
  }),
  /** Who ran it, in the order in which they came to it, the first 200. */
  items: z.array(
    z.strictObject({
      ...cluster,
      region: z.string().nullable(),
      purpose: z.string().nullable(),
      at: instant,
      /** `before`: it ran it when recording began. `made`: it, or a pool of it, was made with it. */
      arrival: z.enum(['before', 'made', 'updated']),
      /** What it was updated from; null: it was not. */
      from: z.string().nullable(),
      before: perWeek,
      since: perWeek,
      running: z.boolean(),
    }),
  ),
  /** What went wrong while they ran it, and updates to it that were denied; newest first, the last 200. */
  errors: z.array(
    z.strictObject({
      ...cluster,
      at: instant,
      /** Null: it is not over. */
      until: instant.nullable(),
      /** `denied`: the API server took nothing of it. `failed`: Gardener gave up. `error`: it tried again. */
      kind: z.enum(['denied', 'failed', 'error']),
      /** In the words of Gardener. */
      errors: z.array(z.strictObject({ description: z.string(), codes: z.array(z.string()) })),
    }),
  ),
  errorsTotal: z.int(),
  /** The version that it would replace; null: there is none. */
  predecessor: z
    .strictObject({
      version: z.string(),
      /** Since this version is known to be listed: its own updates, its health, and who ran it. */
      from: instant,
      clusters: z.int(),
      ...updates,
      /** Codes of the errors that failed, with how many of these updates had them. */
      codes: z.array(z.strictObject({ code: z.string(), updates: z.int() })),
      perWeek,
      /** When it was promoted itself, and where it stood then; `isWhole` false: there was more of it. Null: nobody saw that. */
      promoted: z.strictObject({ at: instant, clusterDays: z.number(), isWhole: z.boolean() }).nullable(),
    })
    .nullable(),
})

export type PromotionEvidenceAnswer = z.infer<typeof promotionEvidenceAnswer>
