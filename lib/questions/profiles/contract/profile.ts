import { z } from 'zod'
import { clock, evidence, instant, oneOrTwoNames, problem, profileRef } from '@/lib/contract/common'
import { offeredVersion, versionPanel } from '@/lib/contract/lifecycle'
import { IMAGE_STRATEGIES, PROFILE_DEAD_END_KINDS } from '@/lib/engine/kinds'

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

export type ProfileSummary = z.infer<typeof profileSummary>

export type ProfilesAnswer = z.infer<typeof profilesAnswer>

export type ProfileQuery = z.infer<typeof profileQuery>

export type ProfileAnswer = z.infer<typeof profileAnswer>

export type ProfileDeadEnd = z.infer<typeof profileDeadEnd>
