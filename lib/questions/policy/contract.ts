import { z } from 'zod'
import {
  askedVersion,
  beforeAndAfter,
  clock,
  clockQuery,
  evidence,
  instant,
  namedVersion,
  nodeRange,
  oneOrTwoNames,
  policyProblem,
  profileRef,
  zoneName,
} from '@/lib/contract/common'
import { edit } from '@/lib/contract/edits'
import { stageSpan } from '@/lib/contract/lifecycle'
import { notFound, type Route } from '@/lib/contract/route'
import { POLICY_LENGTH } from '@/lib/contract/words'
import { POLICY_RULES, RELEASE_STAGES } from '@/lib/engine/kinds'

/** Something that is expected to come: a version that is added, or one that is listed and gets another classification. */
export const release = z.strictObject({
  /** The day, in the zone of the question. Today: at once. */
  date: z.iso.date(),
  ...askedVersion,
  /** Null: added without one, for the policy to decide. */
  classification: z.enum(RELEASE_STAGES).nullable(),
})

const months = z.int().min(0).max(24)

/** How often releases are expected, in months; 0: never. */
export const cadence = z.strictObject({ minors: months, patches: months, images: months })

/** The body of `POST /api/policy`. */
export const policyQuery = z.strictObject({
  ...clock,
  /** Days and months are those of this IANA zone; default: UTC. */
  zone: zoneName.optional(),
  /** A CloudProfile; default: the one that most clusters use. */
  profile: oneOrTwoNames.optional(),
  /** A ControllerManagerConfiguration in YAML; default: the file that `POLICY` names, else an example. */
  text: z.string().max(POLICY_LENGTH).optional(),
  /** Default: what `cadence` makes the profile expect. */
  releases: z.array(release).max(500).optional(),
  cadence: cadence.optional(),
})

/** Version Management of one kind of versions, and Version Maintenance where `maintained` is not null. Durations in seconds. */
const management = z.strictObject({
  expiration: z.int(),
  maintained: z.int().nullable(),
  /** The days to expiry of versions of minors that are not maintained. */
  expirationUnmaintained: z.int().nullable(),
})

const life = z.strictObject({ classification: z.string().nullable(), expirationDate: instant.nullable() })

/** Why the policy wants a version as it wants it; see the engine's `PolicyRule`. */
export const policyRule = z.enum(POLICY_RULES)

const proposal = z.strictObject({
  ...namedVersion,
  before: life,
  after: life,
  rule: policyRule,
  /** The versions it competes with: those of a minor, or null for all of its list. */
  minor: z.string().nullable(),
  /** The latest of them that is no preview (previews count where a minor is not maintained). */
  latest: z.string().nullable(),
  edits: z.array(edit),
})

/** One list of versions in 12 months: Kubernetes, or an image. */
const yearList = z.strictObject({
  image: z.string().nullable(),
  /** Newest first. */
  versions: z.array(
    z.strictObject({
      version: z.string(),
      minor: z.string(),
      spans: z.array(stageSpan),
      expires: instant.nullable(),
      /** Whether a release or the policy changes it. */
      changed: z.boolean(),
    }),
  ),
})

const outcome = z.strictObject({
  kind: z.literal('ok'),
  kubernetes: management.nullable(),
  machineImages: management.nullable(),
  /** Kubernetes minors, highest first; null without Version Maintenance of Kubernetes. */
  minors: z.array(z.strictObject({ minor: z.string(), maintained: z.boolean(), onlyPreviews: z.boolean() })).nullable(),
  proposals: z.array(proposal),
  /** Versions that the policy looks at and wants as they are. */
  unchanged: z.strictObject({ kubernetes: z.int(), images: z.int() }),
  /** Versions that have stages of their own: it leaves them alone. */
  withStages: z.int(),
  /** What the policy leaves to people, now and in the course of the year. */
  duties: z.array(
    z.discriminatedUnion('kind', [
      /** No cluster leaves this minor before an operator gives its latest version a date. */
      z.strictObject({ kind: z.literal('date'), ...namedVersion, minor: z.string(), since: instant }),
      /** A preview that is the highest of a maintained minor now: the policy will never promote it. */
      z.strictObject({ kind: z.literal('promote'), ...namedVersion, minor: z.string() }),
    ]),
  ),
  /** The releases as asked for, or as expected. */
  releases: z.array(z.strictObject({ ...release.shape, problem: z.string().nullable() })),
  year: z.strictObject({
    until: instant,
    /** When something happens, and what the policy then edits. */
    steps: z.array(
      z.strictObject({
        at: instant,
        edits: z.array(z.strictObject({ ...namedVersion, after: life, rule: policyRule })),
      }),
    ),
    lists: z.array(yearList),
  }),
})

