import { z } from 'zod'
import { UPDATE_RULES } from '@/lib/engine/refusal'
import {
  COMPONENTS,
  CONTROL_PLANE_EFFECTS,
  DEAD_END_KINDS,
  MAINTENANCE_STATES,
  OPERATION_REASONS,
  PATCH_TYPES,
  REMEDY_KINDS,
  SEVERITIES,
  UPDATE_REASONS,
  WINDOW_TROUBLES,
  WORKER_STRATEGIES,
} from '@/lib/engine/words'
import {
  dates,
  effectKind,
  eventKind,
  evidence,
  instant,
  nodeRange,
  objectName,
  profileRef,
  runningStage,
  shortText,
  window,
  zoneName,
} from './common'
import { AUTO_UPDATES, SHOOT_FLAGS, SHOOT_GROUPS, SHOOT_SORTS, WINDOW_HOURS, WITHIN_DAYS } from './shoot-words'
import { RUNNING_STAGES } from './words'

/** One decision of a maintenance, for one component. */
export const change = z.strictObject({
  component: z.enum(COMPONENTS),
  pool: z.string().nullable(),
  /** The image; null for Kubernetes. */
  image: z.string().nullable(),
  from: z.string(),
  /** Null: there is no version to move to. */
  to: z.string().nullable(),
  why: z.enum(UPDATE_REASONS),
  /** Gardener's own words. */
  reason: z.string(),
  /** Gardener's own error when there is nothing to move to. */
  error: z.string().nullable(),
})

export const poolEffect = z.strictObject({
  pool: z.string(),
  effect: effectKind,
  nodes: nodeRange,
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
  /** What draining one node may take; then what is left on it is deleted by force. */
  drainMilliseconds: z.int(),
  milliseconds: z.int().nullable(),
  /** E.g. `ceil(nodes / (maxSurge + maxUnavailable)) × (machineDrainTimeout + machineCreationTimeout)`. */
  formula: z.string(),
  /** The same with figures. */
  figure: z.string(),
})

/** What a maintenance asks gardenlet for, apart from reconciling: a rotation or a rollout. */
export const stepOperation = z.strictObject({
  /** As annotations have it, e.g. `rotate-credentials-start`. */
  name: z.string(),
  why: z.enum(OPERATION_REASONS),
  /** False: it cannot start, or the API server refuses the maintenance. */
  starts: z.boolean(),
  /** In words: `All credentials`, `rotation starts`, and as a clause `the rotation of all credentials starts`. */
  subject: z.string(),
  action: z.string(),
  clause: z.string(),
  /** Gardener's own words; null where it has none. */
  reason: z.string().nullable(),
  /** Of an automatic rotation: it comes again after as many milliseconds, and is listed the first time only. */
  every: z.int().nullable(),
})

/** A field of the spec that a maintenance removes or migrates, because it ends with a minor that it crosses. */
export const droppedField = z.strictObject({
  path: z.string(),
  /** As JSON; null: the field was not there. */
  from: z.string().nullable(),
  /** Null: it is gone. */
  to: z.string().nullable(),
  /** Gardener's own words on it; null where it has none. */
  reason: z.string().nullable(),
})

/** Where maintenance does not get on. */
export const deadEnd = z.strictObject({
  kind: z.enum(DEAD_END_KINDS),
  /** The API server's rule, e.g. `image-kubelet` or `pool-too-far-behind`; null unless it refuses. */
  rule: z.enum(UPDATE_RULES).nullable(),
  component: z.enum(COMPONENTS),
  pool: z.string().nullable(),
  image: z.string().nullable(),
  /** What it is stuck on. */
  version: z.string(),
  /** What the API server refuses to change it to. */
  to: z.string().nullable(),
  /** Begin of the first window that shows it. */
  since: instant,
  /** Begin of the first window of those before that would have shown it without a break; null: none, or not known. */
  began: instant.nullable(),
  /** Begin of the last such window; null: to the end of what is computed. */
  until: instant.nullable(),
  /** Nothing of the cluster is updated meanwhile. */
  blocksAll: z.boolean(),
  /** All of it as one sentence. */
  text: z.string(),
})

/** One thing that will happen, as Gardener will report it. */
export const forecastStep = z.strictObject({
  kind: eventKind,
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
  /** As `status.lastMaintenance` will say. */
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
  dropped: z.array(droppedField),
  operations: z.array(stepOperation),
  /** Its changes are only stored that night, and rolled out with the maintenance after. */
  waitsForRetry: z.boolean(),
})

