import { z } from 'zod'
import {
  CHANGES_LENGTH,
  CHANGES_MOST,
  CONSTRAINT_LENGTH,
  FEW,
  FLAVORS_MOST,
  JSON_LEVELS,
  LIFECYCLE_MOST,
  VERSIONS_MOST,
} from '@/lib/engine/bounds'
import { imageIn, isEditable } from '@/lib/engine/edits'
import type { Json } from '@/lib/engine/json'
import { CLASSIFICATIONS, IMAGE_STRATEGIES } from '@/lib/engine/kinds'
import { instant, jsonValue, longText, oneOrTwoNames, profileRef, shallow, shortText } from './common'
import { MOST_EDITS } from './words'

const classification = z.enum(CLASSIFICATIONS)

/** Null: Kubernetes versions; else the name of a machine image. */
const image = shortText.nullable()

const stages = z.array(z.strictObject({ classification, startTime: instant.optional() })).max(LIFECYCLE_MOST)

/** What is known of a version's life: the legacy fields, or stages, which replace them. */
const life = {
  classification: classification.optional(),
  expirationDate: instant.optional(),
  lifecycle: stages.optional(),
}

const words = z.array(shortText).max(FEW)

/** A version that is added. The fields after `lifecycle` are for images; the API server's defaults fill what is left out. */
export const newVersion = z.strictObject({
  version: shortText,
  ...life,
  architectures: words.optional(),
  cri: z
    .array(z.strictObject({ name: shortText, containerRuntimes: words.optional() }))
    .max(FEW)
    .optional(),
  kubeletVersionConstraint: z.string().max(CONSTRAINT_LENGTH).optional(),
  capabilityFlavors: z.array(z.record(shortText, words)).max(FLAVORS_MOST).optional(),
  inPlaceUpdates: z.strictObject({ supported: z.boolean(), minVersionForUpdate: shortText.optional() }).optional(),
})

/**
 * One value that is put or, without `value`, taken out. Steps of `path` name fields or, in lists whose entries have a `name`, a `version`
 * or a `type`, the entry by it. Only what people write of a profile: its spec, labels and annotations.
 */
const valueChange = z
  .strictObject({
    path: z.array(longText).min(2).max(JSON_LEVELS).readonly(),
    value: shallow.pipe<z.ZodType<Json>>(jsonValue).optional(),
    /** The position of a new entry in its list; absent: at the end. */
    index: z.int().min(0).max(VERSIONS_MOST).optional(),
  })
  .refine(({ path }) => isEditable(path), 'only spec, metadata.labels and metadata.annotations can be edited')

/** The position in its list. If absent, a version goes to its place in the order of versions, an image to the end. */
const index = z.int().min(0).max(VERSIONS_MOST).optional()

/**
 * One edit of a profile. Edits of a list are applied one after the other; one that meets nothing that it could change is
 * reported and left out.
 */
export const edit = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('add'), image, entry: newVersion, index }),
  z.strictObject({ kind: z.literal('remove'), image, version: shortText }),
  /**
   * Null takes the classification away. For a version with lifecycle stages the stage begins at `from` (default: the answer's
   * `at`), and stages that it overtakes are dropped.
   */
  z.strictObject({
    kind: z.literal('classify'),
    image,
    version: shortText,
    classification: classification.exclude(['expired']).nullable(),
    from: instant.optional(),
  }),
  /**
   * Null takes the expiration away. For a version with lifecycle stages it is its `expired` stage. In a namespaced profile it
   * is an override, and null goes back to what the parent says.
   */
  z.strictObject({ kind: z.literal('expire'), image, version: shortText, expirationDate: instant.nullable() }),
  /** Replaces everything that is known of the version's life by these stages; null: nothing is known of it any more. */
  z.strictObject({ kind: z.literal('schedule'), image, version: shortText, lifecycle: stages.nullable() }),
  /** Replaces everything that is known of the version's life by these fields. */
  z.strictObject({ kind: z.literal('restore'), image, version: shortText, life: z.strictObject(life) }),
  /** Null, in a namespaced profile only: the parent's strategy again. */
  z.strictObject({
    kind: z.literal('strategy'),
    image: shortText,
    updateStrategy: z.enum(IMAGE_STRATEGIES).nullable(),
  }),
  z.strictObject({ kind: z.literal('addImage'), image: shortText, updateStrategy: z.enum(IMAGE_STRATEGIES), index }),
  /** Removes an image, only if it has no versions. */
  z.strictObject({ kind: z.literal('removeImage'), image: shortText }),
  /**
   * Anything else, by the values of the object: what has no edit of its own. `image`: the one whose entry all changes are about;
   * null: there is none.
   */
  z
    .strictObject({ kind: z.literal('yaml'), image, changes: z.array(valueChange).min(1).max(CHANGES_MOST).readonly() })
    .refine(({ image: of, changes }) => of === imageIn(changes), 'image must be the one that the changes are about')
    .refine(({ changes }) => JSON.stringify(changes).length <= CHANGES_LENGTH, 'is too long'),
])

export const edits = z.array(edit).max(MOST_EDITS)

/** A draft of edits of a profile: what is asked about is then answered without and with it. */
export const draft = z.strictObject({
  /** `aws`, or `garden-core/aws-ext` for a namespaced one. */
  profile: oneOrTwoNames,
  edits,
})

/** How a draft was understood. */
export const draftStanding = {
  profile: profileRef,
  /** Edits that could not be made, and are left out. */
  impossible: z.int(),
  /** Whether the API server would accept the profile as it is after all edits. */
  accepted: z.boolean(),
}

export type EditBody = z.infer<typeof edit>

export function isEdit(raw: unknown): raw is EditBody {
  return edit.safeParse(raw).success
}

export type NewVersionBody = z.infer<typeof newVersion>
