import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { demoObjects } from '../demo/manifests'
import { resourceTitle } from '../garden'
import { usualTiming } from './failure'
import { KubernetesGarden, namedNamespaces } from './kubernetes-garden'
import { FakeApi, type FakeResponse, type ReceivedRequest, refusal, writeKubeconfig } from './testdata/fake-api'

/** The user of these tests may not list everywhere: they are a member of some projects. */

let api: FakeApi
let folder: string
const open: KubernetesGarden[] = []
/** Projects that the member may see, by namespace. */
let own: Map<string, string>
let mayAll: boolean

beforeEach(async () => {
  api = await FakeApi.start()
  folder = await mkdtemp(join(tmpdir(), 'almanac-member-'))
  own = new Map([['garden-dev', 'dev']])
  mayAll = false
  api.script = member
})
afterEach(async () => {
  await Promise.all(open.splice(0).map((garden) => garden.close()))
  await api.stop()
  await rm(folder, { recursive: true })
  vi.restoreAllMocks()
})

const forbidden = refusal(403, 'forbidden')

/** The API server to the member, as Gardener sets up its roles. */
function member({ path, plural, query }: ReceivedRequest): FakeResponse | undefined {
  const [, namespace] = /\/namespaces\/([^/]+)/.exec(path) ?? []
  const [, project] = /\/projects\/([^/]+)$/.exec(path) ?? []
  if (plural === 'cloudprofiles') return undefined
  if (path === `/api/v1/namespaces/${namespace}`) {
    const name = own.get(namespace ?? '')
    return name === undefined
      ? forbidden
      : { status: 200, body: { metadata: { name: namespace, labels: { 'project.gardener.cloud/name': name } } } }
  }
  if (project !== undefined) {
    const [place] = [...own].find(([, name]) => name === project) ?? []
    return place === undefined
      ? forbidden
      : { status: 200, body: { metadata: { name: project, resourceVersion: '1' }, spec: { namespace: place } } }
  }
  if (namespace === undefined && !mayAll) return forbidden
  if (namespace !== undefined && !own.has(namespace)) return forbidden
  if (query.watch !== undefined) return undefined
  const items = plural === 'shoots' ? shoots.filter((one) => namespace === undefined || one.in === namespace) : []
  return { status: 200, body: { metadata: { resourceVersion: '5' }, items: items.map(({ object }) => object) } }
}

const template = [...demoObjects({ born: '2026-11-21', shoots: 1 })].find(({ kind }) => kind === 'Shoot')
const shoots = ['garden-dev', 'garden-ops', 'garden-far'].map((namespace) => ({
  in: namespace,
  object: { ...template, metadata: { ...template?.metadata, name: 'api', namespace, resourceVersion: '3' } },
}))

async function follow(env: Record<string, string> = {}, context: object = {}): Promise<KubernetesGarden> {
  const path = await writeKubeconfig(api, folder, context)
  const timing = {
    ...usualTiming,
    patience: 60,
    delay: () => 10,
    credentialsCheck: 10,
    again: 20,
    pause: 5,
    readingPause: 5,
  }
  const garden = new KubernetesGarden({ KUBECONFIG: path, ...env }, timing)
  open.push(garden)
  return garden
}

const until = (isTrue: () => boolean) => vi.waitUntil(isTrue, { timeout: 30_000, interval: 5 })
const seen = (garden: KubernetesGarden) => [...garden.snapshot().shoots].map(({ namespace }) => namespace)
const projects = (garden: KubernetesGarden) => garden.snapshot().projects.map(({ name }) => name)

