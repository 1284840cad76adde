import { z } from 'zod'
import { clusterName, eventKind, instant, nodeRange, runningStage, stage, wordedVersion } from './common'
import { leaving } from './steps'

/**
 * A stretch of a version's life. It holds strictly after `from`, and at `to` too. `from` null: since before anything is known; `to` null:
 * no end is set.
 */
export const stageSpan = z.strictObject({ stage, from: instant.nullable(), to: instant.nullable() })

/** A version on offer, as the timeline and its table show it. */
export const offeredVersion = z.strictObject({
  version: z.string(),
  /** `1.33` for Kubernetes, the grouping minor for images. */
  minor: z.string(),
  /** The stage at `at`. */
  stage,
  /** False without classification and lifecycle: Gardener treats it as supported, until its date if it has one. */
  classified: z.boolean(),
  spans: z.array(stageSpan),
  expires: instant.nullable(),
  /** Clusters that run it in their control plane or in at least one pool (`/api/shoots?profile=…&version=…`). */
  clusters: z.int(),
  /** A new cluster that names no version gets this one. */
  defaultForNew: z.boolean(),
  /** Auto-update of at least one listed lower version ends here. */
  autoTarget: z.boolean(),
  /** The highest one offered; Kubernetes: no expiry may be set. */
  latest: z.boolean(),
  /** Images only. */
  image: z
    .strictObject({
      architectures: z.array(z.string()),
      cri: z.array(z.string()),
      kubeletVersionConstraint: z.string().nullable(),
      inPlaceUpdates: z.strictObject({ supported: z.boolean(), minVersionForUpdate: z.string().nullable() }).nullable(),
    })
    .nullable(),
})

/** Why a cluster keeps a version from being removed. */
export const heldWhy = z.enum(['deleting', 'failed', 'noNextVersion', 'window', 'overdue', 'extended', 'nothing'])

/** A cluster that does. */
export const holder = z.strictObject({
  ...clusterName,
  /** Whether the control plane runs it, and which pools do: of Kubernetes those with a version of their own. */
  controlPlane: z.boolean(),
  pools: z.array(z.string()),
  reason: z.string(),
  /** The instant by which it has left, at the latest; null: it does not leave by itself. */
  leaves: instant.nullable(),
})

/** How clusters move on: columns are versions, bands are moves. It begins at one version, or at those from which others come to it. */
export const path = z.strictObject({
  nodes: z.array(
    z.strictObject({
      version: z.string(),
      stage: runningStage,
      column: z.int(),
      /** Clusters that pass or stay here, of those selected. */
      clusters: z.int(),
      /** How many of these run now the version that was asked about; 0 for all other versions. */
      now: z.int(),
      /** Clusters that run it already and are not of those that pass or stay here. */
      already: z.int(),
      /** When it expires; null: nothing further is known. */
      expires: instant.nullable(),
    }),
  ),
  bands: z.array(
    z.strictObject({
      from: z.string(),
      /** Null: they fail, and are not seen to move. */
      to: z.string().nullable(),
      /** `fails`: for good, or for a time and then they move to `to`. */
      kind: eventKind,
      clusters: z.int(),
      /** How many of those that fail had a last maintenance that failed too. */
      failedLast: z.int(),
      /** When the first and the last of them move or, where they fail, begin to fail. */
      firstAt: instant,
      lastAt: instant,
      /** When those that fail for a time do so no more, the first and the last of them; null: that is known of none. */
      over: z.strictObject({ firstAt: instant, lastAt: instant }).nullable(),
      /** How those that fail for a time move to `to` in the end; else null. */
      onward: eventKind.extract(['auto', 'forced']).nullable(),
      rolling: z.int(),
      inPlace: z.int(),
      kubeletRestart: z.int(),
      cause: z.string().nullable(),
    }),
  ),
})

/** The clusters on the selected version and what will happen to them. */
export const versionPanel = z.strictObject({
  ...wordedVersion,
  clusters: z.int(),
  projects: z.int(),
  nodes: nodeRange,
  path,
  /** Clusters that do not run it now and move to it within 12 months; how many of them within a day, and when the first does. */
  arriving: z.strictObject({ clusters: z.int(), withinDay: z.int(), firstAt: instant.nullable() }),
  /** Largest first by nodes, those without auto-update; `next` is when they leave this version or fail to. */
  largest: z.array(
    z.strictObject({
      ...clusterName,
      nodes: nodeRange,
      next: leaving.nullable(),
    }),
  ),
  notOnAutoUpdate: z.int(),
})

export type HoldReasonBody = z.infer<typeof heldWhy>

export type StageSpanBody = z.infer<typeof stageSpan>

export type OfferedVersionBody = z.infer<typeof offeredVersion>

export type VersionPanelBody = z.infer<typeof versionPanel>

export type PathBody = z.infer<typeof path>
