import { z } from 'zod'
import { IMAGE_STRATEGIES } from '@/lib/engine/words'
import { clockQuery, evidence, instant, profileRef, stage } from './common'

/** A version as the profile lists it, with the API server's defaults. */
const listed = {
  version: z.string(),
  classification: stage.optional(),
  expirationDate: instant.optional(),
  lifecycle: z.array(z.strictObject({ classification: stage, startTime: instant.optional() })).optional(),
}

const listedKubernetes = z.strictObject(listed)

const listedImageVersion = z.strictObject({
  ...listed,
  architectures: z.array(z.string()),
  cri: z.array(z.strictObject({ name: z.string(), containerRuntimes: z.array(z.string()) })),
  kubeletVersionConstraint: z.string().optional(),
  capabilityFlavors: z.array(z.record(z.string(), z.array(z.string()))).optional(),
  inPlaceUpdates: z.strictObject({ supported: z.boolean(), minVersionForUpdate: z.string().optional() }).optional(),
})

/** What can be edited, in the order in which it is listed. */
export const profileLists = z.strictObject({
  /** Whether and how machines are described by capabilities: defaults of new versions depend on it. */
  machineCapabilities: z.array(z.strictObject({ name: z.string(), values: z.array(z.string()) })).optional(),
  kubernetes: z.array(listedKubernetes),
  images: z.array(
    z.strictObject({
      name: z.string(),
      updateStrategy: z.enum(IMAGE_STRATEGIES),
      versions: z.array(listedImageVersion),
    }),
  ),
})

/** `GET /api/workbench/NAME` and `/api/workbench/NAMESPACE/NAME`. */
export const sourceQuery = clockQuery

/** A profile as a draft of edits begins with it. */
export const sourceAnswer = z.strictObject({
  ...evidence,
  profile: profileRef,
  /** Whether whoever asks may change it. */
  mayEdit: z.boolean(),
  resourceVersion: z.string().nullable(),
  /** For a namespaced profile merged with its parent. */
  lists: profileLists,
  /** What a namespaced profile builds on. */
  parent: z.strictObject({ name: z.string(), lists: profileLists }).nullable(),
  /** Whole days that the policy named by `POLICY` leaves between deprecation and expiry; null: it says nothing of that kind. */
  notice: z.strictObject({ kubernetes: z.int().nullable(), images: z.int().nullable() }),
})

export type ProfileLists = z.infer<typeof profileLists>
export type SourceAnswer = z.infer<typeof sourceAnswer>
