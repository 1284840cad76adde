import { z } from 'zod'
import { PROFILE_KINDS } from '@/lib/engine/edits/shoot'
import { CONTROL_PLANE_EFFECTS, EFFECT_KINDS, WORKER_STRATEGIES } from '@/lib/engine/kinds'
import { lane, shootRow } from './clusters'
import { affectedNodes, clock, eventKind, evidence, instant, nodeRange, runningStage, window } from './common'
import { plannedEdit } from './planned-edit'
import { forecastStep, nextEvent, rollout } from './steps'
import { MOST_PLANNED } from './words'

export const planQuery = z.strictObject({
  ...clock,
  /** A later edit of the same field counts instead of an earlier one. */
  edits: z.array(plannedEdit).max(MOST_PLANNED),
  /** When they are sent: an instant after `at`. Left out: at once. */
  on: instant.optional(),
})

/** What of a plan the API server says. */
const refusal = z.strictObject({
  /** The field as the API server names it, e.g. `spec.provider.workers[1].machine.image.name`. */
  field: z.string(),
  text: z.string(),
})

const anyValue = z.json().nullable()

const choice = z.strictObject({
  value: anyValue,
  /** The stage of a version; null for other choices. */
  stage: runningStage.nullable(),
  expires: instant.nullable(),
  isPresent: z.boolean(),
  /** What goes with it: the API server would refuse it without. */
  also: z.array(plannedEdit),
  /** Why the API server would refuse it beside the other edits; null: it takes it. */
  refusal: z.string().nullable(),
})

/** A version that pools may be given. */
const poolVersion = z.strictObject({ value: anyValue, stage: choice.shape.stage, expires: choice.shape.expires })

/** Versions that follow each other in `poolVersions`: from a place on, up to before another one. */
const stretch = z.strictObject({
  from: z.int(),
  to: z.int(),
  /** Whether the API server would refuse each beside the other edits; who chooses it is told why. */
  isRefused: z.boolean(),
})

const part = z.strictObject({
  /** Null: the control plane, and what concerns the shoot as a whole. */
  pool: z.string().nullable(),
  /** What changes, by field; a pool that follows the control plane moves with it. Null: nothing is set. */
  moves: z.array(z.strictObject({ field: z.string(), from: anyValue, to: anyValue })),
  /** The effect on a pool. */
  effect: z.enum(EFFECT_KINDS),
  nodes: affectedNodes,
  /** The fields that cause the effect. */
  because: z.array(z.string()),
  /** Changed fields that Gardener does not count, but the provider's extension may: they could roll the pool as well. */
  undecided: z.array(z.string()),
  /** The roll-out of a pool whose nodes are replaced or updated in place; else null. */
  rollout: rollout.nullable(),
  /** When it is over in the worst case; null: it is not known, or no node is touched. */
  until: instant.nullable(),
  /** The smallest `maxSurge` with which it needs at most half of the time; null: no number does it. */
  faster: z.strictObject({ surge: z.int(), milliseconds: z.int() }).nullable(),
})

/** Names that a field may hold, by its path: machine types of the profile, operations of an annotation. Others hold anything. */
const offered = z.record(z.string(), z.array(z.string()))

const patchOperation = z.strictObject({
  op: z.enum(['add', 'replace', 'remove', 'test']),
  path: z.string(),
  value: anyValue.optional(),
})

const prospect = z.strictObject({
  steps: z.array(forecastStep),
  lanes: z.array(lane),
  /** The first window in which something is forced, with what is forced in it; null: none is in sight. */
  forced: z.strictObject({ window, changes: forecastStep.shape.changes }).nullable(),
  /** The instant from which on a part finds no version to move to; null: there is none, as far as dates are set. */
  stuckFrom: instant.nullable(),
  /** Replaced in the steps that are told and by the plan itself: how many nodes at most, and in how many nights. */
  rolling: z.strictObject({ nodes: z.int(), nights: z.int() }),
})

