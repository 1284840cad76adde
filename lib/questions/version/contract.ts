import { z } from 'zod'
import { rulePart } from '@/lib/contract/apply'
import { runningVersion } from '@/lib/contract/clusters'
import {
  clock,
  clusterName,
  eventKind,
  evidence,
  instant,
  nodeRange,
  profileRef,
  runningStage,
  wordedVersion,
  zoneName,
} from '@/lib/contract/common'
import { PROTOCOL } from '@/lib/contract/landscapes'
import { heldWhy, holder, offeredVersion, path } from '@/lib/contract/lifecycle'
import { notFound, type Route } from '@/lib/contract/route'
import { leaving } from '@/lib/contract/steps'
import { KIND_PROPERTIES } from '@/lib/engine/policy/evidence'

/** `GET /api/evidence/aws/kubernetes/1.36.2`: the path is that of `GET /api/versions/…`. */
const promotionEvidenceQuery = z.strictObject({
  ...clock,
  /** A rule of one's own in the place of that of the policy: clusters at least, days at least, failed updates at most. */
  rule: z
    .string()
    .regex(/^\d{1,6},\d{1,4},\d{1,6}$/, 'must be three numbers: clusters, days and failed updates, e.g. 3,14,0')
    .optional(),
})

/** How many days and kinds are read from another landscape. */
const MOST_TOLD = 20_000

/** For how many seconds of a week a condition was not `True`; null: it is not known. */
const perWeek = z.int().nullable()

const updates = {
  /** The updates to this version, as far as they were recorded. */
  updates: z.int(),
  /** Denied by the API server, or the last operation failed at it or after it. */
  failed: z.int(),
}

export const promotionEvidenceAnswer = z.strictObject({
  ...evidence,
  profile: profileRef,
  ...wordedVersion,
  stage: runningStage,
  /** When it expires; null: no date is set. */
  expires: instant.nullable(),
  /** The instant since which anything is recorded; null: nothing is. */
  since: instant.nullable(),
  /** Up to when it is told. */
  known: instant,
  /** Clusters of the profile that might run it, of those that the user may see; `isCut`: there may be others. */
  among: z.int(),
  isCut: z.boolean(),
  clusters: z.strictObject({
    /** The number of clusters that have run it. */
    ran: z.int(),
    /** How many of these run it now. */
    running: z.int(),
  }),
  /** When the first of them was seen on it; null: none was. */
  firstAt: instant.nullable(),
  /** False: some ran it when recording began, so there was more of it. */
  isWhole: z.boolean(),
  /** The sum of the days of all clusters; time in which a cluster slept is left out. */
  clusterDays: z.number(),
  /** How that came together: at first, at the end of every day (UTC), and at last. `clusters`: how many ran it just then. */
  course: z.array(z.object({ at: instant, clusters: z.int(), clusterDays: z.number() })).max(MOST_TOLD),
  ...updates,
  /** The last 200 updates, in the order in which they began. */
  order: z.array(z.strictObject({ ...clusterName, at: instant, from: z.string(), failed: z.boolean() })),
  /** The rule, part by part; null: there is none. */
  rule: z
    .strictObject({
      origin: z.enum(['policy', 'asked']),
      /** Names of other landscapes that it counts as well: `parts` tell of this one alone, `beside` of a draft that is applied of those. */
      landscapes: z.array(z.string()),
      parts: z.array(
        z.strictObject({
          part: rulePart,
          value: z.number(),
          limit: z.int(),
          isMet: z.boolean(),
        }),
      ),
    })
    .nullable(),
  /** The properties by which clusters are told apart; `tried` of `clusters` have run it. */
  kinds: z
    .array(z.object({ property: z.enum(KIND_PROPERTIES), value: z.string(), clusters: z.int(), tried: z.int() }))
    .max(MOST_TOLD),
  /** How many clusters are of some kind that has not been tried. */
  untried: z.int(),
  health: z.strictObject({
    /** Clusters that were updated to it and of which both is known; `before`: in the seven days before. Null: there are none. */
    same: z.object({ clusters: z.int(), before: z.int(), since: z.int() }).nullable(),
    /** The one of them that makes most of the difference, and what it is without it; null: none does. */
    outlier: z.strictObject({ ...clusterName, before: z.int(), since: z.int() }).nullable(),
  }),
  /** The first 200 clusters that ran it, in the order in which they came to it. */
  items: z.array(
    z.strictObject({
      ...clusterName,
      region: z.string().nullable(),
      purpose: z.string().nullable(),
      at: instant,
      /** `before`: it ran it when recording began. `made`: it, or a pool of it, was made with it. */
      arrival: z.enum(['before', 'made', 'updated']),
      /** What it was updated from; null: it was not. */
      from: z.string().nullable(),
      before: perWeek,
      since: perWeek,
      running: z.boolean(),
    }),
  ),
  /** What went wrong while they ran it, and updates to it that were denied; newest first, the last 200. */
  errors: z.array(
    z.strictObject({
      ...clusterName,
      at: instant,
      /** Null: it is not over. */
      until: instant.nullable(),
      /** `denied`: the API server took nothing of it. `failed`: Gardener gave up. `error`: it tried again. */
      kind: z.enum(['denied', 'failed', 'error']),
      /** The errors in the words of Gardener. */
      errors: z.array(z.strictObject({ description: z.string(), codes: z.array(z.string()) })),
    }),
  ),
  errorsTotal: z.int(),
  /** The version that it would replace; null: there is none. */
  predecessor: z
    .strictObject({
      version: z.string(),
      /** What happened since this version is known to be listed: its own updates, its health, and the clusters that ran it. */
      from: instant,
      clusters: z.int(),
      ...updates,
      /** Codes of the errors that failed, with how many of these updates had them. */
      codes: z.array(z.strictObject({ code: z.string(), updates: z.int() })),
      perWeek,
      /** When it was promoted itself, and where it stood then; `isWhole` false: there was more of it. Null: it was not seen. */
      promoted: z.strictObject({ at: instant, clusterDays: z.number(), isWhole: z.boolean() }).nullable(),
    })
    .nullable(),
})

