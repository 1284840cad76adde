import { beforeAll, describe, expect, it } from 'vitest'
import type { Route } from '@/lib/contract/route'
import { COUNT_MOST } from '@/lib/engine/bounds'
import type { Garden } from '@/lib/garden'
import { demoManifests } from '@/lib/garden/demo/manifests'
import { gardenOf } from '@/lib/garden/testdata/garden-of'
import type { RequestInput } from '@/lib/http/answer'
import { statusBody } from '@/lib/http/status-body'
import { answerOf } from '@/lib/questions/answers'
import { type AnsweredRouteName, type JsonRouteName, routeNamed } from '@/lib/questions/routes'
import * as problemWords from '@/lib/words/faults'

/**
 * A value that no answer can carry is a problem of its object: the asker is told of it in few words, and of everything else as
 * if it were not there.
 */

const at = Date.parse('2026-11-21T18:00:00Z')

type Json = Record<string, unknown>

const all = structuredClone(demoManifests({ born: '2026-11-21', shoots: 12 })) as Json[]
const find = (kind: string, has: (object: Json) => boolean = () => true): Json => {
  const found = all.find((object) => object.kind === kind && has(object))
  if (found === undefined) throw new Error(kind)
  return found
}
const meta = ({ metadata }: Json) => metadata as { readonly namespace: string; readonly name: string }
const aws = find('CloudProfile', (object) => meta(object).name === 'aws')
const own = find('NamespacedCloudProfile')
const parent = find(
  'CloudProfile',
  (object) => meta(object).name === (own as { spec: { parent: Json } }).spec.parent.name,
)
const onAws = (object: Json) => JSON.stringify(object).includes('"cloudProfile":{"kind":"CloudProfile","name":"aws"}')
const shoots = all.filter((object) => object.kind === 'Shoot' && onAws(object))
const [odd, other] = shoots as [Json, Json]
const project = find('Project', (object) => `garden-${meta(object).name}` === meta(odd).namespace)

/** The landscape with another value at a path of one object. */
function withValue(object: Json, path: string, value: unknown): readonly Json[] {
  const changed = structuredClone(object)
  const keys = path.split('.')
  let inner: Json = changed
  for (const key of keys.slice(0, -1)) {
    inner[key] ??= {}
    inner = inner[key] as Json
  }
  inner[keys.at(-1) ?? ''] = value
  return [...new Set([aws, own, parent, project, odd, other])].map((one) => (one === object ? changed : one))
}

const LONG = 'x'.repeat(200)
const ENDLESS = 'x'.repeat(100_000)

/** What answers tell of one cluster and of one profile, and of all of them. */
async function everything(garden: Garden, name: string): Promise<unknown[]> {
  const { namespace } = meta(odd)
  const path = { namespace, name }
  const ref = ['aws']
  const questions: readonly (readonly [AnsweredRouteName, RequestInput])[] = [
    ['GET /api/status', {}],
    ['GET /api/garden', {}],
    ['GET /api/cloudprofiles', {}],
    ['GET /api/cloudprofiles/[...ref]', { path: { ref } }],
    ['GET /api/workbench/[...ref]', { path: { ref } }],
    ['GET /api/compare', { query: { a: 'aws', b: meta(parent).name } }],
    ['GET /api/new-cluster/[...ref]', { path: { ref } }],
    ['GET /api/shoots', {}],
    ['GET /api/shoots/[namespace]/[name]', { path }],
    ['GET /api/shoots/[namespace]/[name]/in-place', { path }],
    ['GET /api/shoots/[namespace]/[name]/maintenance', { path }],
    ['GET /api/shoots/[namespace]/[name]/why', { path }],
    ['GET /api/shoots/[namespace]/[name]/nights', { path }],
    ['GET /api/projects/[name]', { path: { name: meta(project).name } }],
    ['GET /api/policy', {}],
    ['POST /api/policy', { body: { profile: 'aws' } }],
    ['GET /api/scenarios', { query: { scenario: 'patch', profile: 'aws' } }],
    ['POST /api/wall', { body: { days: 14 } }],
  ]
  const told: unknown[] = []
  for (const [route, question] of questions) {
    const pinned = (routeNamed(route) as Route).body === undefined ? 'query' : 'body'
    const asked = { ...question, [pinned]: { ...(question[pinned] as object), at: '2026-11-21T18:00:00Z' } }
    const said: unknown = await answerOf(
      route,
      { identity: { kind: 'process' }, user: null, sight: '', garden },
      asked,
    ).catch((error: Error & { code?: string }) => {
      if (error.code === 'not-found') return null
      throw error
    })
    if (said === null) continue
    const checked = routeNamed(route as JsonRouteName).answer.safeParse(JSON.parse(JSON.stringify(said)))
    expect(checked.error?.issues ?? [], route).toEqual([])
    told.push(said)
  }
  return told
}