/** The next event in a line: what the clusters table and the overview show. */
export const nextEvent = z.strictObject({
  kind: eventKind,
  window,
  /** `Kubernetes` or the image; where no version changes, what happens: `the rotation of all credentials starts`. */
  what: z.string(),
  /** Empty where no version changes. */
  from: z.string(),
  to: z.string().nullable(),
  /** How many more changes the same run makes. */
  more: z.int(),
  /** The strongest effect on nodes, and how many nodes have it. */
  effect: effectKind,
  nodes: nodeRange,
  /** In short words why it fails, e.g. `no version to move to`; null when it does not. */
  cause: z.string().nullable(),
})

const runningVersion = z.strictObject({ version: z.string(), stage: runningStage, expires: instant.nullable() })

export const shootRow = z.strictObject({
  namespace: z.string(),
  name: z.string(),
  /** Name of the project, or of the namespace when no project is known for it. */
  project: z.string(),
  profile: profileRef,
  purpose: z.string().nullable(),
  region: z.string().nullable(),
  kubernetes: runningVersion,
  pools: z.array(
    z.strictObject({
      name: z.string(),
      /** Own Kubernetes version; null: follows the control plane. */
      kubernetes: runningVersion.nullable(),
      image: z.strictObject({ name: z.string(), ...runningVersion.shape }).nullable(),
      machineType: z.string(),
      updateStrategy: z.enum(WORKER_STRATEGIES),
      nodes: nodeRange,
    }),
  ),
  nodes: nodeRange,
  autoUpdate: z.strictObject({ kubernetes: z.boolean(), machineImage: z.boolean() }),
  /** The next window as from `at`, in the cluster's offset. */
  nextWindow: window,
  /** `HH:MM–HH:MM` in its own offset; null when the shoot has no (readable) window: any time of the day. */
  windowText: z.string().nullable(),
  /** Why the API server would refuse the window today; null: it is fine, or there is none. */
  windowTrouble: z.enum(WINDOW_TROUBLES).nullable(),
  flags: z.strictObject({
    hibernated: z.boolean(),
    deleting: z.boolean(),
    /** Last operation failed. */
    failed: z.boolean(),
    workerless: z.boolean(),
    /** Its profile cannot be found: nothing can be forecast. */
    profileMissing: z.boolean(),
  }),
  /** Earliest event that changes a version, fails to, or (of kind `other`) replaces or updates nodes. */
  next: nextEvent.nullable(),
  /** Earliest event that is forced or fails. */
  nextForced: nextEvent.nullable(),
})

/** A row of the clusters table. */
export const listedShoot = z.strictObject({
  ...shootRow.shape,
  /** The first event that `within`, `event`, `effect`, `to`, `cause` and `date` ask for; null when none of them is given. */
  asked: nextEvent.nullable(),
})

export const shootSort = z.enum(SHOOT_SORTS)
export const withinDays = z.enum(WITHIN_DAYS)

/** Said in words; what is out of bounds says so itself. */
const wholeNumber = z.coerce
  .number({ error: ({ code }) => (code === 'invalid_type' ? 'must be a whole number' : undefined) })
  .int()

const projects = z.array(objectName).max(50).optional()
const texts = z.array(shortText).max(50).optional()
const stages = z.array(runningStage).max(RUNNING_STAGES.length).optional()
const hours = z.array(z.enum(WINDOW_HOURS)).max(WINDOW_HOURS.length).optional()
const flags = z.array(z.enum(SHOOT_FLAGS)).max(SHOOT_FLAGS.length).optional()
const autoUpdates = z.array(z.enum(AUTO_UPDATES)).max(AUTO_UPDATES.length).optional()
const strategies = z.array(z.enum(WORKER_STRATEGIES)).max(WORKER_STRATEGIES.length).optional()
const kinds = z.array(eventKind).max(4).optional()
const effects = z.array(effectKind).max(4).optional()

/**
 * `GET /api/shoots`. List filters may be repeated; several values of one filter mean any of them, and `not.` before its name
 * leaves out every cluster that any of them would find.
 */