export const policyAnswer = z.strictObject({
  ...evidence,
  profile: profileRef,
  resourceVersion: z.string().nullable(),
  /** All CloudProfiles, those that most clusters use first. */
  profiles: z.array(z.string()),
  /** What was read, and whose it is. */
  text: z.string(),
  origin: z.enum(['given', 'file', 'example']),
  outcome: z.discriminatedUnion('kind', [
    outcome,
    /** The text is no policy. */
    z.strictObject({ kind: z.literal('problems'), problems: z.array(policyProblem) }),
    /** The profile has a version that cannot be read: then the policy does nothing at all. */
    z.strictObject({ kind: z.literal('unreadable'), ...namedVersion, reason: z.string() }),
  ]),
})

/**
 * `POST /api/policy/effects`, asked as `POST /api/policy`: what it means for clusters within 365 days. Before: the profile as
 * it is. Clusters on namespaced profiles that build on it are among them.
 */
export const policyEffectsAnswer = z.strictObject({
  ...evidence,
  profile: profileRef,
  /** Clusters on the profile. */
  clusters: z.int(),
  /** The effect of each proposal alone; empty if the policy has problems or can do nothing. */
  proposals: z.array(
    z.strictObject({
      ...namedVersion,
      /** Clusters with a forced update, and with one that fails. */
      forced: beforeAndAfter,
      fails: beforeAndAfter,
    }),
  ),
  /** A year with the policy and the releases that are expected; null if the policy has problems. */
  year: z
    .strictObject({
      /** Updates; a cluster may be forced more than once. Failures: nights that fail again are not counted. */
      forced: beforeAndAfter,
      fails: beforeAndAfter,
      /** The nodes that roll, counted each time that they do. */
      nodes: z.strictObject({ before: nodeRange, after: nodeRange }),
      /** `2026-11`, in the zone of the question, in order. */
      months: z.array(z.strictObject({ month: z.string(), forced: beforeAndAfter, fails: beforeAndAfter })),
      /** Kubernetes minors of the control planes at the end, oldest first. */
      minors: z.array(z.strictObject({ minor: z.string(), clusters: beforeAndAfter })),
    })
    .nullable(),
})

/** `GET /api/policy`: whether the file that `POLICY` names can be read, and how far each CloudProfile is from it. */
export const policyStatusAnswer = z.strictObject({
  ...evidence,
  /** Null: none is set. */
  file: z
    .strictObject({
      name: z.string(),
      readAt: instant,
      /** Empty: it is read and holds. */
      problems: z.array(policyProblem),
    })
    .nullable(),
  /** Empty without a file, or with one that cannot be read. */
  profiles: z.array(
    z.strictObject({
      profile: profileRef,
      clusters: z.int(),
      /** Versions that the policy wants otherwise. */
      differing: z.int(),
      /** The first of them, at most three: `1.33.7`, `gardenlinux 1592.9.0`. */
      examples: z.array(z.string()),
      /** Why the policy does nothing here; null: it does. */
      problem: z.string().nullable(),
    }),
  ),
})

export type ReleaseBody = z.infer<typeof release>

export type CadenceBody = z.infer<typeof cadence>

export type PolicyQuery = z.infer<typeof policyQuery>

export type PolicyAnswer = z.infer<typeof policyAnswer>

export type PolicyOutcomeBody = z.infer<typeof outcome>

export type PolicyStatusAnswer = z.infer<typeof policyStatusAnswer>

export type PolicyEffectsAnswer = z.infer<typeof policyEffectsAnswer>

export type ProposalBody = z.infer<typeof proposal>

export const policyStatusRoute = {
  name: 'GET /api/policy',
  summary: 'How far each CloudProfile is from the policy that `POLICY` names',
  query: clockQuery,
  answer: policyStatusAnswer,
} as const satisfies Route

export const policyRoute = {
  name: 'POST /api/policy',
  summary: 'What a policy would edit in a CloudProfile, now and within 12 months',
  body: policyQuery,
  answer: policyAnswer,
  refusals: notFound,
} as const satisfies Route

export const policyEffectsRoute = {
  name: 'POST /api/policy/effects',
  summary: 'What these edits mean for its clusters',
  body: policyQuery,
  answer: policyEffectsAnswer,
  costly: 'sight',
  ofLandscape: true,
  refusals: notFound,
} as const satisfies Route
