import fc from 'fast-check'
import { isRecord } from '@/lib/engine/reader'
import { demoManifests } from '@/lib/garden/demo/manifests'
import { readObject } from '@/lib/garden/read-object'
import { gardenOf } from '@/lib/garden/testdata/garden-of'
import type { RequestInput } from '@/lib/http/answer'
import { isCoded } from '@/lib/process/errors'
import { answerOf } from '@/lib/questions/answers'
import { type JsonRouteName, routeNamed } from '@/lib/questions/routes'
import { fuzz } from './testdata/fuzz'
import { type Change, change, changed } from './testdata/odd'

const AT = '2026-11-21T18:00:00Z'
const all = JSON.parse(JSON.stringify(demoManifests({ born: '2026-11-21', shoots: 12 }))) as readonly Named[]

interface Named {
  readonly kind: string
  readonly metadata: { readonly namespace?: string; readonly name: string }
}

/** One cluster, its profile and project, a profile that is built on it, and another cluster. */
const isOfAws = (object: object) =>
  JSON.stringify(object).includes('"cloudProfile":{"kind":"CloudProfile","name":"aws"}')
const shoots = all.filter((object) => object.kind === 'Shoot' && isOfAws(object)).slice(0, 2)
const objects = [
  ...all.filter(({ kind, metadata }) => kind === 'CloudProfile' && metadata.name === 'aws'),
  ...all.filter(
    (object) => object.kind === 'NamespacedCloudProfile' && JSON.stringify(object).includes('"name":"aws"'),
  ),
  ...all.filter(
    ({ kind, metadata }) => kind === 'Project' && shoots.some((one) => one.metadata.namespace?.endsWith(metadata.name)),
  ),
  ...shoots,
]
const [shoot, other] = shoots as [Named, Named]
const path = { namespace: shoot.metadata.namespace, name: shoot.metadata.name }
const otherPath = { namespace: other.metadata.namespace, name: other.metadata.name }

const questions: readonly (readonly [JsonRouteName, RequestInput])[] = [
  ['GET /api/status', {}],
  ['GET /api/garden', {}],
  ['GET /api/cloudprofiles/[...ref]', { path: { ref: ['aws'] } }],
  ['GET /api/workbench/[...ref]', { path: { ref: ['aws'] } }],
  ['GET /api/new-cluster/[...ref]', { path: { ref: ['aws'] } }],
  ['GET /api/shoots', {}],
  ['GET /api/shoots/[namespace]/[name]', { path }],
  ['GET /api/shoots/[namespace]/[name]/in-place', { path }],
  ['GET /api/shoots/[namespace]/[name]/maintenance', { path }],
  ['GET /api/shoots/[namespace]/[name]/why', { path }],
  ['GET /api/shoots/[namespace]/[name]/nights', { path }],
]

async function told(
  garden: ReturnType<typeof gardenOf>,
  name: JsonRouteName,
  question: RequestInput,
): Promise<unknown> {
  const asker = { identity: { kind: 'process' }, user: null, sight: '', garden } as const
  try {
    const said = await answerOf(name, asker, { ...question, query: { at: AT } })
    return routeNamed(name).answer.parse(JSON.parse(JSON.stringify(said)))
  } catch (error) {
    if (isCoded(error) && error.code !== 'internal') return error.code
    throw new Error(`${name}: ${error instanceof Error ? error.message : error}`, { cause: error })
  }
}

let usual: Promise<unknown> | undefined
const otherOf = async (garden: ReturnType<typeof gardenOf>) => {
  const said = await told(garden, 'GET /api/shoots/[namespace]/[name]', { path: otherPath })
  return isRecord(said) ? JSON.stringify({ ...said, revision: '' }) : said
}

interface Input {
  readonly object: number
  readonly changes: readonly Change[]
}

/**
 * A landscape of which one object has become odd: answers keep to the contract, what was dropped is a problem, and another cluster
 * is told as before.
 */
fuzz<Input>('landscapes', {
  inputs: fc.record({
    object: fc.nat(objects.length - 1),
    changes: fc.array(change, { minLength: 1, maxLength: 3 }),
  }),
  async check({ object, changes }) {
    const before = objects[object % objects.length]
    if (before === undefined) return
    const odd: unknown = changes.reduce<unknown>((value, one) => changed(value, one), before)
    const garden = gardenOf(
      objects.map((one) => (one === before ? odd : one)),
      Date.parse(AT),
    )
    const read = readObject(odd)
    if (read.kind === 'unreadable' && !garden.snapshot().problems.some(({ object }) => object === read.label)) {
      throw new Error(`${read.label} is dropped without a problem.`)
    }
    for (const [name, question] of questions) await told(garden, name, question)
    if (before !== shoot) return
    usual ??= otherOf(gardenOf(objects, Date.parse(AT)))
    if ((await otherOf(garden)) !== (await usual)) throw new Error('Another cluster is told otherwise.')
  },
})
