import { z } from 'zod'
import {
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
} from './common'
import { SHOOT_SORTS, WITHIN_DAYS } from './words'

/** One decision of a maintenance, for one component. */
export const change = z.strictObject({
  component: z.enum(['controlPlane', 'poolKubernetes', 'poolImage']),
  pool: z.string().nullable(),
  /** The image; null for Kubernetes. */
  image: z.string().nullable(),
  from: z.string(),
  /** Null: there is no version to move to. */
  to: z.string().nullable(),
  why: z.enum(['auto', 'expired', 'not-listed']),
  /** Gardener's own words. */
  reason: z.string(),
  /** Gardener's own error when there is nothing to move to. */
  error: z.string().nullable(),
})

export const poolEffect = z.strictObject({
  pool: z.string(),
  effect: effectKind,
  nodes: nodeRange,
  /** The fields that cause it, e.g. `spec.kubernetes.version`. */
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

/** A field of the spec that a maintenance removes or migrates, because it ends with a minor that it crosses. */
export const droppedField = z.strictObject({
  path: z.string(),
  /** As JSON; null: the field was not there. */
  from: z.string().nullable(),
  /** Null: it is gone. */
  to: z.string().nullable(),
})

export const DEAD_END_KINDS = [
  'minor-gap',
  'only-previews',
  'last-minor',
  'image-end-of-life',
  'no-fitting-image',
  'unreadable',
  'machine-type-unknown',
  'image-unknown',
  'refused',
] as const

/** Where maintenance does not get on. */
export const deadEnd = z.strictObject({
  /**
   * `minor-gap`: the next minor is not listed, but later ones are; `only-previews`: of the next minor; `last-minor`: none higher
   * is listed; `image-end-of-life`: nothing of the image is left; `no-fitting-image`: higher ones are, but none fits the pool;
   * `machine-type-unknown`, `image-unknown`: the profile does not know it, and images are not updated without a word;
   * `refused`: by the API server, see `rule`.
   */
  kind: z.enum(DEAD_END_KINDS),
  /** The API server's rule, e.g. `image-kubelet` or `pool-too-far-behind`; null unless it refuses. */
  rule: z.string().nullable(),
  component: z.enum(['controlPlane', 'poolKubernetes', 'poolImage']),
  pool: z.string().nullable(),
  image: z.string().nullable(),
  /** What it is stuck on. */
  version: z.string(),
  /** What the API server refuses to change it to. */
  to: z.string().nullable(),
  /** Begin of the first window that shows it. */
  since: instant,
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
  state: z.enum(['Processing', 'Succeeded', 'Failed']).nullable(),
  failureReason: z.string().nullable(),
  /** The API server refuses the whole maintenance: nothing changes that night. */
  denied: z.boolean(),
  /** How many further nights end exactly like this one. */
  repeats: z.int(),
  /** Begin of the last such night's window. */
  lastWindowBegin: instant,
  controlPlane: z.enum(['restart', 'none']),
  effects: z.array(poolEffect),
  dropped: z.array(droppedField),
})

/** The next event in a line: what the clusters table and the overview show. */
export const nextEvent = z.strictObject({
  kind: eventKind,
  window,
  /** E.g. `Kubernetes` or `gardenlinux`. */
  what: z.string(),
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
      updateStrategy: z.enum(['AutoRollingUpdate', 'AutoInPlaceUpdate', 'ManualInPlaceUpdate']),
      nodes: nodeRange,
    }),
  ),
  nodes: nodeRange,
  autoUpdate: z.strictObject({ kubernetes: z.boolean(), machineImage: z.boolean() }),
  /** The next window as from `at`, in the cluster's offset. */
  nextWindow: window,
  /** `HH:MM–HH:MM` in its own offset; null when the shoot has no (readable) window: any time of the day. */
  windowText: z.string().nullable(),
  flags: z.strictObject({
    hibernated: z.boolean(),
    deleting: z.boolean(),
    /** Last operation failed. */
    failed: z.boolean(),
    workerless: z.boolean(),
    /** Its profile cannot be found: nothing can be forecast. */
    profileMissing: z.boolean(),
  }),
  /** Earliest event that changes a version or fails to; never of kind `other`. */
  next: nextEvent.nullable(),
  /** Earliest event that is forced or fails. */
  nextForced: nextEvent.nullable(),
})

