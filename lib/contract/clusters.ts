import { z } from 'zod'
import { PATCH_TYPES, REMEDY_KINDS, SEVERITIES, WINDOW_TROUBLES, WORKER_STRATEGIES } from '@/lib/engine/kinds'
import { evidence, instant, nodeRange, problem, profileRef, runningStage, window } from './common'
import { plannedEdit } from './planned-edit'
import { deadEnd, forecastStep, nextEvent, rollout } from './steps'

export const runningVersion = z.strictObject({ version: z.string(), stage: runningStage, expires: instant.nullable() })

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
    /** Whether its profile is missing, so that nothing can be forecast. */
    profileMissing: z.boolean(),
    /** gardenlet reports that the preconditions of maintenance are not satisfied (`MaintenancePreconditionsSatisfied`). */
    unready: z.boolean(),
  }),
  /** Earliest event that changes a version, fails to, or (of kind `other`) replaces or updates nodes. */
  next: nextEvent.nullable(),
  /** Earliest event that is forced or fails. */
  nextForced: nextEvent.nullable(),
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
  /** The instant from which on every night fails because of the dead end of this part; null: there is none in the forecast. */
  stuckFrom: instant.nullable(),
})

/**
 * What the owner can do. `do`: an update at a time of one's own; `helps`: changes what is ahead for the better; `choice`: the next
 * automatic update can be left out; `done`: a setting that helps as it is; `no-help`: one might think so, but it does not; `warning`:
 * only others can help.
 */
export const advice = z.strictObject({
  kind: z.enum(REMEDY_KINDS),
  title: z.string(),
  text: z.string(),
  /** A patch for the shoot to copy, when there is one, and which kind: for `kubectl patch --type`. */
  patch: z.string().nullable(),
  patchType: z.enum(PATCH_TYPES).nullable(),
  /** The advice as edits of a plan; empty if there is no patch. */
  edits: z.array(plannedEdit),
  /** When it is to be done, so that it helps; null: it is due already, or there is nothing to do. */
  before: instant.nullable(),
  /** Whether operators are to be asked for a later end of a version. */
  asksForTime: z.boolean(),
})

/** What helps clusters that fail for one cause, or whom to ask, most of them first; what helps one of them need not help another. */
export const remedies = z.array(
  z.strictObject({
    /** A sentence without its full stop. */
    text: z.string(),
    /** False: only who is asked can do it. */
    byOwner: z.boolean(),
    /** How many of them it helps, as far as they were looked at. */
    clusters: z.int(),
    /** In how many of these the advice is about pools with other names. */
    otherPools: z.int(),
    first: z.strictObject({ namespace: z.string(), project: z.string(), name: z.string() }),
  }),
)
export type RemedyBodies = z.infer<typeof remedies>

export const failingSoFar = z.strictObject({
  /** Begin of the first window in a row, as far as the dates of the profile tell; null: they do not. */
  since: instant.nullable(),
  /** How many windows from that one to the last maintenance. */
  nights: z.int().nullable(),
  /** When the last maintenance was; where Gardener reports nothing of what failed, the begin of its window. */
  last: instant,
})

/** What may become known of a version in a profile, or of the settings of a cluster. */
export const knowledge = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('listed'), stage: runningStage, expires: instant.nullable() }),
  z.strictObject({ kind: z.literal('removed') }),
  z.strictObject({ kind: z.literal('stage'), stage: runningStage, expires: instant.nullable() }),
  z.strictObject({ kind: z.literal('expiry'), from: instant.nullable(), to: instant.nullable() }),
  z.strictObject({ kind: z.literal('expired') }),
  z.strictObject({ kind: z.literal('auto-update'), of: z.enum(['kubernetes', 'machineImage']), on: z.boolean() }),
  z.strictObject({ kind: z.literal('window'), from: z.string().nullable(), to: z.string().nullable() }),
  /** Another profile was chosen. */
  z.strictObject({ kind: z.literal('profile'), from: z.string(), to: z.string() }),
])

/** A value with what had been said about a version already when the sixty days or the record began. */
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

export type ShootRow = z.infer<typeof shootRow>

export type LaneBody = z.infer<typeof lane>

export type LaneSegmentBody = z.infer<typeof laneSegment>

export type Advice = z.infer<typeof advice>

export type FailingSoFar = z.infer<typeof failingSoFar>

export type KnownFact = z.infer<typeof knownFact>

export const shootAnswer = z.strictObject({
  ...evidence,
  /** What is wrong with the object as it was read, and what was done about it. */
  problems: z.array(problem),
  shoot: shootRow,
  /** Whether the user may change it. */
  mayEdit: z.boolean(),
  /** The page of the cluster in the Gardener dashboard, if `DASHBOARD_URL` says how these pages are called; else null. */
  dashboard: z.string().nullable(),
  /** How far ahead is computed. */
  until: instant,
  /** The last date that is set and matters here; beyond it nothing is known. Null: no date is set. */
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
      /** Whether the forecast says so, as `at` lies ahead; else it is recorded. */
      foreseen: z.boolean(),
      /** What it did, read from Gardener's words; null: nothing, or it does not say. What fields held is not told. */
      step: forecastStep.nullable(),
    })
    .nullable(),
  /** Why and since when maintenance fails; null: it does not. */
  stuck: z
    .strictObject({
      /**
       * Maintenance failed in the last window, as `lastMaintenance` says, and the first step goes on with that; null: it does not, or
       * that is not known.
       */
      failing: failingSoFar.nullable(),
      /** Every dead end on the way, in order of time. */
      deadEnds: z.array(deadEnd),
    })
    .nullable(),
  /** Whether something should have left an expired version in windows that have passed, and no record says why it did not. */
  overdue: z.boolean(),
  /** What else stands in the way of maintenance or follows from it, as whole sentences. */
  constraints: z.array(
    z.strictObject({
      severity: z.enum(SEVERITIES),
      text: z.string(),
      /** gardenlet reports it as not met, and an update is foreseen. */
      reported: z.boolean(),
    }),
  ),
  advice: z.array(advice),
  /** The roll-outs in the order of the pools. */
  rollouts: z.array(rollout),
  /** Pools with an update in place that is not finished. */
  pending: z.array(z.string()),
})

export type ShootAnswer = z.infer<typeof shootAnswer>
