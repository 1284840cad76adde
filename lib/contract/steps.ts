import { z } from 'zod'
import {
  COMPONENTS,
  CONTROL_PLANE_EFFECTS,
  DEAD_END_KINDS,
  MAINTENANCE_STATES,
  UPDATE_REASONS,
} from '@/lib/engine/kinds'
import { affectedNodes, effectKind, eventKind, instant, window } from './common'

/** A part of a cluster that has a version: `pool` null is the control plane, `image` null is Kubernetes. */
export const clusterPart = {
  component: z.enum(COMPONENTS),
  pool: z.string().nullable(),
  image: z.string().nullable(),
}

/** The versions before and after a move. */
export const move = z.strictObject({
  ...clusterPart,
  from: z.string(),
  /** Null: it fails to leave it. */
  to: z.string().nullable(),
})

/** One decision of a maintenance, for one component. */
export const change = z.strictObject({
  ...move.shape,
  why: z.enum(UPDATE_REASONS),
  /** Gardener's own words. */
  reason: z.string(),
  /** Gardener's own error when there is nothing to move to. */
  error: z.string().nullable(),
  /** Why Gardener reports nothing of it although it is so, as a sentence; null: it reports it. */
  unreported: z.string().nullable(),
})

export const poolEffect = z.strictObject({
  pool: z.string(),
  effect: effectKind,
  nodes: affectedNodes,
  /** What causes it: fields, e.g. `spec.kubernetes.version`, and operations, e.g. `rotate-ca-start`. */
  because: z.array(z.string()),
})

/**
 * How long a pool takes at most whenever its effect is `rolling` or `inPlace`, with as many nodes as it may have, if every drain
 * and every machine takes as long as it may. `milliseconds` null: a person selects each node, then `figure` is for one node.
 */
export const rollout = z.strictObject({
  pool: z.string(),
  /** Nodes more and fewer than usual, at most and in all zones together. */
  surge: z.int(),
  unavailable: z.int(),
  milliseconds: z.int().nullable(),
  /** E.g. `ceil(nodes / (maxSurge + maxUnavailable)) × (machineDrainTimeout + machineCreationTimeout)`. */
  formula: z.string(),
  /** The text with figures. */
  figure: z.string(),
})

/** What a maintenance asks gardenlet for, apart from reconciling: a rotation or a rollout. */
export const stepOperation = z.strictObject({
  /** The operation as annotations have it, e.g. `rotate-credentials-start`. */
  name: z.string(),
  /** False: it cannot start, or the API server refuses the maintenance. */
  starts: z.boolean(),
  /** The operation in words: `All credentials`, `rotation starts`, and as a clause `the rotation of all credentials starts`. */
  subject: z.string(),
  action: z.string(),
  clause: z.string(),
  /** Gardener's own words; null where it has none. */
  reason: z.string().nullable(),
  /** For an automatic rotation: it repeats after so many milliseconds, and only the first time is listed. */
  every: z.int().nullable(),
})

/** A field of the spec that a maintenance removes or migrates, because it ends with a minor that it crosses. */
export const droppedField = z.strictObject({
  path: z.string(),
  /** The value as JSON; null: the field was not there. */
  from: z.string().nullable(),
  /** Null: it is gone. */
  to: z.string().nullable(),
  /** Gardener's own words on it; null where it has none. */
  reason: z.string().nullable(),
})

/** A time in which a part of a cluster has no version to move to, or its update is refused. */
export const deadEnd = z.strictObject({
  kind: z.enum(DEAD_END_KINDS),
  ...clusterPart,
  /** What it is stuck on. */
  version: z.string(),
  /** What the API server refuses to change it to; null: there is no such version, or it is to stay. */
  to: z.string().nullable(),
  /** The rule by which the API server refuses; null: it does not refuse. */
  rule: z.string().nullable(),
  /** Begin of the first window that shows it. */
  since: instant,
  /** Begin of the first window of those before that would have shown it without a break; null: none, or not known. */
  began: instant.nullable(),
  /** Begin of the last such window; null: to the end of what is computed. */
  until: instant.nullable(),
  /** All of it as one sentence. */
  text: z.string(),
})

