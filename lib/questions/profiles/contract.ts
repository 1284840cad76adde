import { z } from 'zod'
import {
  clock,
  clockQuery,
  eventKind,
  evidence,
  instant,
  objectName,
  oneOrTwoNames,
  problem,
  profileRef,
  wordedVersion,
} from '@/lib/contract/common'
import { offeredVersion, versionPanel } from '@/lib/contract/lifecycle'
import { notFound, type Route } from '@/lib/contract/route'
import { IMAGE_STRATEGIES, OWN_PARTS, PROFILE_DEAD_END_KINDS, VERSION_DIFFERENCES } from '@/lib/engine/kinds'
import { changeEffectAnswer, changeEffectQuery, profileHistoryAnswer, profileHistoryQuery } from './contract/history'
import { newClusterAnswer, newClusterQuery } from './contract/new-cluster'

export const profileSummary = z.strictObject({
  ref: profileRef,
  /** Namespaced profiles: the CloudProfile it builds on. */
  parent: z.string().nullable(),
  resourceVersion: z.string().nullable(),
  clusters: z.int(),
  projects: z.int(),
  kubernetesVersions: z.int(),
  images: z.int(),
  forced90: z.int(),
  stuck: z.int(),
  /** The next expiry that hits a cluster. */
  nextExpiry: z.strictObject({ at: instant, ...wordedVersion, clusters: z.int() }).nullable(),
})

/** The figures of a CloudProfile, with the clusters of the namespaced profiles that build on it. */
const profileWithThose = z.strictObject({
  ...profileSummary.shape,
  whole: z.strictObject({
    /** How many namespaced profiles count in it. */
    namespaced: z.int(),
    clusters: z.int(),
    forced90: z.int(),
    stuck: z.int(),
    /** The expiries of the next 12 months that hit a cluster, in order of time; `fails` of its clusters cannot leave the version. */
    expiries: z.array(z.strictObject({ at: instant, ...wordedVersion, clusters: z.int(), fails: z.int() })),
  }),
})

export const profilesAnswer = z.strictObject({
  ...evidence,
  /** How far `expiries` reach. */
  until: instant,
  total: z.int(),
  items: z.array(profileWithThose),
})

/** `GET /api/cloudprofiles/NAME` and `/api/cloudprofiles/NAMESPACE/NAME`; `select=kubernetes/1.33.6` or `select=gardenlinux/1592.9.0`. */
export const profileQuery = z.strictObject({ ...clock, select: oneOrTwoNames.optional() })

/** Versions that nothing leads away from once they have expired, as the profile is now. */
export const profileDeadEnd = z.strictObject({
  kind: z.enum(PROFILE_DEAD_END_KINDS),
  /** `Kubernetes` or the image's name. */
  what: z.string(),
  /** The versions of one minor (images: of one group), highest first. */
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
  notListed: z.array(z.strictObject({ ...wordedVersion, clusters: z.int() })),
  /** The dead ends in order of time. */
  deadEnds: z.array(profileDeadEnd),
  /** For a namespaced profile: expiry dates of its own that have no effect, as whole sentences. */
  idle: z.array(z.string()),
})

export type ProfileSummary = z.infer<typeof profileSummary>

export type ListedProfile = z.infer<typeof profileWithThose>

export type ProfilesAnswer = z.infer<typeof profilesAnswer>

export type ProfileAnswer = z.infer<typeof profileAnswer>

export type ProfileDeadEndBody = z.infer<typeof profileDeadEnd>

/** `GET /api/compare?a=aws&b=gcp`: two profiles beside each other, version by version. */
const compareQuery = z.strictObject({ ...clock, a: oneOrTwoNames, b: oneOrTwoNames })

const profile = profileSummary.pick({ ref: true, parent: true, resourceVersion: true, clusters: true })

const strategy = z.enum(IMAGE_STRATEGIES).nullable()

/** A version that at least one of them lists. */
const comparedVersion = z.strictObject({
  version: z.string(),
  /** The version as each of the profiles offers it; null: the profile does not list it. */
  a: offeredVersion.nullable(),
  b: offeredVersion.nullable(),
  /** Clusters that run it on the profile that does not list it. */
  unlisted: z.int(),
  /** What matters most first; empty: both say the same of it. Stages that were over before `at` do not count. */
  differences: z.array(z.enum(VERSION_DIFFERENCES)),
  /** What the namespaced one does with it; null: neither builds on the other, or only the parent lists it. */
  own: z.enum(OWN_PARTS).nullable(),
})