export const shootSort = z.enum(SHOOT_SORTS)
export const withinDays = z.enum(WITHIN_DAYS)

/** Said in words; what is out of bounds says so itself. */
const wholeNumber = z.coerce
  .number({ error: ({ code }) => (code === 'invalid_type' ? 'must be a whole number' : undefined) })
  .int()

/** `GET /api/shoots`. List filters may be repeated; several values of one filter mean any of them. */
export const shootsQuery = z.strictObject({
  at: instant.optional(),
  q: shortText.optional(),
  project: z.array(objectName).max(50).optional(),
  /** `aws`, or `garden-core/aws-ext` for a namespaced one. */
  profile: z.array(shortText).max(50).optional(),
  /** A Kubernetes version or minor (`1.33`, `1.33.6`), or an image (`gardenlinux`, `gardenlinux 1592.9.0`). */
  version: z.array(shortText).max(50).optional(),
  /** Stage of the control plane version or of any pool's version or image. */
  stage: z.array(runningStage).max(6).optional(),
  /**
   * With `event`: has an event of one of these kinds, by default within a year. Without: anything happens within so many
   * days; `none`: nothing within a year.
   */
  within: withinDays.optional(),
  event: z.array(eventKind).max(4).optional(),
  /** Strongest effect on nodes of such an event. */
  effect: z.array(effectKind).max(4).optional(),
  sort: shootSort.default('attention'),
  offset: wholeNumber.min(0).max(1_000_000).default(0),
  limit: wholeNumber.min(1).max(500).default(100),
})

const facet = z.array(z.strictObject({ value: z.string(), count: z.int() }))

export const shootsAnswer = z.strictObject({
  ...evidence,
  /** Matching clusters. */
  total: z.int(),
  /** All clusters of the garden. */
  all: z.int(),
  projects: z.int(),
  /** How many of the matching ones have nodes that roll with their next event that is forced or fails, else their next. */
  rolling: z.int(),
  /** Values to filter by, over the whole garden, most frequent first, at most 200 each. */
  facets: z.strictObject({ project: facet, profile: facet, version: facet, image: facet }),
  items: z.array(shootRow),
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
  kind: z.enum(['do', 'helps', 'no-help', 'warning']),
  title: z.string(),
  text: z.string(),
  /** A patch for the shoot to copy, when there is one, and which kind: for `kubectl patch --type`. */
  patch: z.string().nullable(),
  patchType: z.enum(['merge', 'json']).nullable(),
})

export const shootAnswer = z.strictObject({
  ...evidence,
  shoot: shootRow,
  /** How far ahead is computed. */
  until: instant,
  /** The last date anybody set that matters here; beyond it nothing is known. Null: no date is set. */
  knownUntil: instant.nullable(),
  steps: z.array(forecastStep),
  lanes: z.array(lane),
  lastMaintenance: z
    .strictObject({
      at: instant.nullable(),
      state: z.string(),
      description: z.string(),
      failureReason: z.string().nullable(),
    })
    .nullable(),
  /** What stands in the way of maintenance or follows from it, as whole sentences. */
  constraints: z.array(z.strictObject({ severity: z.enum(['info', 'warning', 'bad']), text: z.string() })),
  advice: z.array(advice),
  /** In the order of the pools. */
  rollouts: z.array(rollout),
  /** Every dead end on the way, in order of time. */
  deadEnds: z.array(deadEnd),
})

export type Change = z.infer<typeof change>
export type PoolEffectBody = z.infer<typeof poolEffect>
export type ForecastStepBody = z.infer<typeof forecastStep>
export type NextEvent = z.infer<typeof nextEvent>
export type ShootRow = z.infer<typeof shootRow>
export type ShootsQuery = z.infer<typeof shootsQuery>
export type ShootsAnswer = z.infer<typeof shootsAnswer>
export type Lane = z.infer<typeof lane>
export type LaneSegment = z.infer<typeof laneSegment>
export type ShootAnswer = z.infer<typeof shootAnswer>
export type RolloutBody = z.infer<typeof rollout>
export type DeadEnd = z.infer<typeof deadEnd>
export type DroppedField = z.infer<typeof droppedField>
export type Advice = z.infer<typeof advice>