/**
 * As what a night counts, in lists, figures, days and filters: one that forces a part and fails for another is both. The sentence on
 * it is told of one of its parts, which `from` and `to` name: `to` null is one that fails, unless all of it is refused.
 */
const countedKinds = z.array(eventKind).min(1)

/**
 * It takes place only if the maintenance begins after that instant of its window, when a version changes its stage; else in the other
 * window, or (null) it cannot be told.
 */
export const onlyAfter = z.strictObject({ at: instant, otherwise: window.nullable() })

/** One thing that will happen, as Gardener will report it. */
export const forecastStep = z.strictObject({
  /** The heaviest that happens to a part: it fails, is forced, is updated automatically. */
  kind: eventKind,
  kinds: countedKinds,
  window,
  changes: z.array(change),
  /** The versions after it. */
  versions: z.strictObject({
    kubernetes: z.string(),
    workers: z.array(
      z.strictObject({
        name: z.string(),
        kubernetes: z.string().nullable(),
        image: z.strictObject({ name: z.string(), version: z.string() }).nullable(),
      }),
    ),
  }),
  /** The text that `status.lastMaintenance` will have. */
  description: z.string().nullable(),
  state: z.enum(MAINTENANCE_STATES).nullable(),
  failureReason: z.string().nullable(),
  /** The API server refuses the whole maintenance: nothing changes that night. */
  denied: z.boolean(),
  /** How many further nights end exactly like this one. */
  repeats: z.int(),
  /** Begin of the last such night's window. */
  lastWindowBegin: instant,
  controlPlane: z.enum(CONTROL_PLANE_EFFECTS),
  /** The fields and operations for which it restarts. */
  controlPlaneBecause: z.array(z.string()),
  effects: z.array(poolEffect),
  /**
   * If the cluster sleeps then, it has no nodes and no API server; they come up with the new versions when it wakes. `wakes` null: it is
   * not known when. Null: it is awake.
   */
  asleep: z.strictObject({ wakes: instant.nullable() }).nullable(),
  dropped: z.array(droppedField),
  operations: z.array(stepOperation),
  /** Whether its changes are only stored that night, and rolled out with the next maintenance. */
  waitsForRetry: z.boolean(),
  /** What is not known of what it takes away, as whole sentences: it goes to minors that the rules do not know. */
  unsupported: z.array(z.string()),
  /** Null: whenever it begins. */
  onlyAfter: onlyAfter.nullable(),
})

/** The next event in a line: what the clusters table and the overview show. */
export const nextEvent = z.strictObject({
  /** The heaviest that happens to a part, as for a step. */
  kind: eventKind,
  kinds: countedKinds,
  window,
  /** `Kubernetes` or the image; null where no version changes. */
  what: z.string().nullable(),
  /** What else Gardener does to the cluster, in its names: `rotate-credentials-start`; absent: nothing. */
  operations: z.array(z.string()).min(1).optional(),
  /** Empty where no version changes. */
  from: z.string(),
  to: z.string().nullable(),
  /** How many more changes the same run makes. */
  more: z.int(),
  /** The strongest effect on nodes, and how many nodes have it. */
  effect: effectKind,
  nodes: affectedNodes,
  /** Why it fails: a code, for some with what it is about after a blank, e.g. `no-version`, `image-kubelet < 1.31`; null when it does not. */
  cause: z.string().nullable(),
  /** As for a step; absent: it happens whenever the maintenance begins. */
  onlyAfter: onlyAfter.optional(),
})

/** How a cluster leaves a version: the night, told of what runs that version. */
export const leaving = nextEvent.extend({
  /** What happens to that itself; the night may force or fail for another part. */
  own: eventKind,
})

export type ChangeBody = z.infer<typeof change>
export type PoolEffectBody = z.infer<typeof poolEffect>
export type ForecastStepBody = z.infer<typeof forecastStep>
export type NextEvent = z.infer<typeof nextEvent>
export type OnlyAfterBody = z.infer<typeof onlyAfter>
export type RolloutBody = z.infer<typeof rollout>
export type DeadEndBody = z.infer<typeof deadEnd>
export type StepOperationBody = z.infer<typeof stepOperation>
export type DroppedFieldBody = z.infer<typeof droppedField>
