import { z } from 'zod'
import {
  clock,
  eventKind,
  evidence,
  instant,
  nodeRange,
  profileRef,
  runningStage,
  zoneName,
} from '@/lib/contract/common'
import { offeredVersion, path } from '@/lib/contract/lifecycle'
import { notFound, type Route } from '@/lib/contract/route'
import { leaving } from '@/lib/contract/steps'
import { promotionEvidenceAnswer, promotionEvidenceQuery } from './contract/evidence'

/**
 * `GET /api/versions/aws/kubernetes/1.33.6`, `/api/versions/garden-core/aws-ext/gardenlinux/1592.9.0`: the profile, then
 * `kubernetes` or an image's name, then the version.
 */
export const versionQuery = z.strictObject({
  ...clock,
  /** Sentences tell days of this IANA zone; default: UTC. */
  zone: zoneName.optional(),
})

const listedVersion = z.strictObject({ version: z.string(), stage: runningStage, expires: instant.nullable() })

/** Clusters that a recorded maintenance took from one version to another. */
const recorded = z.strictObject({ version: z.string(), clusters: z.int(), firstAt: instant, lastAt: instant })

const clusterName = { namespace: z.string(), name: z.string(), project: z.string() }

/** Clusters for which the same holds; the first of them by name. */
const holding = z.strictObject({
  why: z.enum(['deleting', 'failed', 'noNextVersion', 'window', 'overdue', 'extended', 'nothing']),
  clusters: z.int(),
  /** By when the last of them has left; null: not all do by themselves. */
  leaves: instant.nullable(),
  examples: z.array(
    z.strictObject({
      ...clusterName,
      /** Whether the control plane runs it, and which pools do: of Kubernetes those with a version of their own. */
      controlPlane: z.boolean(),
      pools: z.array(z.string()),
      reason: z.string(),
      leaves: instant.nullable(),
    }),
  ),
})

export const versionAnswer = z.strictObject({
  ...evidence,
  profile: profileRef,
  /** Namespaced profiles: the CloudProfile it builds on. */
  parent: z.string().nullable(),
  /** `Kubernetes` or the image's name. */
  what: z.string(),
  version: z.string(),
  /** That the rules do not know what its minor takes away, as a sentence; null: they do, or it is of an image. */
  unsupported: z.string().nullable(),
  /** Null: the profile does not list it, but clusters run it. */
  offered: offeredVersion.nullable(),
  /** The listed versions next to it. */
  older: z.string().nullable(),
  newer: z.string().nullable(),
  clusters: z.int(),
  nodes: nodeRange,
  /** What the last maintenance of each cluster of the profile says: who came here by it, and who left by it. */
  past: z.strictObject({ came: z.array(recorded), left: z.array(recorded) }),
  /** How many clusters are on it: at `at`, then after each day on which that changes, with the instant of the last change. */
  course: z.array(z.strictObject({ at: instant, clusters: z.int() })),
  /** Of the clusters that are on it, and of those that come to it. */
  path,
  /** By project, whose clusters fail first, then by time. */
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
      /** From when until when its maintenance fails to bring it on; `until` null: as far as is known for good. */
      fails: z.strictObject({ from: instant, until: instant.nullable(), cause: z.string().nullable() }).nullable(),
    }),
  ),
  holds: z.strictObject({
    /** Also of clusters on namespaced profiles that build on this one; who never leaves comes first. */
    groups: z.array(holding),
    /** Clusters that the API server does not look at: only a pool of theirs has the version for itself. */
    uncounted: z.int(),
    /** Clusters that run it and that whoever asks may not see. */
    others: z.int(),
    /** Namespaced profiles that say something of it, and until when they give it. */
    overrides: z.array(z.strictObject({ profile: profileRef, until: instant.nullable() })),
    /** By when the last one has left; null: nobody runs it, some do not leave by themselves, or it is not known of all. */
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
      ...listedVersion.shape,
    }),
  ),
  /** Images only: where in-place updates lead, of every listed version, highest first; and what kubelets it supports. */
  image: z
    .strictObject({
      inPlace: z.array(z.strictObject({ from: z.string(), to: z.array(z.string()) })),
      /** Of the listed Kubernetes versions. */
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
      /** Of a Kubernetes version. */
      image: z.string().nullable(),
      architecture: z.string(),
      machineType: z.string(),
      cri: z.string(),
      updateStrategy: z.string(),
      /** Of an image: `major.minor` of their kubelets. */
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
    'One version of a profile, e.g. `/api/versions/aws/kubernetes/1.33.6`: its life, who runs it, where they go, what keeps it ' +
    'from being removed, what is offered instead',
  query: versionQuery,
  answer: versionAnswer,
  refusals: notFound,
} as const satisfies Route

export type VersionRoute = typeof versionRoute

export const evidenceRoute = {
  name: 'GET /api/evidence/[...ref]',
  summary:
    'What is recorded of the clusters that run a version, e.g. `/api/evidence/aws/kubernetes/1.36.2`: for how long, what failed, how they ' +
    'are doing, what nobody has tried; beside the version that it would replace, and a `rule` of one’s own part by part',
  query: promotionEvidenceQuery,
  answer: promotionEvidenceAnswer,
  costly: 'sight',
  refusals: notFound,
} as const satisfies Route

export type EvidenceRoute = typeof evidenceRoute
