import { z } from 'zod'
import { confirmation } from './apply'
import { evidence, instant, profileRef, runningStage, shortText } from './common'
import { edits } from './edits'
import { SCENARIOS, WAYS } from './words'

/** The query of `GET /api/scenarios`. */
export const scenarioQuery = z.strictObject({
  at: instant.optional(),
  scenario: z.enum(SCENARIOS),
  /** A CloudProfile; default: the one that most clusters use. */
  profile: shortText.optional(),
  /** Which version it is about; default: the one that it is most likely to be. */
  version: shortText.optional(),
  /** `replace` only: the version to return to. */
  previous: shortText.optional(),
  way: z.enum(WAYS).default('hand'),
  /** When what is deprecated expires: midnight UTC of this day; default: no date. */
  until: z.iso.date().optional(),
})

const check = z.strictObject({
  /** `beware`: it goes on, with a consequence. `fails`: the step cannot be done now. */
  state: z.enum(['holds', 'beware', 'fails']),
  what: z.string(),
  /** What was found in this garden. */
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
  title: z.string(),
  way: z.enum(WAYS),
  /** What it is about; null: the profile has no version that it could be about. */
  version: z.string().nullable(),
  previous: z.string().nullable(),
  until: z.string().nullable(),
  /** Versions that may be chosen; empty where a new one is named. */
  versions: z.array(choice),
  previousVersions: z.array(choice),
  /** Several courses, of which one applies; else empty. */
  cases: z.array(z.strictObject({ id: z.string(), title: z.string(), applies: z.boolean(), found: z.string() })),
  steps: z.array(z.strictObject({ title: z.string(), text: z.string(), checks: z.array(check), edits: z.int() })),
  /** All edits of the steps, for one draft. */
  edits,
  /** What the draft does; null without one, or when an edit of it cannot be made. */
  effect: z
    .strictObject({
      ...confirmation.shape,
      /** What Gardener refuses of it, in its words. */
      refusals: z.array(z.string()),
    })
    .nullable(),
  /** `remove` only: who still runs the version, and why; those that never leave first. */
  holders: z.array(
    z.strictObject({
      namespace: z.string(),
      name: z.string(),
      project: z.string(),
      why: z.enum(['deleting', 'failed', 'noNextVersion', 'window', 'nothing']),
      reason: z.string(),
      /** By when it has left, at the latest; null: not by itself. */
      leaves: instant.nullable(),
    }),
  ),
  /** By when the last one has left; null: nobody runs it, or some do not leave by themselves. */
  lastLeaves: instant.nullable(),
})

export type ScenarioQuery = z.infer<typeof scenarioQuery>
export type ScenarioAnswer = z.infer<typeof scenarioAnswer>
export type ScenarioCheck = z.infer<typeof check>
