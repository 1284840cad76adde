import { z } from 'zod'
import {
  applyAnswer,
  applyQuery,
  atQuery,
  defaultsAnswer,
  defaultsQuery,
  draftTextsAnswer,
  draftTextsQuery,
  errorBody,
  findAnswer,
  findQuery,
  gardenAnswer,
  gardenQuery,
  journalAnswer,
  policyAnswer,
  policyEffectsAnswer,
  policyQuery,
  policyStatusAnswer,
  profileAnswer,
  profileQuery,
  profilesAnswer,
  resetAnswer,
  resetQuery,
  scenarioAnswer,
  scenarioQuery,
  shootAnswer,
  shootRow,
  shootsAnswer,
  shootsQuery,
  sourceAnswer,
  sourceQuery,
  statusAnswer,
  whatIfAnswer,
  whatIfQuery,
  whyAnswer,
  whyQuery,
} from '@/lib/contract'
import { journalEntry } from '@/lib/contract/apply'
import { offeredVersion, path, profileDeadEnd, profileSummary, versionPanel } from '@/lib/contract/cloudprofiles'
import { instant, nodeRange, problem, profileRef, runningStage, stage, window } from '@/lib/contract/common'
import { defaultVersion } from '@/lib/contract/defaults'
import { edit } from '@/lib/contract/edits'
import { gardenStatus } from '@/lib/contract/garden'
import { advice, change, deadEnd, droppedField, forecastStep, lane, nextEvent, rollout } from '@/lib/contract/shoots'
import { whatIfRow } from '@/lib/contract/what-if'
import { candidate, rule, why, whyStep } from '@/lib/contract/why'

/** Schemas that answers share, and answers, by the name they have in the description. */
const named = {
  Advice: advice,
  ApplyAnswer: applyAnswer,
  Candidate: candidate,
  Change: change,
  DeadEnd: deadEnd,
  DefaultVersion: defaultVersion,
  DefaultsAnswer: defaultsAnswer,
  DraftTextsAnswer: draftTextsAnswer,
  DroppedField: droppedField,
  Edit: edit,
  Error: errorBody,
  FindAnswer: findAnswer,
  ForecastStep: forecastStep,
  GardenAnswer: gardenAnswer,
  GardenStatus: gardenStatus,
  Instant: instant,
  JournalAnswer: journalAnswer,
  JournalEntry: journalEntry,
  Lane: lane,
  NextEvent: nextEvent,
  NodeRange: nodeRange,
  OfferedVersion: offeredVersion,
  Path: path,
  PolicyAnswer: policyAnswer,
  PolicyEffectsAnswer: policyEffectsAnswer,
  PolicyStatusAnswer: policyStatusAnswer,
  Problem: problem,
  ProfileAnswer: profileAnswer,
  ProfileDeadEnd: profileDeadEnd,
  ProfileRef: profileRef,
  ProfileSummary: profileSummary,
  ProfilesAnswer: profilesAnswer,
  ResetAnswer: resetAnswer,
  Rollout: rollout,
  Rule: rule,
  RunningStage: runningStage,
  ScenarioAnswer: scenarioAnswer,
  ShootAnswer: shootAnswer,
  ShootRow: shootRow,
  ShootsAnswer: shootsAnswer,
  SourceAnswer: sourceAnswer,
  Stage: stage,
  StatusAnswer: statusAnswer,
  VersionPanel: versionPanel,
  Why: why,
  WhyAnswer: whyAnswer,
  WhyStep: whyStep,
  WhatIfAnswer: whatIfAnswer,
  WhatIfRow: whatIfRow,
  Window: window,
} satisfies Record<string, z.ZodType>

interface Route {
  readonly path: string
  readonly summary: string
  readonly query: z.ZodObject | null
  /** Absent: it is a GET. */
  readonly body?: z.ZodObject
  readonly answer: keyof typeof named | 'text/plain' | 'text/event-stream' | 'application/json'
  /** What may be refused, apart from wrong parameters and what is not foreseen. */
  readonly refusals?: readonly (403 | 404 | 413 | 503)[]
  /** Where the answer itself comes with other statuses than 200. */
  readonly outcomes?: readonly number[]
}