export const shootsQuery = z.strictObject({
  at: instant.optional(),
  /** Each of its words is in the name of the cluster or of its project, or begins a version that runs there: `checkout 1.32`. */
  q: shortText.optional(),
  project: projects,
  'not.project': projects,
  /** `aws`, or `garden-core/aws-ext` for a namespaced one. */
  profile: texts,
  'not.profile': texts,
  /** A Kubernetes version or minor (`1.33`, `1.33.6`), or an image (`gardenlinux`, `gardenlinux 1592.9.0`). */
  version: texts,
  'not.version': texts,
  /** Stage of the control plane version or of any pool's version or image. */
  stage: stages,
  'not.stage': stages,
  /** Hour in which the maintenance window begins, on the clock of the cluster. */
  window: hours,
  'not.window': hours,
  flag: flags,
  'not.flag': flags,
  /** What is updated by itself. */
  autoUpdate: autoUpdates,
  'not.autoUpdate': autoUpdates,
  /** Strategy of any pool. */
  strategy: strategies,
  'not.strategy': strategies,
  /** Machine type of any pool. */
  machine: texts,
  'not.machine': texts,
  region: texts,
  'not.region': texts,
  purpose: texts,
  'not.purpose': texts,
  /**
   * With `event`: has an event of one of these kinds, by default within a year. Without: anything happens within so many
   * days; `none`: nothing within a year.
   */
  within: withinDays.optional(),
  event: kinds,
  /** No event within the time that `within` and `date` give is of these kinds; for the next three alike. */
  'not.event': kinds,
  /** Strongest effect on nodes of such an event. */
  effect: effects,
  'not.effect': effects,
  /** What such an event leads to, as in `version`. */
  to: texts,
  'not.to': texts,
  /** Why such an event fails, in the words of `cause` of an event. */
  cause: texts,
  'not.cause': texts,
  /** The window of such an event begins on this day (`2026-12-15`) or in this month (`2026-12`) of `zone`. */
  date: dates.optional(),
  /** An IANA name, default UTC. */
  zone: zoneName.optional(),
  sort: shootSort.default('attention'),
  /**
   * Clusters of a group stand together, in the order of `sort`. Projects and profiles come in the order of their first cluster,
   * versions oldest first, hours from midnight on.
   */
  group: z.enum(SHOOT_GROUPS).optional(),
  /** Groups, by their `value`, whose clusters are left out of the items; they are counted all the same. */
  fold: z.array(shortText).max(200).optional(),
  offset: wholeNumber.min(0).max(1_000_000).default(0),
  limit: wholeNumber.min(1).max(500).default(100),
})

/** `GET /api/shoots.csv` and `.json`: all of them at once. */
export const allShootsQuery = shootsQuery.omit({ fold: true, offset: true, limit: true })

/** How many clusters each value of a filter would leave, while all other filters stay as they are. */
const facet = z.array(z.strictObject({ value: z.string(), count: z.int() }))

export const shootsAnswer = z.strictObject({
  ...evidence,
  /** Matching clusters. */
  total: z.int(),
  /** Those of them that are not in a folded group: as many items there are in all pages. */
  rows: z.int(),
  /** All clusters of the garden. */
  all: z.int(),
  projects: z.int(),
  /** How many of the matching ones have nodes that roll with the event of their row. */
  rolling: z.int(),
  /** With a day as `date`: its month, and how many match in all of it. */
  month: z.strictObject({ date: z.string(), total: z.int() }).nullable(),
  /** With `group`: those that have any of the items, and folded ones that stand between them, in order; else empty. */
  groups: z.array(
    z.strictObject({
      /** A project, a profile as in `profile`, a version of Kubernetes, or an hour as in `window`. */
      value: z.string(),
      /** How many items of all pages stand before its first one. */
      from: z.int(),
      folded: z.boolean(),
      /** How many of its clusters match, and how many it has. */
      count: z.int(),
      all: z.int(),
    }),
  ),
  /**
   * Values to filter by. Those of which there is no list of words, as projects and versions: those that leave any, most frequent
   * first, at most 200 each; a project also with all its clusters. The others: all their words.
   */
  facets: z.strictObject({
    project: z.array(z.strictObject({ value: z.string(), count: z.int(), all: z.int() })),
    profile: facet,
    /** `1.33`, counted as the filter `version` does. */
    minor: facet,
    version: facet,
    image: facet,
    stage: facet,
    window: facet,
    flag: facet,
    autoUpdate: facet,
    strategy: facet,
    machine: facet,
    region: facet,
    purpose: facet,
    within: facet,
    event: facet,
    effect: facet,
    to: facet,
    cause: facet,
  }),
  items: z.array(listedShoot),
})