export type PromotionEvidenceAnswer = z.infer<typeof promotionEvidenceAnswer>

const recordedHere = promotionEvidenceAnswer.shape

/**
 * What is told of it to pages of other landscapes: figures, and no name of a cluster. What it does not say is left out of it: another
 * release may say more.
 */
export const landscapeEvidenceAnswer = z.object({
  ...evidence,
  /** The version of the protocol between landscapes. */
  protocol: z.literal(PROTOCOL),
  /** The highest version of Gardener that works on the clusters of this landscape; null: none says one. */
  gardener: z.string().nullable(),
  /** Whether there may be clusters that the user may not see: all figures are of the others. */
  isCut: z.boolean(),
  /** Null: the profile does not list it and no cluster runs it, or the user sees no such profile. */
  found: z
    .object({
      stage: recordedHere.stage,
      expires: recordedHere.expires,
      since: recordedHere.since,
      known: recordedHere.known,
      among: recordedHere.among,
      ran: z.int(),
      running: z.int(),
      firstAt: recordedHere.firstAt,
      isWhole: recordedHere.isWhole,
      clusterDays: recordedHere.clusterDays,
      course: recordedHere.course,
      ...updates,
      kinds: recordedHere.kinds,
      health: recordedHere.health.shape.same,
    })
    .nullable(),
})

export type LandscapeEvidenceAnswer = z.infer<typeof landscapeEvidenceAnswer>

/**
 * `GET /api/versions/aws/kubernetes/1.33.6`, `/api/versions/garden-core/aws-ext/gardenlinux/1592.9.0`: the profile, then
 * `kubernetes` or an image's name, then the version.
 */
export const versionQuery = z.strictObject({
  ...clock,
  /** Sentences tell days of this IANA zone; default: UTC. */
  zone: zoneName.optional(),
})

/** Clusters that a recorded maintenance took from one version to another. */
const recorded = z.strictObject({ version: z.string(), clusters: z.int(), firstAt: instant, lastAt: instant })

/** Clusters for which the same holds; the first of them by name. */
const holding = z.strictObject({
  why: heldWhy,
  clusters: z.int(),
  /** The instant by which the last of them has left; null: not all leave by themselves. */
  leaves: instant.nullable(),
  examples: z.array(holder),
})