/** Every route there is; a test compares them with the files. */
export const routes: readonly Route[] = [
  { path: '/api/status', summary: 'Whether what is shown follows the garden', query: atQuery, answer: 'StatusAnswer' },
  { path: '/api/garden', summary: 'What needs attention', query: gardenQuery, answer: 'GardenAnswer' },
  { path: '/api/cloudprofiles', summary: 'All profiles', query: atQuery, answer: 'ProfilesAnswer' },
  {
    path: '/api/cloudprofiles/{name}',
    summary: 'A CloudProfile, its versions over time and who runs them',
    query: profileQuery,
    answer: 'ProfileAnswer',
    refusals: [404, 503],
  },
  {
    path: '/api/cloudprofiles/{namespace}/{name}',
    summary: 'The same for a NamespacedCloudProfile',
    query: profileQuery,
    answer: 'ProfileAnswer',
    refusals: [404, 503],
  },
  {
    path: '/api/workbench/{name}',
    summary: 'A CloudProfile as a draft of edits begins with it',
    query: sourceQuery,
    answer: 'SourceAnswer',
    refusals: [404, 503],
  },
  {
    path: '/api/workbench/{namespace}/{name}',
    summary: 'The same for a NamespacedCloudProfile, with the lists of its parent',
    query: sourceQuery,
    answer: 'SourceAnswer',
    refusals: [404, 503],
  },
  { path: '/api/shoots', summary: 'Clusters, filtered and sorted', query: shootsQuery, answer: 'ShootsAnswer' },
  {
    path: '/api/shoots/{namespace}/{name}',
    summary: "One cluster's forecast; a project's name does for the namespace",
    query: atQuery,
    answer: 'ShootAnswer',
    refusals: [404, 503],
  },
  {
    path: '/api/shoots/{namespace}/{name}/why',
    summary:
      'Why a maintenance takes the versions that it takes: every candidate, and the rule that keeps or removes it',
    query: whyQuery,
    answer: 'WhyAnswer',
    refusals: [404, 503],
  },
  {
    path: '/api/defaults',
    summary: 'Which versions a new cluster gets, on any date',
    query: defaultsQuery,
    answer: 'DefaultsAnswer',
    refusals: [404, 503],
  },
  {
    path: '/api/policy',
    summary: 'How far each CloudProfile is from the policy that POLICY names',
    query: atQuery,
    answer: 'PolicyStatusAnswer',
  },
  {
    path: '/api/policy',
    summary: 'What a policy would edit in a CloudProfile, now and in a year; changes nothing',
    query: null,
    body: policyQuery,
    answer: 'PolicyAnswer',
    refusals: [404, 503],
  },
  {
    path: '/api/policy/effects',
    summary: 'What that means for clusters; changes nothing',
    query: null,
    body: policyQuery,
    answer: 'PolicyEffectsAnswer',
    refusals: [404, 503],
  },
  {
    path: '/api/what-if',
    summary: 'What a draft of edits of a profile would change; with `format` csv the clusters that change as a table',
    query: null,
    body: whatIfQuery,
    answer: 'WhatIfAnswer',
    refusals: [404, 413, 503],
  },
  {
    path: '/api/apply',
    summary:
      'Applies a draft of edits, or with `dryRun` asks whether it would be accepted. Not for another version than `base`: ' +
      'that is a conflict',
    query: null,
    body: applyQuery,
    answer: 'ApplyAnswer',
    refusals: [413],
    outcomes: [403, 404, 409, 422, 428, 503],
  },
  {
    path: '/api/apply/texts',
    summary: 'A draft of edits as a diff, as a merge patch and as a command; changes nothing',
    query: null,
    body: draftTextsQuery,
    answer: 'DraftTextsAnswer',
    refusals: [403, 404, 413, 503],
  },
  {
    path: '/api/journal',
    summary: 'Edits that were applied, with their effect as computed then and what undoes them',
    query: null,
    answer: 'JournalAnswer',
  },
  {
    path: '/api/scenarios',
    summary: 'A guide through a common scenario of operators: steps, preconditions as they are now, edits, effect',
    query: scenarioQuery,
    answer: 'ScenarioAnswer',
    refusals: [404, 503],
  },
  {
    path: '/api/demo/reset',
    summary: 'Brings back the demo garden as it was at the start',
    query: null,
    body: resetQuery,
    answer: 'ResetAnswer',
    refusals: [403, 413],
  },
  { path: '/api/find', summary: 'Anything by a part of its name', query: findQuery, answer: 'FindAnswer' },
  {
    path: '/api/events',
    summary: 'Server-sent events: `event: revision` with `{"revision", "state"}` at once and after every change',
    query: null,
    answer: 'text/event-stream',
    refusals: [503],
  },
  { path: '/api/openapi.json', summary: 'This description', query: null, answer: 'application/json' },
  { path: '/healthz', summary: 'Whether the process is up', query: null, answer: 'text/plain' },
  {
    path: '/readyz',
    summary: 'Whether there is something to show; and which resource is not read or not followed',
    query: null,
    answer: 'text/plain',
    refusals: [503],
  },
]