const rowOf = (told: readonly unknown[], { namespace, name }: { namespace: string; name: string }): unknown => {
  const items = told.flatMap((one) => (one as { items?: Json[] }).items ?? [])
  return items.find((item) => item.namespace === namespace && item.name === name && 'profile' in item)
}

let usual: readonly unknown[]
beforeAll(async () => {
  usual = await everything(gardenOf([...new Set([aws, own, parent, project, odd, other])], at), meta(odd).name)
  expect(rowOf(usual, meta(other))).toBeDefined()
})

describe('a value that answers cannot carry is a problem of its object, and nothing else is told otherwise', () => {
  const kubernetes = (version: object) => ['spec.kubernetes.versions', [{ version: '1.33.0' }, version]] as const
  const images = (image: object) => ['spec.machineImages', [image]] as const
  const workers = (more: object) => {
    const { workers } = (odd as { spec: { provider: { workers: Json[] } } }).spec.provider
    return ['spec.provider.workers', workers.map((worker, i) => (i === 0 ? { ...worker, ...more } : worker))] as const
  }
  const machine = (image: object) => workers({ machine: { type: 'm5.large', image } })

  it.each<[what: string, object: Json, change: readonly [path: string, value: unknown]]>([
    [
      'an end in the year 10000 of UTC',
      aws,
      kubernetes({ version: '1.34.0', expirationDate: '9999-12-31T23:59:59-23:59' }),
    ],
    [
      'an end before the year 0 of UTC',
      aws,
      kubernetes({ version: '1.34.0', expirationDate: '0000-01-01T00:00:00+23:59' }),
    ],
    ['a version that never ends', aws, kubernetes({ version: `1.34.0-${LONG}` })],
    ['a version over lines', aws, kubernetes({ version: '1.34.0\n' })],
    ['NUL in a version', aws, kubernetes({ version: '1.34.0\u0000' })],
    ['half a character', aws, kubernetes({ version: '1.34.0-\ud800' })],
    [
      'more stages than there are',
      aws,
      kubernetes({ version: '1.34.0', lifecycle: Array(11).fill({ classification: 'preview' }) }),
    ],
    ['an image name of 200 characters', aws, images({ name: LONG, versions: [{ version: '1.0.0' }] })],
    [
      'more architectures than there are',
      aws,
      images({ name: 'a', versions: [{ version: '1.0.0', architectures: Array(21).fill('amd64') }] }),
    ],
    [
      'a constraint of 600 characters',
      aws,
      images({ name: 'a', versions: [{ version: '1.0.0', kubeletVersionConstraint: '> 1.0 '.repeat(100) }] }),
    ],
    ['a machine type with control characters', aws, ['spec.machineTypes', [{ name: 'a\u0007' }]]],
    ['a name of a profile that nobody could ask for', aws, ['metadata.name', 'A B']],
    ['a name of a parent that nobody could ask for', own, ['spec.parent.name', 'a/b']],
    ['a project in no namespace of Kubernetes', project, ['spec.namespace', 'garden core']],
    ['a member over lines', project, ['spec.members', [{ kind: 'User', name: 'a\nb', role: 'admin' }]]],
    ['a name of a cluster that nobody could ask for', odd, ['metadata.name', '../x']],
    ['a profile that nobody could ask for', odd, ['spec.cloudProfile.name', 'x'.repeat(254)]],
    ['a region of 200 characters', odd, ['spec.region', LONG]],
    ['fewer nodes than none', odd, workers({ minimum: -1 })],
    ['half a node', odd, workers({ maximum: 1.5 })],
    ['more nodes than can be counted', odd, workers({ maximum: 1e300 })],
    ['a surge of less than none', odd, workers({ maxSurge: -3 })],
    ['a surge in words', odd, workers({ maxSurge: 'many' })],
    [
      'a drain that takes forever',
      odd,
      workers({ machineControllerManager: { machineDrainTimeout: `1${'0'.repeat(40)}h` } }),
    ],
    ['a drain that goes back in time', odd, workers({ machineControllerManager: { machineDrainTimeout: '-2h' } })],
    ['a zone that is no line', odd, workers({ zones: ['a\u0000'] })],
    ['the name of an image of 200 characters', odd, machine({ name: LONG, version: '1.0.0' })],
    ['the version of an image over lines', odd, machine({ name: 'a', version: '1.0.0\n\n' })],
    [
      'a period of 10^40 hours',
      odd,
      ['spec.maintenance.autoRotation', { credentials: { sshKeypair: { rotationPeriod: `1${'0'.repeat(40)}h` } } }],
    ],
    ['a time of creation in the year 10000', odd, ['metadata.creationTimestamp', '9999-12-31T23:59:59-23:59']],
  ])('%s', { tags: 'long' }, async (_, object, [path, value]) => {
    const garden = gardenOf(withValue(object, path, value), at)
    const { problems } = statusBody(garden, problemWords)
    expect(problems.length).toBeGreaterThan(0)
    expect(problems[0]?.object).toMatch(new RegExp(`^${object.kind} `))
    for (const { object, reason } of problems) {
      expect(object?.length).toBeLessThanOrEqual(200)
      expect(reason.length).toBeLessThanOrEqual(500)
    }
    const told = await everything(garden, meta(odd).name)
    if (object === odd) expect(rowOf(told, meta(other))).toEqual(rowOf(usual, meta(other)))
  })

  it('the largest numbers of Kubernetes are carried, and added up', async () => {
    const garden = gardenOf(withValue(odd, ...workers({ minimum: COUNT_MOST, maximum: COUNT_MOST })), at)
    expect(statusBody(garden, problemWords).problems).toEqual([])
    await everything(garden, meta(odd).name)
  })
})

