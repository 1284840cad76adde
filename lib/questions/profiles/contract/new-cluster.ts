import { z } from 'zod'
import { clock, evidence, instant, namedVersion, profileRef, shortText, stage } from '@/lib/contract/common'

/** `GET /api/new-cluster/aws`: what a new cluster of a profile gets, on every day of the next 12 months `at`. */
export const newClusterQuery = z.strictObject({
  ...clock,
  /** The machine type of the pool for which images are told; default: the first one of the profile that may be used. */
  machineType: shortText.optional(),
  /** The Kubernetes version as it is written, for the images: `1.33.6`, `1.33`, `1`; default: left out. */
  kubernetes: shortText.optional(),
  /** A container runtime besides containerd, e.g. `gvisor`. */
  runtime: shortText.optional(),
})

const form = z.enum(['omitted', 'partial', 'full'])

/** What holds for a while: a version, or why not. Both ends belong to it; `to` null: to the end of what is told. */
const span = z.strictObject({
  from: instant,
  to: instant.nullable(),
  got: z
    .strictObject({
      ...namedVersion,
      stage,
      /** The highest version beyond it that is meant as well, and is not taken. */
      passedOver: z.strictObject({ version: z.string(), stage }).nullable(),
    })
    .nullable(),
  /** The position of the refusal in `refusals`; null: it is accepted. */
  refusal: z.int().nullable(),
  /** The API server filled in what was left out, and refuses just that: why, in a few words. Null: that is not so. */
  defaulted: z.string().nullable(),
  /**
   * The version that is written is in the profile, but has expired or is not available yet. It became that just after `from` (null:
   * it always was) and is it until `to` (null: for good). Null: that is not so.
   */
  inactive: z.strictObject({ stage, from: instant.nullable(), to: instant.nullable() }).nullable(),
})

export const newClusterAnswer = z.strictObject({
  ...evidence,
  profile: profileRef,
  resourceVersion: z.string().nullable(),
  /** The end of the year; sooner where the profile has more versions, and changes of them, than an answer can tell. */
  until: instant,
  /** How many ways to write are not in the lists below, which have the newest of a profile of very many versions. */
  leftOut: z.strictObject({ kubernetes: z.int(), images: z.int() }),
  asked: z.strictObject({
    /** Null: the profile has none. */
    machineType: z.string().nullable(),
    architecture: z.string(),
    kubernetes: z.string().nullable(),
    runtime: z.string().nullable(),
  }),
  /** Container runtimes that some image has besides containerd. */
  runtimes: z.array(z.string()),
  /** The ways to write a Kubernetes version (null: nothing), newest first. */
  kubernetes: z.array(z.strictObject({ asked: z.string().nullable(), form, spans: z.array(span) })),
  /** The ways to write an image of the pool, in the order of the profile. */
  images: z.array(
    z.strictObject({ image: z.string().nullable(), version: z.string().nullable(), form, spans: z.array(span) }),
  ),
  /** Machine types between which the profile makes no difference, and what each image (null: left out) gives without a version. */
  types: z.array(
    z.strictObject({
      architecture: z.string(),
      capabilities: z.array(z.strictObject({ name: z.string(), values: z.array(z.string()) })),
      usable: z.boolean(),
      names: z.array(z.string()),
      cells: z.array(z.strictObject({ image: z.string().nullable(), spans: z.array(span) })),
    }),
  ),
  refusals: z.array(
    z.strictObject({
      text: z.string(),
      /** Whether that is what the API server says, word for word; else it is a sentence of ours. */
      verbatim: z.boolean(),
    }),
  ),
  /** The instants after which some answer is another one. */
  changes: z.array(instant),
})

export type NewClusterQuery = z.infer<typeof newClusterQuery>

export type NewClusterAnswer = z.infer<typeof newClusterAnswer>
