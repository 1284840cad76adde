import { z } from 'zod'
import { clock, eventKind, evidence, instant, objectName } from '@/lib/contract/common'

/** `GET /api/updates/nearest`: where the clock steps to. */
export const nearestUpdateQuery = z.strictObject({
  /** The update itself lies after (or before) it, never at it. Default: now. */
  from: instant.optional(),
  seen: clock.seen,
  /** `previous`: the last one before `from`, but not before now. */
  direction: z.enum(['next', 'previous']).default('next'),
  /** `forced`: only what is forced or fails. */
  only: z.enum(['forced']).optional(),
  /** Only of this cluster: both, or neither. */
  namespace: objectName.optional(),
  name: objectName.optional(),
})

export const nearestUpdateAnswer = z.strictObject({
  ...evidence,
  /** Null: there is none within the horizon. */
  update: z
    .strictObject({
      /** When its window begins. */
      at: instant,
      /** The gravest that begins then: fails, forced, auto, other. */
      kind: eventKind,
      /** How many clusters have a window that begins then and brings something of the kind. */
      clusters: z.int(),
    })
    .nullable(),
})
