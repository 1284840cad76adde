import { z } from 'zod'
import { evidence, instant, nodeRange, window } from '@/lib/contract/common'
import { plannedEdit } from '@/lib/contract/planned-edit'
import { poolEffect } from '@/lib/contract/steps'
import {
  CHECK_VERDICTS,
  COMPONENTS,
  MAINTENANCE_OUTCOMES,
  TASK_KINDS,
  TASK_STATES,
  WORKER_STRATEGIES,
} from '@/lib/engine/kinds'

/** One part of a maintenance. */
const maintenanceTask = z.strictObject({
  kind: z.enum(TASK_KINDS),
  state: z.enum(TASK_STATES),
  /** The part whose version changes; null: something else happens. */
  component: z.enum(COMPONENTS).nullable(),
  /** Null as well: the control plane. */
  pool: z.string().nullable(),
  /** `Control plane`, `Pool web, image`, `Operation annotation` */
  what: z.string(),
  /** The version before, with the name of an image; null if no version changes. */
  from: z.string().nullable(),
  /** Null as well: there is no version to move to, or the part is not come to. */
  to: z.string().nullable(),
  /** Whether it stays although there may be a version to move to: the images end before it. */
  stays: z.boolean(),
  /** What it is about where no version changes, e.g. `rotate-ssh-keypair`. */
  note: z.string(),
  /** Gardener's own words; null where it has none. */
  reason: z.string().nullable(),
  /** What it means, in whole sentences; empty where the reason says it. */
  text: z.string(),
  /** Pools that are touched. */
  effects: z.array(poolEffect),
  /** Whether API server and controllers restart for it. */
  restarts: z.boolean(),
})

/** Something that decides whether it takes place, and what of it. */
const maintenanceCheck = z.strictObject({
  verdict: z.enum(CHECK_VERDICTS),
  title: z.string(),
  text: z.string(),
})

/** A command for kubectl; `edits`: the same as a plan has it, empty where it changes nothing of the shoot. */
const ownerCommand = z.strictObject({
  title: z.string(),
  text: z.string(),
  command: z.string(),
  edits: z.array(plannedEdit),
})

const shootEvent = z.strictObject({
  /** `Normal`, `Warning` */
  type: z.string(),
  reason: z.string(),
  message: z.string(),
  count: z.int(),
  /** When it happened last; null: it does not say. */
  at: instant.nullable(),
  by: z.string().nullable(),
})

export const maintenanceAnswer = z.strictObject({
  ...evidence,
  /** The next window, or the one that is open. */
  window,
  outcome: z.enum(MAINTENANCE_OUTCOMES),
  /** What Gardener will write into `status.lastMaintenance.failureReason`, or into an event alone; null: nothing fails. */
  failureReason: z.string().nullable(),
  /** The last maintenance on record failed with just these words; null: it did not. */
  asLast: instant.nullable(),
  /** The tasks in the order in which Gardener does them. */
  tasks: z.array(maintenanceTask),
  checks: z.array(maintenanceCheck),
  /** How long work on nodes may take, in milliseconds; null: none is replaced or updated. */
  worstCase: z
    .strictObject({
      /** The time for all pools, which are rolled at the same time; null: it takes until an operator has selected the nodes. */
      milliseconds: z.int().nullable(),
      window: z.int(),
      pools: z.array(z.strictObject({ pool: z.string(), milliseconds: z.int().nullable(), figure: z.string() })),
    })
    .nullable(),
  /** The outcome if the updates in place that are pending are finished before; null: none is pending, or it is not refused. */
  onceFinished: z.enum(MAINTENANCE_OUTCOMES).nullable(),
  /** Whether changes of the spec wait for the window. */
  confined: z.boolean(),
  commands: z.array(ownerCommand),
  /** Kubernetes Events about the cluster, newest first, where they may be read. */
  events: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('read'), events: z.array(shootEvent) }),
    z.strictObject({ kind: z.literal('unreadable'), reason: z.string() }),
  ]),
})

export type MaintenanceAnswer = z.infer<typeof maintenanceAnswer>

export type MaintenanceTask = z.infer<typeof maintenanceTask>

export type MaintenanceCheck = z.infer<typeof maintenanceCheck>

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
          /** The edits as a plan has them; empty if it cannot be done. */
          edits: z.array(plannedEdit),
        }),
      ),
      /** Higher versions of its image, the lowest first. */
      targets: z.array(z.strictObject({ version: z.string(), fits: z.boolean(), text: z.string() })),
      /** How long an update of all nodes takes at most; null: as long as an operator takes to select them. */
      milliseconds: z.int().nullable(),
      figure: z.string(),
      /** Commands for its nodes, only if an operator has to select them now. */
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
    text: z.string(),
    command: z.string(),
    /** The edits as a plan has them; empty if it is set already. */
    edits: z.array(plannedEdit),
  }),
})

export type InPlaceAnswer = z.infer<typeof inPlaceAnswer>