describe('problems are bounded', () => {
  it.each<[what: string, object: Json, path: string, value: unknown]>([
    ['a name without end', odd, 'metadata.name', ENDLESS],
    ['a value without end', odd, 'spec.kubernetes.version', ENDLESS],
    ['a word that is none of them', aws, 'spec.kubernetes.versions', [{ version: '1.33.0', classification: ENDLESS }]],
    ['a time without end', odd, 'metadata.creationTimestamp', ENDLESS],
    ['an apiVersion without end', odd, 'apiVersion', ENDLESS],
    ['a window without end', odd, 'spec.maintenance.timeWindow', { begin: ENDLESS, end: ENDLESS }],
    ['a path without end', odd, 'spec.kubernetes.kubeAPIServer', { featureGates: { [ENDLESS]: 'yes' } }],
  ])('%s', (_, object, path, value) => {
    const garden = gardenOf(withValue(object, path, value), at)
    expect(statusBody(garden, problemWords).problems.length).toBeGreaterThan(0)
    expect(JSON.stringify(statusBody(garden, problemWords)).length).toBeLessThan(3000)
    expect(JSON.stringify(garden.snapshot().problems.map(({ fault }) => fault)).length).toBeLessThan(3000)
  })

  it('of one object 100, and how many more there are', () => {
    const versions = Array.from({ length: 5000 }, () => ({ version: 5 }))
    const { problems } = gardenOf(withValue(aws, 'spec.kubernetes.versions', versions), at).snapshot()
    expect(problems.length).toBe(101)
    expect(problems.at(-1)).toMatchObject({ object: 'CloudProfile aws', fault: { code: 'more', count: 4900 } })
  })
})
