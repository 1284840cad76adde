import { z } from 'zod'
import * as apply from '@/lib/contract/apply'
import { BASE_PATH } from '@/lib/contract/base-path'
import * as clusters from '@/lib/contract/clusters'
import * as common from '@/lib/contract/common'
import { type ErrorCode, errorStatus } from '@/lib/contract/common'
import * as edits from '@/lib/contract/edits'
import * as lifecycle from '@/lib/contract/lifecycle'
import * as plannedEdit from '@/lib/contract/planned-edit'
import type { Route } from '@/lib/contract/route'
import * as selection from '@/lib/contract/selection'
import * as steps from '@/lib/contract/steps'
import * as whatIf from '@/lib/contract/what-if'
import * as newCluster from '@/lib/questions/profiles/contract/new-cluster'
import { contracts, routes } from './routes'

/** All schemas that the contract exports. Those of questions stand with their routes. */
const exported: Readonly<Record<string, unknown>> = {
  ...apply,
  ...clusters,
  ...common,
  ...contracts,
  ...edits,
  ...lifecycle,
  ...newCluster,
  ...plannedEdit,
  ...selection,
  ...steps,
  ...whatIf,
}

/** The names of schemas: the name of its export as a type, e.g. `ShootAnswer` for `shootAnswer`. */
const names = new Map<z.ZodType, string>(
  Object.entries(exported).flatMap(([name, schema]) =>
    schema instanceof z.ZodType && !name.endsWith('Query') ? [[schema, name[0]?.toUpperCase() + name.slice(1)]] : [],
  ),
)

/** The routes in OpenAPI 3.1, made from the schemas that check them. */
export function answerOpenapi() {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Almanac',
      version: '1',
      description:
        'Which version every cluster of a Gardener landscape will run, when and why. Instants are RFC 3339; answers tell them ' +
        'in UTC with whole seconds. Every answer says which state it shows (`revision`, `observedAt`) and for which instant ' +
        'it was computed (`at`). With an `?at=` that lies ahead, clusters are as the forecast has them then, moved on from ' +
        '`foreseenFrom` as if nobody acted; with one that has passed, they are those of today. With `seen` everything is told as ' +
        'it was known at that instant, which is the clock too unless `at` is given; answers repeat it (`seen`), and ' +
        '`not-recorded` says that nothing is known of it.',
    },
    ...(BASE_PATH !== '' && { servers: [{ url: BASE_PATH }] }),
    paths: paths(),
    components: { schemas: schemas() },
  }
}

function paths() {
  const byPath: Record<string, { get?: ReturnType<typeof operation>; post?: ReturnType<typeof operation> }> = {}
  for (const route of routes) {
    const [method, folder = ''] = route.name.split(' ')
    for (const path of pathsOf(folder, route)) {
      byPath[path] = { ...byPath[path], [method === 'GET' ? 'get' : 'post']: operation(path, route) }
    }
  }
  return byPath
}

/** A parameter of the description holds no slash: `[...ref]` is one path with a name, and one with a namespace before it. */
function pathsOf(folder: string, { ending }: Route): readonly string[] {
  const path = folder.replace(/\[(\w+)\]/g, '{$1}') + (ending === undefined ? '' : `.${ending}`)
  return path.includes('[...ref]')
    ? ['{name}', '{namespace}/{name}'].map((ref) => path.replace('[...ref]', ref))
    : [path]
}

function operation(path: string, route: Route) {
  const { summary, query, body, answer, csv, statuses = {}, refusals = [], isOpen } = route
  if (answer === 'a redirect') {
    const led = { 303: { description: 'Leads elsewhere' } }
    return { summary, parameters: [], responses: { ...led, ...refusalsOf([...refusals, 'forbidden']) } }
  }
  const content = typeof answer === 'string' ? { [answer]: {} } : { 'application/json': { schema: told(answer) } }
  const outcomes = [...new Set(Object.values(statuses))].filter((status) => status !== 200)
  const asked = query === undefined && body === undefined ? [] : (['invalid', 'internal'] as const)
  const refused = [
    ...asked,
    ...(body === undefined ? [] : (['too-large'] as const)),
    ...(query?.shape.seen === undefined ? [] : (['not-recorded'] as const)),
    // What is told for another time has to be computed for it first.
    ...(route.costly === undefined && (query ?? body)?.shape.at === undefined ? [] : (['too-many'] as const)),
    ...refusals,
    'forbidden',
    // What a user may see cannot be asked while the API server is away.
    ...(isOpen ? [] : (['unauthenticated', 'not-ready'] as const)),
  ] as const
  const refusedWith = new Set<number>(refused.map((code) => errorStatus[code]))
  return {
    summary,
    ...(body && { requestBody: { required: true, content: { 'application/json': { schema: inputOf(body) } } } }),
    parameters: [...pathParameters(path), ...(query === undefined ? [] : queryParameters(query))],
    responses: {
      200: { description: 'OK', content: { ...content, ...(csv !== undefined && { 'text/csv': {} }) } },
      ...(hasTag(answer) && outcomes.length === 0 && { 304: notChanged }),
      ...refusalsOf(refused),
      ...Object.fromEntries(outcomes.map((status) => [status, outcomeOrRefusal(answer, refusedWith.has(status))])),
    },
  }
}