export const compareAnswer = z.strictObject({
  ...evidence,
  a: profile,
  b: profile,
  /** Which of the two builds on the other; null: neither does. */
  child: z
    .strictObject({
      side: z.enum(['a', 'b']),
      /** Ends that it gives versions, and of which nothing comes, as whole sentences. */
      idle: z.array(z.string()),
      /** Machine types that it adds, or says anew. */
      machineTypes: z.array(z.string()),
    })
    .nullable(),
  /** Kubernetes, then each image that one of them has. */
  lists: z.array(
    z.strictObject({
      /** `Kubernetes` or the image's name. */
      what: z.string(),
      /** How far automatic updates of the image go; null: of Kubernetes, and where a profile does not have the image. */
      updateStrategies: z.strictObject({ a: strategy, b: strategy }),
      /** Newest first. */
      versions: z.array(comparedVersion),
    }),
  ),
})

export type CompareAnswer = z.infer<typeof compareAnswer>

/** `GET /api/updates/nearest`: where the clock steps to. */
const nearestUpdateQuery = z.strictObject({
  /** The update itself lies after (or before) it, never at it. Default: now. */
  from: instant.optional(),
  seen: clock.seen,
  /** `previous`: the last one before `from`, but not before now. */
  direction: z.enum(['next', 'previous']).default('next'),
  /** `forced`: only what is forced or fails. */
  only: z.enum(['forced']).optional(),
  /** Only this cluster: both fields, or neither. */
  namespace: objectName.optional(),
  name: objectName.optional(),
})

export const nearestUpdateAnswer = z.strictObject({
  ...evidence,
  /** Null: there is none within the horizon. */
  update: z
    .strictObject({
      /** When its window begins. */
      at: instant,
      /** The gravest that begins then: fails, forced, auto, other. */
      kind: eventKind,
      /** How many clusters have a window that begins then and brings something of the kind. */
      clusters: z.int(),
    })
    .nullable(),
})

export const profilesRoute = {
  name: 'GET /api/cloudprofiles',
  summary: 'All profiles',
  query: clockQuery,
  answer: profilesAnswer,
} as const satisfies Route

export const profileRoute = {
  name: 'GET /api/cloudprofiles/[...ref]',
  summary:
    'One profile: its versions over time and who runs them; `select=kubernetes/1.33.6` adds where these clusters go',
  query: profileQuery,
  answer: profileAnswer,
  ofLandscape: true,
  refusals: notFound,
} as const satisfies Route

export const profileHistoryRoute = {
  name: 'GET /api/history/cloudprofiles/[...ref]',
  summary:
    'The recorded history of a profile: each version’s life, and every change with who made it and what reverts it',
  query: profileHistoryQuery,
  answer: profileHistoryAnswer,
  costly: 'sight',
  refusals: notFound,
} as const satisfies Route

export const changeEffectRoute = {
  name: 'GET /api/history/effects/[...ref]',
  summary: 'What one `change` of a profile did to the clusters of that time; `change` is its moment in the history',
  query: changeEffectQuery,
  answer: changeEffectAnswer,
  costly: 'sight',
  refusals: notFound,
} as const satisfies Route

export const compareRoute = {
  name: 'GET /api/compare',
  summary: 'Two profiles `a` and `b`, version by version, with what differs',
  query: compareQuery,
  answer: compareAnswer,
  refusals: notFound,
} as const satisfies Route

export const newClusterRoute = {
  name: 'GET /api/new-cluster/[...ref]',
  summary:
    'What a new cluster of a profile gets on every day of the next 12 months, for each way to write a version; `leftOut` counts versions that are not in the answer',
  query: newClusterQuery,
  answer: newClusterAnswer,
  costly: 'asker',
  refusals: notFound,
} as const satisfies Route

export const nearestUpdateRoute = {
  name: 'GET /api/updates/nearest',
  summary: 'The first update after an instant, or the last one before it: of all clusters, or of one',
  query: nearestUpdateQuery,
  answer: nearestUpdateAnswer,
  refusals: notFound,
} as const satisfies Route

export const profileBadgeRoute = {
  name: 'GET /api/badges/cloudprofiles/[...ref]',
  summary: 'A badge of a profile: how many of its clusters are forced or fail within 90 days',
  query: clockQuery,
  answer: 'image/svg+xml',
  ending: 'svg',
  refusals: notFound,
} as const satisfies Route

export const profilePictureRoute = {
  name: 'GET /api/pictures/cloudprofiles/[...ref]',
  summary: 'The same for the versions of a profile',
  query: clockQuery,
  answer: 'image/png',
  costly: 'sight',
  ofLandscape: true,
  ending: 'png',
  refusals: notFound,
} as const satisfies Route