/** The routes in OpenAPI 3.1, made from the schemas that check them. */
export function openapi() {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Almanac',
      version: '1',
      description:
        'Which version every cluster of a Gardener landscape will run, when and why. Instants are RFC 3339; answers tell them ' +
        'in UTC with whole seconds. Every answer says which state it shows (`revision`, `observedAt`) and for which instant ' +
        'it was computed (`at`).',
    },
    paths: paths(),
    components: { schemas: schemas() },
  }
}

function paths() {
  const byPath: Record<string, { get?: ReturnType<typeof operation>; post?: ReturnType<typeof operation> }> = {}
  for (const route of routes) {
    const methods = byPath[route.path] ?? {}
    byPath[route.path] = methods
    methods[route.body === undefined ? 'get' : 'post'] = operation(route)
  }
  return byPath
}

function operation(route: Route) {
  const isNamed = route.answer in named
  const content = isNamed
    ? { 'application/json': { schema: { $ref: reference(route.answer) } } }
    : { [route.answer]: {} }
  const checked = route.query === null && route.body === undefined ? [] : [400, 500]
  return {
    summary: route.summary,
    ...(route.body && {
      requestBody: { required: true, content: { 'application/json': { schema: inputOf(route.body) } } },
    }),
    parameters: [...pathParameters(route.path), ...(route.query === null ? [] : queryParameters(route.query))],
    responses: {
      200: { description: 'OK', content },
      ...(isNamed && { 304: { description: 'Not changed since the answer whose ETag was sent as If-None-Match' } }),
      ...Object.fromEntries((route.outcomes ?? []).map((status) => [status, { description: 'See outcome', content }])),
      ...Object.fromEntries([...checked, ...(route.refusals ?? [])].map((status) => [status, refusal])),
    },
  }
}

const refusal = {
  description: 'What is wrong, and what to do next',
  content: { 'application/json': { schema: { $ref: reference('Error') } } },
}

function pathParameters(path: string) {
  return [...path.matchAll(/{(\w+)}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
}

function queryParameters(query: z.ZodObject) {
  const { properties = {}, required = [] } = z.toJSONSchema(query, { io: 'input', override: withoutDatePattern })
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...schema } = typeof property === 'object' ? property : {}
    return { name, in: 'query', required: required.includes(name), description, schema, explode: true }
  })
}

function inputOf(body: z.ZodObject) {
  const { $schema: _, ...schema } = z.toJSONSchema(body, { io: 'input', override: withoutDatePattern })
  return schema
}

function schemas() {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id })
  const { schemas } = z.toJSONSchema(registry, { uri: reference, override: withoutDatePattern })
  return Object.fromEntries(Object.entries(schemas).map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema]))
}

function reference(id: string): string {
  return `#/components/schemas/${id}`
}

/** The format says it; the pattern of all dates that there are would only frighten. */
function withoutDatePattern({ jsonSchema }: { jsonSchema: { format?: string; pattern?: string } }): void {
  if (jsonSchema.format === 'date-time') delete jsonSchema.pattern
}
