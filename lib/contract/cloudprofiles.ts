import { z } from 'zod'
import { IMAGE_STRATEGIES, PROFILE_DEAD_END_KINDS } from '@/lib/engine/words'
import {
  clock,
  eventKind,
  evidence,
  instant,
  nodeRange,
  oneOrTwoNames,
  problem,
  profileRef,
  runningStage,
  stage,
} from './common'
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
  /** At `at`. */
  stage,
  /** False without classification and lifecycle: Gardener treats it as supported, until its date if it has one. */
  classified: z.boolean(),
  spans: z.array(stageSpan),
  expires: instant.nullable(),
  /**
   * Clusters that run it in their control plane or in at least one pool (`/api/shoots?profile=…&version=…`), the projects
   * they are in and the nodes they may have: images: of the pools that run it.
   */
  clusters: z.int(),
  projects: z.int(),
  nodes: nodeRange,
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

export const profileSummary = z.strictObject({
  ref: profileRef,
  /** Namespaced profiles: the CloudProfile it builds on. */
  parent: z.string().nullable(),
  resourceVersion: z.string().nullable(),
  clusters: z.int(),
  projects: z.int(),
  kubernetesVersions: z.int(),
  images: z.int(),
  /** Kubernetes minors on offer that are not expired, newest first. */
  minors: z.array(z.string()),
  forced90: z.int(),
  stuck: z.int(),
  /** The next expiry that hits a cluster. */
  nextExpiry: z.strictObject({ at: instant, what: z.string(), version: z.string(), clusters: z.int() }).nullable(),
})

export const profilesAnswer = z.strictObject({ ...evidence, total: z.int(), items: z.array(profileSummary) })

/** How clusters move on: columns are versions, bands are moves. It begins at one version, or at those from which others come to it. */
export const path = z.strictObject({
  nodes: z.array(
    z.strictObject({
      version: z.string(),
      stage: runningStage,
      column: z.int(),
      /** Clusters that pass or stay here, of those selected. */
      clusters: z.int(),
      /** Of these: how many run the version that was asked about now; 0 for all others. */
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
      /** Of those that fail: clusters whose last maintenance failed too. */
      failedLast: z.int(),
      /** When the first and the last of them move or, where they fail, begin to fail. */
      firstAt: instant,
      lastAt: instant,
      /** When those that fail for a time do so no more, the first and the last of them; null: of no one is that known. */
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

/** Who is on the selected version and what will happen to them. */
export const versionPanel = z.strictObject({
  /** `Kubernetes` or the image's name. */
  what: z.string(),
  version: z.string(),
  clusters: z.int(),
  projects: z.int(),
  nodes: nodeRange,
  path,
  /** Clusters that do not run it now and move to it within a year; how many of them within a day, and when the first does. */
  arriving: z.strictObject({ clusters: z.int(), withinDay: z.int(), firstAt: instant.nullable() }),
  /** Largest first by nodes, those without auto-update; `next` is when they leave this version or fail to. */
  largest: z.array(
    z.strictObject({
      namespace: z.string(),
      name: z.string(),
      project: z.string(),
      nodes: nodeRange,
      next: leaving.nullable(),
    }),
  ),
  notOnAutoUpdate: z.int(),
})

/** `GET /api/cloudprofiles/NAME` and `/api/cloudprofiles/NAMESPACE/NAME`; `select=kubernetes/1.33.6` or `select=gardenlinux/1592.9.0`. */
export const profileQuery = z.strictObject({ ...clock, select: oneOrTwoNames.optional() })

/** Versions that nothing leads away from once they have expired, as the profile is now. */
export const profileDeadEnd = z.strictObject({
  kind: z.enum(PROFILE_DEAD_END_KINDS),
  /** `Kubernetes` or the image's name. */
  what: z.string(),
  /** Of one minor (images: of one group), highest first. */
  versions: z.array(z.string()),
  /** The last of them expires then: from then on they are all stuck. Null: they always were. */
  since: instant.nullable(),
  /** When a way opens, as far as dates are set. */
  until: instant.nullable(),
  /** Clusters on them now. */
  clusters: z.int(),
  text: z.string(),
})

export const profileAnswer = z.strictObject({
  ...evidence,
  /** What is wrong with the object as it was read, and what was done about it. */
  problems: z.array(problem),
  profile: profileSummary,
  kubernetes: z.array(offeredVersion),
  images: z.array(
    z.strictObject({
      name: z.string(),
      updateStrategy: z.enum(IMAGE_STRATEGIES),
      versions: z.array(offeredVersion),
    }),
  ),
  /** Null when nothing is selected. */
  selected: versionPanel.nullable(),
  /** Versions that clusters run but the profile does not list. */
  notListed: z.array(z.strictObject({ what: z.string(), version: z.string(), clusters: z.int() })),
  /** In order of time. */
  deadEnds: z.array(profileDeadEnd),
  /** Of a namespaced profile: ends that it gives versions, and of which nothing comes, as whole sentences. */
  idle: z.array(z.string()),
})

export type StageSpan = z.infer<typeof stageSpan>
export type OfferedVersion = z.infer<typeof offeredVersion>
export type ProfileSummary = z.infer<typeof profileSummary>
export type ProfilesAnswer = z.infer<typeof profilesAnswer>
export type ProfileQuery = z.infer<typeof profileQuery>
export type ProfileAnswer = z.infer<typeof profileAnswer>
export type VersionPanel = z.infer<typeof versionPanel>
export type ProfileDeadEnd = z.infer<typeof profileDeadEnd>
export type PathBody = z.infer<typeof path>