export const planAnswer = z.strictObject({
  ...evidence,
  shoot: shootRow,
  /** The resource version of the cluster for which the edits are made. */
  resourceVersion: z.string(),
  /** How far ahead is computed, and the last date that is set and matters here; null: no date is set. */
  until: instant,
  knownUntil: instant.nullable(),
  /** When the edits are sent. */
  sentAt: instant,
  /** What the fields have that can be edited; those that are absent are left out. */
  present: z.array(z.strictObject({ pool: z.string().nullable(), field: z.string(), value: anyValue })),
  /** The profiles that it may use: its own, the root of that one, and the namespaced profiles of its namespace that build on the root. */
  profiles: z.array(z.strictObject({ kind: z.enum(PROFILE_KINDS), name: z.string() })),
  /** The versions of Kubernetes, each with the strongest effect that it has on any node on its own. */
  kubernetes: z.array(z.strictObject({ ...choice.shape, effect: z.enum(EFFECT_KINDS) })),
  pools: z.array(
    z.strictObject({
      name: z.string(),
      nodes: nodeRange,
      updateStrategy: z.enum(WORKER_STRATEGIES),
      /** What versions it may be given: a place in `poolChoices`. */
      choices: z.int(),
      strategies: z.array(choice),
      /** A place in `poolOffers`. */
      offered: z.int(),
      /** What counts where a field is not set, as it would be written. */
      defaults: z.record(z.string(), z.string()),
    }),
  ),
  /**
   * The versions that any pool may be given, each once, however many of hundreds of pools may be given it. `value` null: the version of
   * the control plane.
   */
  poolVersions: z.array(poolVersion),
  /** Which of these versions a pool may be given, in the order in which they are offered: newest first. */
  poolChoices: z.array(z.strictObject({ kubernetes: z.array(stretch), images: z.array(stretch) })),
  poolOffers: z.array(offered),
  offered,
  /** Plans that many owners want. */
  presets: z.array(
    z.strictObject({
      key: z.string(),
      name: z.string(),
      /** What it does, or why it does nothing. */
      text: z.string(),
      /** Empty: there is nothing to do. */
      edits: z.array(plannedEdit),
      /** When it is to be sent; null: at once. */
      on: instant.nullable(),
    }),
  ),
  /** What becomes of each edit, in order. */
  outcomes: z.array(
    z.strictObject({
      edit: plannedEdit,
      kind: z.enum(['taken', 'same', 'no-pool', 'refused']),
      /** The refusals in the words of the API server; for `refused`. */
      refusals: z.array(refusal),
      /** A value of the same field that would be taken; null: none is known. */
      instead: plannedEdit.nullable(),
    }),
  ),
  controlPlane: z.enum([...CONTROL_PLANE_EFFECTS, 'unknown']),
  /** What is not known of what the plan takes away, as whole sentences. */
  unsupported: z.array(z.string()),
  /** What gardenlet reports as not met, as whole sentences: of the plan where it touches nodes, else of the next update. */
  reported: z.array(z.string()),
  /** The control plane, then the pools in their order; those that nothing happens to are left out. */
  parts: z.array(part),
  /** The window in which the change is rolled out; null: at once. */
  rollOut: window.nullable(),
  /** The latest moment at which that begins. */
  begins: instant,
  /** What is ahead without and with the plan. */
  before: prospect,
  after: prospect,
  /** Steps in windows from this one on are not told, as a cluster with many pools has too many; null: all are. Lanes are whole. */
  stepsUntil: instant.nullable(),
  patch: z.strictObject({
    /** RFC 6902; empty: nothing is to be sent. It tests the version of the shoot, if it is to be sent at once. */
    operations: z.array(patchOperation),
    /**
     * The patch for any later moment: it tests the values that it replaces (null: nothing is there), as the resource version will be
     * another one then.
     */
    later: z.array(patchOperation),
    /** What has changed, as a manifest that is a merge patch (RFC 7386) too: a list of pools is whole. */
    yaml: z.string(),
  }),
})

export const nightsAnswer = z.strictObject({
  ...evidence,
  /** Begin of the first window in which something is forced or fails, whether its owner likes it or not; null: none is foreseen. */
  forced: instant.nullable(),
  /** The kind of the event; null: none is foreseen. */
  kind: eventKind.nullable(),
  /** The nights from the next one until that window: at least two weeks and at most 60. */
  nights: z.array(
    z.strictObject({
      window,
      /** Whether it is a weekend on the clock of the cluster. */
      isWeekend: z.boolean(),
      /** A day of a freeze, as the setting `FREEZE` has them. Gardener does not know them, and forces in them too. */
      isFrozen: z.boolean(),
      /** What its maintenance does then if nothing is done. */
      own: nextEvent.nullable(),
      /** Other clusters of the project in which something happens that night that did not fail the night before; the first ones by name. */
      others: z.strictObject({ clusters: z.int(), names: z.array(z.string()), nodes: z.int() }),
      /** Whether none of these happens, apart from failures that repeat those of the night before. */
      isQuiet: z.boolean(),
    }),
  ),
})

export type NightsAnswer = z.infer<typeof nightsAnswer>

export type PlanQuery = z.output<typeof planQuery>

export type PlanAnswer = z.infer<typeof planAnswer>

export type PlanChoice = z.infer<typeof choice>

export type PlanPart = z.infer<typeof part>