describe('a member of a project', () => {
  it('sees the clusters of the namespace that the context names, and its project', async () => {
    const garden = await follow({}, { namespace: 'garden-dev' })
    await until(() => garden.status().state === 'live')
    expect(seen(garden)).toEqual(['garden-dev'])
    expect(projects(garden)).toEqual(['dev'])
    expect(garden.status().covers).toBe('only garden-dev')
    expect(garden.status().resources.map(resourceTitle)).toEqual([
      'CloudProfiles',
      'NamespacedCloudProfiles in garden-dev',
      'Projects',
      'Shoots in garden-dev',
    ])
    expect(garden.status().resources.every(({ state }) => state === 'synced')).toBe(true)
  })

  it('sees those of the namespaces that the setting names, in which nothing else is asked for', async () => {
    own.set('garden-ops', 'operations')
    const garden = await follow({ NAMESPACES: 'garden-dev, garden-ops' }, { namespace: 'garden-far' })
    await until(() => garden.status().state === 'live' && projects(garden).length === 2)
    expect(seen(garden)).toEqual(['garden-dev', 'garden-ops'])
    expect(projects(garden)).toEqual(['dev', 'operations'])
    expect(api.asked.filter(({ path }) => /v1beta1\/(shoots|projects)$/.test(path))).toEqual([])
  })

  it('is told of a namespace in which clusters may not be listed, and sees the others', async () => {
    const garden = await follow({ NAMESPACES: 'garden-dev garden-far' })
    await until(() => garden.status().state === 'live')
    expect(seen(garden)).toEqual(['garden-dev'])
    expect(garden.status().resources.map(({ message }) => message)).toContain(
      'Almanac may not list shoots in garden-far',
    )
  })

  it('follows many namespaces without a warning of the process', async () => {
    const warnings: string[] = []
    const heard = (warning: Error) => warnings.push(warning.message)
    process.on('warning', heard)
    try {
      const all = Array.from({ length: 14 }, (_, i) => `garden-many${i}`)
      for (const namespace of all) own.set(namespace, namespace.replace('garden-', ''))
      const garden = await follow({ NAMESPACES: all.join(',') })
      await until(() => garden.status().state === 'live')
      // Node warns in a later turn.
      await new Promise((resolve) => setImmediate(resolve))
      expect(warnings).toEqual([])
    } finally {
      process.off('warning', heard)
    }
  })

  it('finds the project by its usual name where the namespace may not be read', async () => {
    const usual = api.script
    api.script = (asked) => (asked.path.startsWith('/api/v1/namespaces/') ? forbidden : usual(asked))
    const garden = await follow({ NAMESPACES: 'garden-dev' })
    await until(() => projects(garden).length === 1)
    expect(projects(garden)).toEqual(['dev'])
  })

  it('takes no project for its own that has another namespace', async () => {
    const usual = api.script
    api.script = (asked) =>
      asked.path.endsWith('/projects/dev')
        ? {
            status: 200,
            body: { metadata: { name: 'dev', resourceVersion: '1' }, spec: { namespace: 'dev-of-others' } },
          }
        : usual(asked)
    const garden = await follow({ NAMESPACES: 'garden-dev' })
    await until(() => garden.status().state === 'live')
    expect(projects(garden)).toEqual([])
  })

  it('sees a change of its project', async () => {
    const garden = await follow({ NAMESPACES: 'garden-dev' })
    await until(() => projects(garden).length === 1)
    own.set('garden-dev', 'renamed')
    await until(() => projects(garden)[0] === 'renamed')
  })

  it('sees everything once that is allowed, and then follows everything', async () => {
    const garden = await follow({}, { namespace: 'garden-dev' })
    await until(() => seen(garden).length === 1)
    mayAll = true
    await until(() => seen(garden).length === 3)
    await until(() =>
      garden.status().resources.some(({ name, namespace }) => name === 'Shoots' && namespace === undefined),
    )
    expect(garden.status()).not.toHaveProperty('covers')
  })

  it('sees nothing, and why, when no namespace is named', async () => {
    const garden = await follow()
    await until(() => garden.status().resources.at(-1)?.state === 'forbidden')
    expect(garden.status().resources.at(-1)?.message).toBe('Almanac may not list shoots')
  })
})

describe('NAMESPACES', () => {
  it.each([
    [undefined, []],
    ['', []],
    ['garden-dev', ['garden-dev']],
    [' garden-dev,garden-ops  garden-dev,', ['garden-dev', 'garden-ops']],
  ])('%j names %j', (setting, names) => expect(namedNamespaces(setting)).toEqual(names))

  it.each(['Garden-Dev', 'garden_dev', '-dev', 'a'.repeat(64), '../etc'])('refuses %s', (setting) =>
    expect(() => namedNamespaces(setting)).toThrow(`NAMESPACES: "${setting}" can be no namespace.`),
  )
})
