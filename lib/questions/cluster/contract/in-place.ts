import { z } from 'zod'
import { evidence, nodeRange } from '@/lib/contract/common'
import { plannedEdit } from '@/lib/contract/planned-edit'
import { WORKER_STRATEGIES } from '@/lib/engine/kinds'
import { ownerCommand } from './maintenance'

const strategy = z.enum(WORKER_STRATEGIES)

export const inPlaceAnswer = z.strictObject({
  ...evidence,
  /** All pools, in their order. */
  pools: z.array(
    z.strictObject({
      name: z.string(),
      strategy,
      /** Whether its nodes stay. */
      inPlace: z.boolean(),
      /** What the strategy means. */
      text: z.string(),
      nodes: nodeRange,
      image: z.strictObject({ name: z.string(), version: z.string() }).nullable(),
      pending: z.boolean(),
      pendingText: z.string(),
      switches: z.array(
        z.strictObject({
          to: strategy,
          allowed: z.boolean(),
          text: z.string(),
          command: z.string().nullable(),
          /** The same as a plan has it; empty where it cannot be done. */
          edits: z.array(plannedEdit),
        }),
      ),
      /** Higher versions of its image, the lowest first. */
      targets: z.array(z.strictObject({ version: z.string(), fits: z.boolean(), text: z.string() })),
      /** How long an update of all nodes takes at most; null: as long as somebody takes to select them. */
      milliseconds: z.int().nullable(),
      figure: z.string(),
      /** For its nodes: only where somebody has to select them now. */
      commands: z.array(ownerCommand),
    }),
  ),
  /** Fields of a pool that is updated in place that cannot be changed. */
  fixed: z.array(z.string()),
  /** Operations that cannot be started while a pool is pending. */
  blockedOperations: z.array(z.string()),
  /** `ManualInPlaceWorkersUpdated` of `status.constraints`, in Gardener's words; null: it is not there. */
  constraint: z.strictObject({ status: z.string(), reason: z.string(), message: z.string() }).nullable(),
  /** What is known of the feature gate. */
  gate: z.string(),
  /** The annotation that lifts the block of pending pools. */
  force: z.strictObject({
    isSet: z.boolean(),
    text: z.string(),
    command: z.string(),
    /** The same as a plan has it; empty where it is set. */
    edits: z.array(plannedEdit),
  }),
})

export type InPlaceAnswer = z.infer<typeof inPlaceAnswer>
