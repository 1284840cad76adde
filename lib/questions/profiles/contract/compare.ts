import { z } from 'zod'
import { clock, evidence, oneOrTwoNames, profileRef } from '@/lib/contract/common'
import { offeredVersion } from '@/lib/contract/lifecycle'
import { IMAGE_STRATEGIES, OWN_PARTS, VERSION_DIFFERENCES } from '@/lib/engine/kinds'

/** `aws`, or `garden-core/aws-ext` for a namespaced one. */

/** `GET /api/compare?a=aws&b=gcp`: two profiles beside each other, version by version. */
export const compareQuery = z.strictObject({ ...clock, a: oneOrTwoNames, b: oneOrTwoNames })

const profile = z.strictObject({
  ref: profileRef,
  /** Namespaced profiles: the CloudProfile it builds on. */
  parent: z.string().nullable(),
  resourceVersion: z.string().nullable(),
  clusters: z.int(),
})

const strategy = z.enum(IMAGE_STRATEGIES).nullable()

/** A version that at least one of them lists. */
const comparedVersion = z.strictObject({
  version: z.string(),
  /** `1.33` for Kubernetes, the grouping minor for images. */
  minor: z.string(),
  /** As each of them offers it; null: it does not list it. */
  a: offeredVersion.nullable(),
  b: offeredVersion.nullable(),
  /** Clusters that run it on the profile that does not list it. */
  unlisted: z.int(),
  /** What matters most first; empty: both say the same of it. Stages that were over before `at` do not count. */
  differences: z.array(z.enum(VERSION_DIFFERENCES)),
  /** What the namespaced one does with it; null: neither builds on the other, or only the parent lists it. */
  own: z.enum(OWN_PARTS).nullable(),
})

export const compareAnswer = z.strictObject({
  ...evidence,
  a: profile,
  b: profile,
  /** Which of them builds on the other; null: neither does. */
  child: z
    .strictObject({
      side: z.enum(['a', 'b']),
      /** Ends that it gives versions, and of which nothing comes, as whole sentences. */
      idle: z.array(z.string()),
      /** Machine types that it adds, or says anew. */
      machineTypes: z.array(z.string()),
    })
    .nullable(),
  /** Kubernetes, then each image that one of them has. */
  lists: z.array(
    z.strictObject({
      /** `Kubernetes` or the image's name. */
      what: z.string(),
      /** How far automatic updates of the image go; null: of Kubernetes, and where a profile does not have the image. */
      updateStrategies: z.strictObject({ a: strategy, b: strategy }),
      /** Newest first. */
      versions: z.array(comparedVersion),
    }),
  ),
})

export type CompareAnswer = z.infer<typeof compareAnswer>
