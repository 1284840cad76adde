import { z } from 'zod'
import { instant, runningStage } from './common'

/** What may become known of a version in a profile, or of the settings of a cluster. */
export const knowledge = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('listed'), stage: runningStage, expires: instant.nullable() }),
  z.strictObject({ kind: z.literal('removed') }),
  z.strictObject({ kind: z.literal('stage'), stage: runningStage, expires: instant.nullable() }),
  z.strictObject({ kind: z.literal('expiry'), from: instant.nullable(), to: instant.nullable() }),
  z.strictObject({ kind: z.literal('expired') }),
  z.strictObject({ kind: z.literal('auto-update'), of: z.enum(['kubernetes', 'machineImage']), on: z.boolean() }),
  z.strictObject({ kind: z.literal('window'), from: z.string().nullable(), to: z.string().nullable() }),
])

/** With what had been said of a version already, when the sixty days or the record began. */
const known = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('stood'), stage: runningStage, expires: instant }),
  ...knowledge.options,
])

/** What became known of a part before it was updated. */
export const knownFact = z.strictObject({
  /** When it was seen; of what had been said already, since when that is known. */
  at: instant,
  /** Null for Kubernetes; absent where it is about the cluster. */
  image: z.string().nullable().optional(),
  version: z.string().optional(),
  fact: known,
})

export type KnownFact = z.infer<typeof knownFact>
