import { z } from 'zod'
import { clock, evidence, instant, runningStage } from '@/lib/contract/common'
import { OBJECT_KINDS, PROTOCOL } from '@/lib/contract/landscapes'
import type { Route } from '@/lib/contract/route'

/** `GET /api/landscapes/standing?page=/versions/aws/kubernetes/1.34.4`: `page` is the path of a page, without the search. */
export const standingQuery = z.strictObject({
  ...clock,
  page: z.string().max(2000).startsWith('/', 'must be the path of a page, e.g. /versions/aws/kubernetes/1.34.4'),
})

/** What it does not say is left out of it: another release may say more. */
export const standingAnswer = z.object({
  ...evidence,
  /** The version of the protocol between landscapes: a landscape with another number cannot be read. */
  protocol: z.literal(PROTOCOL),
  /** Clusters of this landscape that the user may see; `isCut`: there may be others. */
  clusters: z.int(),
  isCut: z.boolean(),
  /** The highest version of Gardener that works on them; null: none says one. */
  gardener: z.string().nullable(),
  /** What the page is about; null: it is about the whole landscape, or about nothing that is in every landscape. */
  object: z
    .object({
      kind: z.enum(OBJECT_KINDS),
      /** Null: it is not here, or the user may not see it. */
      found: z
        .object({
          /** For a version: what the profile says of it. For a cluster: the stage of the Kubernetes version that it runs. */
          stage: runningStage.nullable(),
          /** The instant since which it has this stage, as far as the profile has dates. */
          since: instant.nullable(),
          /** The number of clusters that run or use it; null: it is a cluster. */
          clusters: z.int().nullable(),
          /** For a cluster: the Kubernetes version that it runs. */
          version: z.string().nullable(),
        })
        .nullable(),
      /** Of a profile and a version: the highest version of the same that is listed and not unavailable; null: there is none. */
      newest: z.string().nullable(),
    })
    .nullable(),
})

export type StandingAnswer = z.infer<typeof standingAnswer>

export const standingRoute = {
  name: 'GET /api/landscapes/standing',
  summary: 'What this landscape says of the object of a `page`; pages of the landscapes in `LANDSCAPES` may ask it too',
  query: standingQuery,
  answer: standingAnswer,
} as const satisfies Route