export const versionAnswer = z.strictObject({
  ...evidence,
  profile: profileRef,
  /** Namespaced profiles: the CloudProfile it builds on. */
  parent: z.string().nullable(),
  ...wordedVersion,
  /** A sentence if the rules do not know what its minor removes; null: they do, or it is a version of an image. */
  unsupported: z.string().nullable(),
  /** Null: the profile does not list it, but clusters run it. */
  offered: offeredVersion.nullable(),
  clusters: z.int(),
  nodes: nodeRange,
  /** What the last maintenance of each cluster of the profile says: who came here by it, and who left by it. */
  past: z.strictObject({ came: z.array(recorded), left: z.array(recorded) }),
  /** How many clusters are on it: at `at`, then after each day on which that changes, with the instant of the last change. */
  course: z.array(z.strictObject({ at: instant, clusters: z.int() })),
  /** The ways of the clusters that are on it, and of those that come to it. */
  path,
  /** The projects: those whose clusters fail first, then by time. */
  projects: z.array(
    z.strictObject({
      project: z.string(),
      clusters: z.int(),
      nodes: nodeRange,
      /** Clusters that are updated automatically. */
      auto: z.int(),
      /** Clusters that fail to leave, be it for a time. */
      fails: z.int(),
      /** When the first and the last of those that leave do. */
      leaves: z.strictObject({ firstAt: instant, lastAt: instant, kind: eventKind }).nullable(),
    }),
  ),
  projectsTotal: z.int(),
  /** Clusters on it, those that fail first, then by the instant at which they leave. */
  items: z.array(
    z.strictObject({
      ...clusterName,
      nodes: nodeRange,
      auto: z.boolean(),
      /** When it leaves this version or, where it never does, begins to fail to; null: not as far as is known. */
      next: leaving.nullable(),
      /** When and why its maintenance fails to leave the version, until the cluster leaves. */
      fails: z.strictObject({ from: instant, cause: z.string().nullable() }).nullable(),
    }),
  ),
  holds: z.strictObject({
    /** How many of the clusters below are of this profile, and of each namespaced one that builds on it and has some. */
    profiles: z.array(z.strictObject({ profile: profileRef, clusters: z.int() })),
    /** The groups, also of clusters on namespaced profiles that build on this one; clusters that never leave come first. */
    groups: z.array(holding),
    /** Clusters that the API server does not look at: only a pool of theirs has the version for itself. */
    uncounted: z.int(),
    /** Clusters that run it and that the user may not see. */
    others: z.int(),
    /** Namespaced profiles that say something of it, and until when they give it. */
    overrides: z.array(z.strictObject({ profile: profileRef, until: instant.nullable() })),
    /**
     * The instant by which the last one has left; null: no cluster runs it, some do not leave by themselves, or it is not known for all.
     */
    lastLeaves: instant.nullable(),
    /** What Gardener answers to its removal now; null: it is not this profile that lists it. */
    refusals: z.array(z.string()).nullable(),
    refusalsTotal: z.int(),
  }),
  /** Profiles in which who names no version gets it, at some time from now on: this one and those that build on it. */
  defaults: z.array(
    z.strictObject({
      profile: profileRef,
      spans: z.array(z.strictObject({ from: instant, to: instant.nullable() })),
    }),
  ),
  /** What is offered in its place, as the profile is now. */
  instead: z.array(
    z.strictObject({
      /** `automatic`, `forced`: where maintenance goes; `new`: what a new cluster gets that names none. */
      for: z.enum(['automatic', 'forced', 'new']),
      ...runningVersion.shape,
    }),
  ),
  /** Images only: where in-place updates lead, of every listed version, highest first; and what kubelets it supports. */
  image: z
    .strictObject({
      inPlace: z.array(z.strictObject({ from: z.string(), to: z.array(z.string()) })),
      /** The listed Kubernetes versions, and whether the image fits kubelets of them. */
      kubelets: z.array(z.strictObject({ version: z.string(), fits: z.boolean() })),
    })
    .nullable(),
  /** Kubernetes only: which image versions support its kubelets. */
  images: z
    .array(z.strictObject({ image: z.string(), fit: z.array(z.string()), unfit: z.array(z.string()) }))
    .nullable(),
  /** Pools that run it, those that are alike together, most first. */
  pools: z.array(
    z.strictObject({
      /** The image, for a Kubernetes version. */
      image: z.string().nullable(),
      architecture: z.string(),
      machineType: z.string(),
      cri: z.string(),
      updateStrategy: z.string(),
      /** For an image: the `major.minor` of the kubelets. */
      kubelet: z.string().nullable(),
      pools: z.int(),
      clusters: z.int(),
      nodes: nodeRange,
    }),
  ),
  poolsTotal: z.int(),
})

export type VersionAnswer = z.infer<typeof versionAnswer>

export const versionRoute = {
  name: 'GET /api/versions/[...ref]',
  summary:
    'One version of a profile, e.g. `/api/versions/aws/kubernetes/1.33.6`: its life, who runs it, where they go, what prevents its removal',
  query: versionQuery,
  answer: versionAnswer,
  ofLandscape: true,
  refusals: notFound,
} as const satisfies Route

export const evidenceRoute = {
  name: 'GET /api/evidence/[...ref]',
  summary:
    'What is recorded of clusters that run a version, e.g. `/api/evidence/aws/kubernetes/1.36.2`, beside the version that it would replace; `rule` checks a rule of your own',
  query: promotionEvidenceQuery,
  answer: promotionEvidenceAnswer,
  costly: 'sight',
  refusals: notFound,
} as const satisfies Route

export const landscapeEvidenceRoute = {
  name: 'GET /api/landscapes/evidence/[...ref]',
  summary:
    'The figures of `GET /api/evidence` for other landscapes, e.g. `/api/landscapes/evidence/aws/kubernetes/1.36.2`; their pages may ask it too',
  query: z.strictObject(clock),
  answer: landscapeEvidenceAnswer,
  costly: 'sight',
} as const satisfies Route
