import { z } from 'zod'
import {
  clock,
  evidence,
  instant,
  oneOrTwoNames,
  profileRef,
  runningStage,
  shortText,
  zoneName,
} from '@/lib/contract/common'
import { edits } from '@/lib/contract/edits'
import { heldWhy, holder } from '@/lib/contract/lifecycle'
import { notFound, type Route } from '@/lib/contract/route'
import { SCENARIOS } from '@/lib/contract/words'
import { CHECK_STATES, WAYS } from '@/lib/engine/kinds'

/** The query of `GET /api/scenarios`. */
export const scenarioQuery = z.strictObject({
  ...clock,
  /** Sentences tell days of this IANA zone; default: UTC. */
  zone: zoneName.optional(),
  scenario: z.enum(SCENARIOS),
  /** A CloudProfile; default: the one that most clusters use. */
  profile: oneOrTwoNames.optional(),
  /** A machine image of the profile; default: Kubernetes. */
  image: shortText.optional(),
  /** The version that it is about; default: the likeliest one. */
  version: shortText.optional(),
  /** `replace` only: the version to return to. */
  previous: shortText.optional(),
  /** Default: as the policy that `POLICY` names has it for these versions; by hand where there is none. */
  way: z.enum(WAYS).optional(),
  /** When what is deprecated expires: at the end of this day in UTC; default: no date. */
  until: z.iso.date().optional(),
})

const check = z.strictObject({
  /** `beware`: it goes on, with a consequence. `fails`: the step cannot be done now. */
  state: z.enum(CHECK_STATES),
  what: z.string(),
  /** What was found in this garden. */
  found: z.string(),
})

const course = z.strictObject({
  id: z.enum(['a', 'b', 'c']),
  title: z.string(),
  applies: z.boolean(),
  found: z.string(),
})

const choice = z.strictObject({
  version: z.string(),
  stage: runningStage.or(z.literal('unclassified')),
  clusters: z.int(),
})

export const scenarioAnswer = z.strictObject({
  ...evidence,
  scenario: z.enum(SCENARIOS),
  profile: profileRef,
  /** Names of all CloudProfiles, those with most clusters first. */
  profiles: z.array(z.string()),
  /** What a draft for it is based on. */
  base: z.string().nullable(),
  /** Null: Kubernetes. */
  image: z.string().nullable(),
  /** Names of the profile's machine images. */
  images: z.array(z.string()),
  /** What the automation stands for here: whose values these are, and which. */
  policy: z.strictObject({
    /** The file that `POLICY` names; null: there is none, the values are the usual ones. */
    file: z.string().nullable(),
    /** The automation that the policy file has for these versions; null: none. */
    inForce: z.enum(WAYS).exclude(['hand']).nullable(),
    /** Days from a version's deprecation to its expiry: in general, and where its minor is not maintained. */
    expiration: z.number(),
    maintained: z.int(),
    expirationUnmaintained: z.number(),
    /** Why the file's values are not used; null: they are, or there is none. */
    problem: z.string().nullable(),
  }),
  way: z.enum(WAYS),
  /** What it is about; null: the profile has no version that it could be about. */
  version: z.string().nullable(),
  previous: z.string().nullable(),
  until: z.string().nullable(),
  /** Versions that may be chosen; empty where a new one is named. */
  versions: z.array(choice),
  previousVersions: z.array(choice),
  /** Several courses, of which the first that applies is the one; else empty. */
  cases: z.array(course),
  steps: z.array(z.strictObject({ title: z.string(), text: z.string(), checks: z.array(check), edits: z.int() })),
  /** All edits of the steps, for one draft: `POST /api/what-if` tells what they do to clusters. */
  edits,
  /** `remove` only: who still runs the version, and why; those that never leave first. */
  holders: z.array(holder.extend({ why: heldWhy })),
  /** `remove` only: clusters that run it and that the user may not see. */
  others: z.int(),
  /** `remove` only: namespaced profiles that say something of the version, and until when they give it. */
  overrides: z.array(z.strictObject({ profile: profileRef, until: instant.nullable() })),
  /**
   * The instant by which the last cluster has left; null: no cluster runs it, some do not leave by themselves, or it is not known for
   * all.
   */
  lastLeaves: instant.nullable(),
})

export type ScenarioQuery = z.infer<typeof scenarioQuery>

export type ScenarioAnswer = z.infer<typeof scenarioAnswer>

/** A condition, looked at on this garden. */
export type ScenarioCheck = z.infer<typeof check>

export type ScenarioCase = z.infer<typeof course>

export const guideRoute = {
  name: 'GET /api/scenarios',
  summary:
    'A guide through a `scenario` of operators: `patch`, `minor`, `promote`, `deprecate`, `replace`, `remove`; steps, conditions, edits',
  query: scenarioQuery,
  answer: scenarioAnswer,
  costly: 'sight',
  ofLandscape: true,
  refusals: notFound,
} as const satisfies Route
