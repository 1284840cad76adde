import { z } from 'zod'
import { applyAnswer, applyQuery, applyStatuses, draftTextsAnswer, draftTextsQuery } from '@/lib/contract/apply'
import { clock, evidence, instant, namedVersion, profileRef, stage } from '@/lib/contract/common'
import { notFound, type Route } from '@/lib/contract/route'
import { whatIfAnswer, whatIfQuery } from '@/lib/contract/what-if'
import { IMAGE_STRATEGIES } from '@/lib/engine/kinds'

/** A version as the profile lists it, with the API server's defaults. */
const listed = {
  version: z.string(),
  classification: stage.optional(),
  expirationDate: instant.optional(),
  lifecycle: z.array(z.strictObject({ classification: stage, startTime: instant.optional() })).optional(),
}

const listedKubernetes = z.strictObject(listed)

const listedImageVersion = z.strictObject({
  ...listed,
  architectures: z.array(z.string()),
  cri: z.array(z.strictObject({ name: z.string(), containerRuntimes: z.array(z.string()) })),
  kubeletVersionConstraint: z.string().optional(),
  capabilityFlavors: z.array(z.record(z.string(), z.array(z.string()))).optional(),
  inPlaceUpdates: z.strictObject({ supported: z.boolean(), minVersionForUpdate: z.string().optional() }).optional(),
})

/** What can be edited, in the order in which it is listed. */
export const profileLists = z.strictObject({
  /** Whether and how machines are described by capabilities: defaults of new versions depend on it. */
  machineCapabilities: z.array(z.strictObject({ name: z.string(), values: z.array(z.string()) })).optional(),
  kubernetes: z.array(listedKubernetes),
  images: z.array(
    z.strictObject({
      name: z.string(),
      updateStrategy: z.enum(IMAGE_STRATEGIES),
      versions: z.array(listedImageVersion),
    }),
  ),
})

/** `GET /api/workbench/NAME` and `/api/workbench/NAMESPACE/NAME`. */
export const sourceQuery = z.strictObject({
  ...clock,
  /** Wants the object as well, as its source has it now. */
  object: z.literal('true').optional(),
})

/** A profile as a draft of edits begins with it. */
export const sourceAnswer = z.strictObject({
  ...evidence,
  profile: profileRef,
  /** Whether the user may change it. */
  mayEdit: z.boolean(),
  resourceVersion: z.string().nullable(),
  /** The lists of the profile; a namespaced profile is merged with its parent. */
  lists: profileLists,
  /** What a namespaced profile builds on. */
  parent: z.strictObject({ name: z.string(), lists: profileLists }).nullable(),
  /** The object without what the API server and controllers make of it; null if it was not asked for. */
  object: z.record(z.string(), z.json()).nullable(),
  /** Versions that namespaced profiles of it give a date of their own, or none; as far as the user sees them. */
  exceptions: z.array(z.strictObject({ profile: profileRef, ...namedVersion, expirationDate: instant.nullable() })),
  /** Whole days that the policy named by `POLICY` leaves between deprecation and expiry; null: it says nothing of that kind. */
  notice: z.strictObject({ kubernetes: z.int().nullable(), images: z.int().nullable() }),
})

export type ProfileLists = z.infer<typeof profileLists>

export type SourceAnswer = z.infer<typeof sourceAnswer>

export const sourceRoute = {
  name: 'GET /api/workbench/[...ref]',
  summary: 'A profile as a draft begins with it; with `object=true` the whole object',
  query: sourceQuery,
  answer: sourceAnswer,
  refusals: notFound,
} as const satisfies Route

export const whatIfRoute = {
  name: 'POST /api/what-if',
  summary:
    'What a draft of edits of a profile changes: for every cluster, per day and per project, and what the API server refuses; `"format": "csv"` gives a table',
  body: whatIfQuery,
  answer: whatIfAnswer,
  costly: 'sight',
  csv: 'what-if.csv',
  refusals: notFound,
} as const satisfies Route

export const applyRoute = {
  name: 'POST /api/apply',
  summary:
    'Applies edits of a profile, or with `dryRun` only asks; 409: the profile has changed since `base`; 428: `confirm` or a `reason` is missing',
  body: applyQuery,
  answer: applyAnswer,
  statuses: applyStatuses,
  refusals: notFound,
} as const satisfies Route

export const draftTextsRoute = {
  name: 'POST /api/apply/texts',
  summary: 'Edits as a diff of the manifest, as a patch for the API server and as a command',
  body: draftTextsQuery,
  answer: draftTextsAnswer,
  refusals: ['forbidden', ...notFound],
} as const satisfies Route

/** The body of `POST /api/demo/reset`: nothing can be chosen. */
export const resetQuery = z.strictObject({})

export const resetAnswer = z.strictObject({ revision: z.string() })

export const resetRoute = {
  name: 'POST /api/demo/reset',
  summary: 'Brings the demo garden back as it was at the start',
  body: resetQuery,
  answer: resetAnswer,
  refusals: ['forbidden'],
} as const satisfies Route