/** One stretch of a lane: this version in this stage. Null ends are not known (left) or open (right). */
export const laneSegment = z.strictObject({
  version: z.string(),
  stage: runningStage,
  from: instant.nullable(),
  to: instant.nullable(),
})

export const lane = z.strictObject({
  /** `control-plane`, `pool/NAME/kubernetes`, `pool/NAME/image`. */
  id: z.string(),
  pool: z.string().nullable(),
  /** `Kubernetes` or the image's name. */
  what: z.string(),
  segments: z.array(laneSegment),
  /** From here on every night fails: no version to move to. Null: never. */
  stuckFrom: instant.nullable(),
})

/**
 * What the owner can do. `do`: an update at a time of one's own; `helps`: changes what is ahead for the better; `no-help`: one
 * might think so, but it does not; `warning`: only others can help.
 */
export const advice = z.strictObject({
  kind: z.enum(REMEDY_KINDS),
  title: z.string(),
  text: z.string(),
  /** A patch for the shoot to copy, when there is one, and which kind: for `kubectl patch --type`. */
  patch: z.string().nullable(),
  patchType: z.enum(PATCH_TYPES).nullable(),
})

/** How long maintenance has failed. */
export const failingSoFar = z.strictObject({
  /** Begin of the first window in a row, as far as the dates of the profile tell; null: they do not. */
  since: instant.nullable(),
  /** How many windows from that one to the last maintenance. */
  nights: z.int().nullable(),
  /** When the last maintenance was. */
  last: instant,
})

export const shootAnswer = z.strictObject({
  ...evidence,
  shoot: shootRow,
  /** Its page in the Gardener dashboard, where `DASHBOARD_URL` says how those are called. */
  dashboard: z.string().nullable(),
  /** How far ahead is computed. */
  until: instant,
  /** The last date anybody set that matters here; beyond it nothing is known. Null: no date is set. */
  knownUntil: instant.nullable(),
  /** When a change that is made at `at` is rolled out, where roll-outs are confined to the window; null: at once. */
  rollOut: window.nullable(),
  steps: z.array(forecastStep),
  lanes: z.array(lane),
  lastMaintenance: z
    .strictObject({
      at: instant.nullable(),
      state: z.string(),
      description: z.string(),
      failureReason: z.string().nullable(),
      /** It is not recorded: the forecast has it so, as `at` lies ahead. */
      foreseen: z.boolean(),
      /** What it did, read from Gardener's words; null: nothing, or it does not say. What fields held is not told. */
      step: forecastStep.nullable(),
    })
    .nullable(),
  /**
   * Maintenance failed in the last window, as `lastMaintenance` says, and the first step goes on with that; null: it does not, or
   * that is not known.
   */
  failing: failingSoFar.nullable(),
  /** That something should have left an expired version in windows that have passed, and that nothing on record says why not. */
  overdue: z.boolean(),
  /** What stands in the way of maintenance or follows from it, as whole sentences. */
  constraints: z.array(z.strictObject({ severity: z.enum(SEVERITIES), text: z.string() })),
  advice: z.array(advice),
  /** In the order of the pools. */
  rollouts: z.array(rollout),
  /** Pools with an update in place that is not finished. */
  pending: z.array(z.string()),
  /** Every dead end on the way, in order of time. */
  deadEnds: z.array(deadEnd),
})

export type Change = z.infer<typeof change>
export type PoolEffectBody = z.infer<typeof poolEffect>
export type ForecastStepBody = z.infer<typeof forecastStep>
export type NextEvent = z.infer<typeof nextEvent>
export type ShootRow = z.infer<typeof shootRow>
export type ListedShoot = z.infer<typeof listedShoot>
export type ShootsQuery = z.infer<typeof shootsQuery>
export type AllShootsQuery = z.infer<typeof allShootsQuery>
export type ShootsAnswer = z.infer<typeof shootsAnswer>
export type Lane = z.infer<typeof lane>
export type LaneSegment = z.infer<typeof laneSegment>
export type ShootAnswer = z.infer<typeof shootAnswer>
export type RolloutBody = z.infer<typeof rollout>
export type DeadEnd = z.infer<typeof deadEnd>
export type StepOperationBody = z.infer<typeof stepOperation>
export type DroppedField = z.infer<typeof droppedField>
export type Advice = z.infer<typeof advice>