function told(answer: z.ZodType) {
  const name = names.get(answer)
  return name === undefined ? { type: 'object' } : { $ref: reference(name) }
}

/** The schema for a status that tells what became of edits, and that may also tell why nothing was tried. */
function outcomeOrRefusal(answer: Route['answer'], isRefusal: boolean) {
  const outcome = answer instanceof z.ZodType ? told(answer) : {}
  const schema = isRefusal ? { anyOf: [outcome, { $ref: reference('ErrorBody') }] } : outcome
  return { description: 'See outcome', content: { 'application/json': { schema } } }
}

const notChanged = { description: 'Not changed since the answer whose ETag was sent as If-None-Match' }

const refusal = {
  description: 'What is wrong, and what to do next',
  content: { 'application/json': { schema: { $ref: reference('ErrorBody') } } },
}

/** The refusals of a route, and the refusal of a client that asks by a name that is not served. */
function refusalsOf(codes: readonly ErrorCode[]) {
  return { ...Object.fromEntries(codes.map((code) => [errorStatus[code], refusalWith(code)])), 421: refusal }
}

/** Whether an answer is told as one that has not changed: see `respond.ts`. */
function hasTag(answer: Route['answer']): boolean {
  return typeof answer !== 'string' || ['text/calendar', 'image/svg+xml', 'image/png'].includes(answer)
}

/** What passes says when to ask again. */
function refusalWith(code: ErrorCode) {
  if (code !== 'not-ready' && code !== 'too-many') return refusal
  const description = 'After so many seconds it may be asked again'
  return { ...refusal, headers: { 'Retry-After': { description, schema: { type: 'integer' } } } }
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
  const { properties = {}, required = [] } = z.toJSONSchema(query, { io: 'input', override: plainPattern })
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...stated } = typeof property === 'object' ? property : {}
    const isRequired = required.includes(name)
    // Every instant of a question lies in these years; what is left empty counts as left out.
    const schema = stated.format === 'date-time' ? { ...stated, pattern: '^2[01]\\d\\d-' } : stated
    const taken = isRequired || schema.type === 'array' ? schema : { anyOf: [schema, { type: 'string', maxLength: 0 }] }
    return { name, in: 'query', required: isRequired, description, schema: taken, explode: true }
  })
}

function inputOf(body: z.ZodObject) {
  const { $schema: _, $defs: __, ...schema } = z.toJSONSchema(body, { io: 'input', override: plainPattern })
  // What holds itself is a value of JSON in all of them.
  return JSON.parse(JSON.stringify(schema).replaceAll(/#\/\$defs\/\w+/g, reference('JsonValue'))) as typeof schema
}

function schemas() {
  const registry = z.registry<{ id: string }>()
  for (const [schema, id] of names) registry.add(schema, { id })
  const { schemas } = z.toJSONSchema(registry, { uri: reference, override: plainPattern })
  return Object.fromEntries(Object.entries(schemas).map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema]))
}

function reference(id: string): string {
  return `#/components/schemas/${id}`
}

/**
 * The format of a date says it; the pattern of all dates that there are would only frighten. Classes of Unicode are spelled out, as many
 * tools know none; halves of characters are left out, as text has none on its way.
 */
function plainPattern({ jsonSchema }: { jsonSchema: { format?: string; pattern?: string } }): void {
  if (jsonSchema.format === 'date-time') delete jsonSchema.pattern
  else if (jsonSchema.pattern !== undefined) {
    jsonSchema.pattern = jsonSchema.pattern
      .replaceAll('\\p{Cc}', '\\u0000-\\u001f\\u007f-\\u009f')
      .replaceAll('\\p{Cs}', '')
  }
}
