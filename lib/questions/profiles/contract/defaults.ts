import { z } from 'zod'
import {
  clock,
  evidence,
  instant,
  objectName,
  oneOrTwoNames,
  profileRef,
  shortText,
  stage,
} from '@/lib/contract/common'
import { SHOOT_RULES } from '@/lib/engine/refusal'

/** `GET /api/defaults`: what a new cluster would get. What is left out, or named in part, the API server fills in. */
export const defaultsQuery = z.strictObject({
  ...clock,
  /** `aws`, or `garden-core/aws-ext` for a namespaced one. */
  profile: oneOrTwoNames,
  /** When the cluster is created; default: `at`. */
  date: instant.optional(),
  /** `1.33.6`, `1.33`, `1`; default: left out. */
  kubernetes: shortText.optional(),
  /** Default: the profile's first machine type of the architecture. */
  machineType: shortText.optional(),
  /** Default: that of the machine type, else amd64. */
  architecture: objectName.optional(),
  /** Default: left out. */
  image: shortText.optional(),
  /** `15.6.20260801`, `15.6`, `15`; default: left out. */
  imageVersion: shortText.optional(),
})

/** A version that somebody would get, as it is on that date. */
export const defaultVersion = z.strictObject({ version: z.string(), stage, expires: instant.nullable() })

const gets = {
  gets: defaultVersion.nullable(),
  /** Why the API server refuses it; null: it does not. */
  refused: z.string().nullable(),
}

export const defaultsAnswer = z.strictObject({
  ...evidence,
  profile: profileRef,
  date: instant,
  /** The cluster that was asked for, with one pool. */
  asked: z.strictObject({
    kubernetes: z.string().nullable(),
    machineType: z.string().nullable(),
    architecture: z.string(),
    image: z.string().nullable(),
    imageVersion: z.string().nullable(),
  }),
  outcome: z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('created'),
      kubernetes: defaultVersion,
      image: z.strictObject({ name: z.string(), ...defaultVersion.shape }),
    }),
    z.strictObject({
      kind: z.literal('refused'),
      errors: z.array(z.strictObject({ field: z.string(), rule: z.enum(SHOOT_RULES), text: z.string() })),
    }),
  ]),
  /** What each way to ask for Kubernetes gives: nothing (null), then each minor, newest first. */
  kubernetes: z.array(z.strictObject({ asked: z.string().nullable(), ...gets })),
  /** The same for each image that is named without a version, by architecture. */
  images: z.array(z.strictObject({ image: z.string(), architecture: z.string(), ...gets })),
})

export type DefaultsAnswer = z.infer<typeof defaultsAnswer>

export type DefaultVersion = z.infer<typeof defaultVersion>
