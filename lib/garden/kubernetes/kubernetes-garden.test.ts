import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Shoot } from '@/lib/engine/types'
import { demoObjects } from '../demo/manifests'
import { type GardenTiming, usualTiming } from './failure'
import { KubernetesGarden } from './kubernetes-garden'
import { FakeApi, refusal, writeKubeconfig } from './testdata/fake-api'

let api: FakeApi
let folder: string
const open: KubernetesGarden[] = []

beforeEach(async () => {
  api = await FakeApi.start()
  folder = await mkdtemp(join(tmpdir(), 'almanac-kubernetes-'))
})
afterEach(async () => {
  await Promise.all(open.splice(0).map((garden) => garden.close()))
  await api.stop()
  await rm(folder, { recursive: true })
  vi.restoreAllMocks()
})

const impatient: GardenTiming = {
  ...usualTiming,
  patience: 60,
  steady: 1000,
  watchSilence: 5000,
  delay: () => 10,
  credentialsCheck: 10,
  wholePatience: 100,
  pause: 5,
  readingPause: 5,
}

async function follow(timing: Partial<GardenTiming> = {}): Promise<KubernetesGarden> {
  const path = await writeKubeconfig(api, folder)
  const garden = new KubernetesGarden({ KUBECONFIG: path }, { ...impatient, ...timing })
  open.push(garden)
  return garden
}

async function live(timing?: Partial<GardenTiming>): Promise<KubernetesGarden> {
  const garden = await follow(timing)
  await until(() => garden.status().state === 'live')
  return garden
}

const until = (isTrue: () => boolean) => vi.waitUntil(isTrue, { timeout: 30_000, interval: 5 })

/** As Gardener's own API server has items of lists: without kind and apiVersion. */
function project(name: string, resourceVersion = '1', namespace = `garden-${name}`) {
  return { metadata: { name, resourceVersion, uid: 'u' }, spec: { namespace } }
}
const event = (type: string, object: object) => ({ type, object })
const names = (garden: KubernetesGarden) => garden.snapshot().projects.map(({ name }) => name)

describe('the first reading', () => {
  it('takes the kind of items that carry none from what was asked for', async () => {
    api.set('projects', '7', project('dev'), project('ops'))
    const garden = await live()
    expect(names(garden)).toEqual(['dev', 'ops'])
    expect(garden.snapshot().problems).toEqual([])
  })

  it('takes a list without items for an empty one', async () => {
    api.script = ({ query }) =>
      query.watch ? undefined : { status: 200, body: { metadata: { resourceVersion: '3' }, items: null } }
    expect((await live()).snapshot().shoots).toHaveLength(0)
  })

  it('goes from page to page, and watches from the version of the list, with bookmarks', async () => {
    api.script = ({ plural, query }) => {
      if (plural !== 'projects' || query.watch) return undefined
      const metadata = { resourceVersion: '42', ...(!query.continue && { continue: 'more', remainingItemCount: 1 }) }
      return { status: 200, body: { metadata, items: [project(query.continue ? 'two' : 'one')] } }
    }
    const garden = await live()
    expect(names(garden)).toEqual(['one', 'two'])
    await until(() => api.watching('projects') === 1)
    expect(api.history('projects')).toEqual(['list', 'list', 'watch 42'])
    const watch = api.asked.find(({ plural, query }) => plural === 'projects' && query.watch)
    expect(watch?.query).toMatchObject({
      allowWatchBookmarks: 'true',
      timeoutSeconds: expect.stringMatching(/^\d{3}$/),
    })
  })

  it('shows what is there already, and how far it is', async () => {
    api.script = ({ plural, query }) => {
      if (plural !== 'projects') return undefined
      if (query.continue) return 'hang'
      const metadata = { resourceVersion: '42', continue: 'more', remainingItemCount: 99 }
      return { status: 200, body: { metadata, items: [project('one')] } }
    }
    const garden = await follow()
    await until(() => names(garden).length === 1)
    await garden.ready()
    expect(garden.status()).toMatchObject({ state: 'reading' })
    expect(garden.status().resources[2]).toEqual({ name: 'Projects', read: 1, of: 100, state: 'reading' })
  })

  it('begins a list anew whose pages the server has forgotten', async () => {
    let lists = 0
    api.script = ({ plural, query }) => {
      if (plural !== 'projects' || query.watch) return undefined
      if (query.continue) return refusal(410, 'The provided continue parameter is too old')
      const isFirst = ++lists === 1
      const metadata = { resourceVersion: String(lists), ...(isFirst && { continue: 'more' }) }
      return { status: 200, body: { metadata, items: [project('one')] } }
    }
    expect(names(await live())).toEqual(['one'])
    expect(api.history('projects').slice(0, 3)).toEqual(['list', 'list', 'list'])
  })

  it.each([
    ['an aggregated API that is down', { status: 503, body: 'service unavailable\n' }, '503: service unavailable'],
    ['a storage that begins', refusal(429, 'storage is (re)initializing', { retryAfterSeconds: 0 }), '429: storage'],
    ['a broken connection', 'break', 'cannot be reached|broke the connection'],
    ['something that is no list', { status: 200, body: '<html>' }, 'no JSON'],
  ] as const)('waits for %s, and says so', async (_, told, words) => {
    let isDown = true
    api.script = () => (isDown ? told : undefined)
    api.set('projects', '7', project('dev'))
    const garden = await follow()
    await until(() => garden.status().state === 'failed')
    expect(garden.status().reason).toMatch(new RegExp(words))
    isDown = false
    await until(() => garden.status().state === 'live')
    expect(names(garden)).toEqual(['dev'])
  })

  it('names what may not be listed, and shows the rest', async () => {
    api.script = ({ plural }) => (plural === 'shoots' ? refusal(403, 'no') : undefined)
    api.set('projects', '7', project('dev'))
    const garden = await live()
    expect(names(garden)).toEqual(['dev'])
    expect(garden.status().resources[3]).toMatchObject({ state: 'forbidden', message: 'Almanac may not list shoots' })
  })

  it('names what is not installed', async () => {
    api.script = ({ plural }) =>
      plural === 'namespacedcloudprofiles' ? { status: 404, body: '404 page not found\n' } : undefined
    const garden = await live()
    expect(garden.status().resources[1]?.message).toBe(
      'The API server has no namespacedcloudprofiles of core.gardener.cloud/v1beta1',
    )
  })
})

describe('following', () => {
  it('shows each change, and leaves what did not change as it is', async () => {
    api.set('projects', '7', project('dev'))
    api.set('cloudprofiles', '7', { metadata: { name: 'aws' }, spec: { kubernetes: { versions: [] } } })
    const garden = await live()
    const before = garden.snapshot()
    let told = 0
    garden.subscribe(() => told++)
    api.send('projects', event('ADDED', project('ops', '8')))
    await until(() => names(garden).length === 2)
    expect(told).toBe(1)
    expect(garden.snapshot().revision).not.toBe(before.revision)
    expect(garden.snapshot().profiles).toBe(before.profiles)
    expect(garden.snapshot().shoots).toBe(before.shoots)
  })

  it('keeps the clusters of projects in which none changed together', async () => {
    const shoot = [...demoObjects({ born: '2026-11-21', shoots: 1 })].find(({ kind }) => kind === 'Shoot')
    const named = (namespace: string, name: string, resourceVersion = '1', more = {}) => ({
      ...shoot,
      metadata: { namespace, name, resourceVersion, ...more },
    })
    const texts = (shoots: Iterable<Shoot>) => [...shoots].map(({ namespace, name }) => `${namespace}/${name}`)
    api.set('shoots', '7', named('garden-b', 'x'), named('garden-a', 'y'), named('garden-a', 'x'))
    const garden = await live()
    const before = garden.snapshot().shoots
    expect(texts(before)).toEqual(['garden-a/x', 'garden-a/y', 'garden-b/x'])
    api.send('shoots', event('MODIFIED', named('garden-b', 'x', '8', { deletionTimestamp: '2026-11-21T18:00:00Z' })))
    await until(() => garden.snapshot().shoots !== before)
    expect(texts(garden.snapshot().shoots.notIn(before))).toEqual(['garden-b/x'])
    expect(texts(before.notIn(garden.snapshot().shoots))).toEqual(['garden-b/x'])
  })

  it('has of a cluster the version of its object in which it became what it is', async () => {
    const shoot = [...demoObjects({ born: '2026-11-21', shoots: 1 })].find(({ kind }) => kind === 'Shoot')
    const numbered = (resourceVersion: string, more = {}) => ({
      ...shoot,
      metadata: { namespace: 'garden-a', name: 'x', resourceVersion, ...more },
    })
    api.set('shoots', '7', numbered('5'))
    const garden = await live()
    const before = garden.snapshot()
    expect(before.shoots.at(0)?.resourceVersion).toBe('5')
    // A heartbeat says nothing that is shown.
    api.send('shoots', event('MODIFIED', numbered('8', { labels: { beat: '1' } })))
    api.send('projects', event('ADDED', project('ops', '8')))
    await until(() => names(garden).includes('ops'))
    expect(garden.snapshot().shoots).toBe(before.shoots)
    api.send('shoots', event('MODIFIED', numbered('9', { deletionTimestamp: '2026-11-21T18:00:00Z' })))
    await until(() => garden.snapshot().shoots !== before.shoots)
    expect(garden.snapshot().shoots.at(0)?.resourceVersion).toBe('9')
    // A process that came later has seen another version, and shows the same.
    const revision = garden.snapshot().revision
    api.set('shoots', '12', numbered('12', { deletionTimestamp: '2026-11-21T18:00:00Z' }))
    api.set('projects', '12', project('ops', '8'))
    const other = await live()
    expect(other.snapshot().shoots.at(0)?.resourceVersion).toBe('12')
    expect(other.snapshot().revision).toBe(revision)
  })

  it('goes on from the last bookmark when the server ends the watch in good order', async () => {
    const garden = await live()
    api.send('projects', event('BOOKMARK', { metadata: { resourceVersion: '99' } }))
    await vi.waitFor(() => expect(garden.snapshot().revision).toBeTruthy(), { timeout: 20_000 })
    await new Promise((resolve) => setTimeout(resolve, 1050))
    api.end('projects', 'in order')
    await until(() => api.history('projects').length === 3)
    expect(api.history('projects')).toEqual(['list', 'watch 10', 'watch 99'])
    expect(garden.status().state).toBe('live')
  })

  it.each([
    ['back', -86_400_000],
    ['forward', 86_400_000],
  ])('goes on from its version when the clock was set %s meanwhile, and is live all along', async (_, jump) => {
    const garden = await live({ patience: 0 })
    const states = new Set<string>()
    garden.subscribe(() => states.add(garden.status().state))
    api.send('projects', event('ADDED', project('dev', '11')))
    await until(() => names(garden).length === 1)
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => performance.timeOrigin + performance.now() + jump)
    // A watch that ends within a second is one that the server does not want.
    await new Promise((resolve) => setTimeout(resolve, 1050))
    api.end('projects', 'in order')
    await until(() => api.history('projects').length === 3)
    api.send('projects', event('ADDED', project('ops', '12')))
    await until(() => names(garden).length === 2)
    expect(api.history('projects')[2]).toBe('watch 11')
    expect([...states]).toEqual(['live'])
    clock.mockRestore()
  })

  it('goes on after a connection that broke within an event', async () => {
    const garden = await live()
    api.send('projects', event('ADDED', project('dev', '11')))
    await until(() => names(garden).length === 1)
    api.send('projects', '{"type":"ADDED","obj')
    api.end('projects', 'broken')
    await until(() => api.history('projects').length === 3)
    expect(api.history('projects')[2]).toBe('watch 11')
    expect(garden.status().state).toBe('live')
  })

  // Events of one watch come in order, and a watch brings only what is later than the version that it is asked from.
  it.each([
    ['its version', '12', 'watch 12'],
    ['the version that it had last, as some servers tell it', '11', 'watch 11'],
  ])(
    'asks for nothing from before an object went, told with %s, so that it cannot come back',
    async (_, version, from) => {
      const garden = await live()
      api.send('projects', event('ADDED', project('dev', '11')))
      await until(() => names(garden).length === 1)
      api.send('projects', event('DELETED', project('dev', version)))
      await until(() => names(garden).length === 0)
      api.end('projects', 'broken')
      await until(() => api.watching('projects') === 1 && api.history('projects').length === 3)
      expect(api.history('projects')).toEqual(['list', 'watch 10', from])
      // What such a server says again is that it went.
      api.send('projects', event('DELETED', project('dev', version)))
      api.send('projects', event('ADDED', project('ops', '13')))
      await until(() => names(garden).length > 0)
      expect(names(garden)).toEqual(['ops'])
    },
  )

  it('lists again after a 410 within the stream, and swaps without a gap', async () => {
    api.set('projects', '10', project('dev'), project('ops'))
    const garden = await live()
    const counts = new Set<number>()
    garden.subscribe(() => counts.add(names(garden).length))
    const dev = garden.snapshot().projects[0]
    api.set('projects', '50', project('dev', '1'), project('new', '49'))
    api.send('projects', event('ERROR', { kind: 'Status', code: 410, reason: 'Expired', message: 'too old' }))
    await until(() => names(garden).includes('new'))
    expect(names(garden)).toEqual(['dev', 'new'])
    expect([...counts]).toEqual([2])
    expect(garden.snapshot().projects[0]).toBe(dev)
    expect(api.history('projects')).toEqual(['list', 'watch 10', 'list', 'watch 50'])
    expect(garden.status().state).toBe('live')
  })

  it.each([
    ['an event that is no JSON', 'not json\n'],
    ['an object that the server cannot send', { type: 'ERROR', object: { code: 500, message: 'cannot decode' } }],
  ])('lists again after %s', async (_, line) => {
    await live()
    api.send('projects', line)
    await until(() => api.history('projects').length >= 4)
    expect(api.history('projects').slice(0, 4)).toEqual(['list', 'watch 10', 'list', 'watch 10'])
  })

  it('waits for a server that is behind, and believes it in the end', async () => {
    const late = refusal(504, 'Too large resource version', { causes: [{ reason: 'ResourceVersionTooLarge' }] })
    api.script = ({ query }) => (query.resourceVersion === '900' ? late : undefined)
    api.set('projects', '900', project('dev', '899'))
    const garden = await follow()
    await until(() => api.history('projects').filter((one) => one === 'watch 900').length > 2)
    api.set('projects', '20', project('dev', '19', 'garden-old'))
    await until(() => garden.status().state === 'live')
    expect(garden.snapshot().projects[0]?.namespace).toBe('garden-old')
    // Its versions are lower than those that were known before: they are news nevertheless.
    api.send('projects', event('MODIFIED', project('dev', '21', 'garden-new')))
    await until(() => garden.snapshot().projects[0]?.namespace === 'garden-new')
  })

  it('takes up the news of a storage that was restored, also of what looks the same', async () => {
    api.set('projects', '900', project('dev', '899'))
    const garden = await live()
    api.set('projects', '20', project('dev', '19'))
    api.send('projects', event('ERROR', { code: 410 }))
    await until(() => api.history('projects').includes('watch 20'))
    api.send('projects', event('MODIFIED', project('dev', '21', 'garden-new')))
    await until(() => garden.snapshot().projects[0]?.namespace === 'garden-new')
  })

  it('gives up a watch that is silent, and goes on from its version', async () => {
    const garden = await live({ watchSilence: 150 })
    await until(() => api.history('projects').length >= 3)
    expect(api.history('projects').slice(0, 3)).toEqual(['list', 'watch 10', 'watch 10'])
    // So short a silence can be that of a slow machine too: then it is stale until the next answer.
    await until(() => garden.status().state === 'live')
  })

  it('says since when it is not live, and why, once that lasts', async () => {
    const garden = await live()
    const before = Date.now()
    api.script = () => ({ status: 503, body: 'service unavailable' })
    api.end('shoots', 'broken')
    await until(() => garden.status().state === 'stale')
    const { since = 0, reason } = garden.status()
    expect(reason).toBe('Shoots: The API server answers 503: service unavailable.')
    expect(since).toBeGreaterThanOrEqual(before)
    expect(since).toBeLessThanOrEqual(Date.now())
    api.script = () => undefined
    await until(() => garden.status().state === 'live')
    expect(garden.status().since).toBeUndefined()
  })

  it('lists now and then what may not be watched', async () => {
    api.script = ({ plural, query }) => (plural === 'projects' && query.watch ? refusal(403, 'no') : undefined)
    api.set('projects', '7', project('dev'))
    const garden = await follow()
    await until(() => garden.status().state === 'stale')
    expect(garden.status().reason).toBe('Almanac may not watch projects.')
    api.set('projects', '8', project('dev'), project('ops'))
    await until(() => names(garden).length === 2)
  })

  it('does not list without a pause when every watch ends with 410', async () => {
    api.script = ({ plural, query }) => (plural === 'projects' && query.watch ? refusal(410, 'old') : undefined)
    await follow({ delay: (_, failures) => Math.min(2 ** failures * 10, 2000) })
    await new Promise((resolve) => setTimeout(resolve, 1000))
    expect(api.history('projects').length).toBeLessThan(20)
  })

  it('takes a 403 after an outage for the first one: a server that starts knows its roles a moment later', async () => {
    const delays: string[] = []
    const delay: GardenTiming['delay'] = (failure, failures) => {
      delays.push(`${failure.kind} ${failures}`)
      return 10
    }
    const garden = await live({ delay })
    let asked = 0
    api.script = ({ plural }) => {
      if (plural !== 'projects') return undefined
      if (++asked <= 3) return { status: 503, body: 'down' }
      return asked <= 5 ? refusal(403, 'roles are not known yet') : undefined
    }
    api.end('projects', 'broken')
    await until(() => asked > 5 && garden.status().state === 'live')
    expect(delays.slice(-6)).toEqual([
      'unreachable 0',
      'unreachable 1',
      'unreachable 2',
      'unreachable 3',
      'forbidden 0',
      'forbidden 1',
    ])
  })

  it('ends with open watches, which the API server never ends', async () => {
    const garden = await live()
    await until(() => api.watching('shoots') === 1)
    await garden.close()
    await until(() => api.watching('shoots') === 0)
  })
})

describe('the events of a shoot', () => {
  const shoot = { namespace: 'garden-dev', name: 'api' }
  const about = (name: string) => ({ kind: 'Shoot', namespace: 'garden-dev', name })

  it('are asked for when somebody looks at it, and come newest first', async () => {
    const item = (reason: string, lastTimestamp: string, name = 'api') => ({
      involvedObject: about(name),
      type: 'Normal',
      reason,
      message: 'done',
      lastTimestamp,
    })
    const items = [
      item('Old', '2026-11-01T00:00:00Z'),
      item('New', '2026-11-02T00:00:00Z'),
      item('Other', '2026-11-03T00:00:00Z', 'b'),
    ]
    api.script = ({ path }) => (path.startsWith('/api/v1/') ? { status: 200, body: { items } } : undefined)
    const events = await (await live()).events({ kind: 'process' }, shoot)
    expect(events.kind === 'read' && events.events.map(({ reason }) => reason)).toEqual(['New', 'Old'])
    const [asked] = api.asked.filter(({ path }) => path.startsWith('/api/v1/'))
    expect(asked?.path).toBe('/api/v1/namespaces/garden-dev/events')
    expect(asked?.query.fieldSelector).toBe('involvedObject.kind=Shoot,involvedObject.name=api')
  })

  it.each<[string, ReturnType<typeof refusal>, string]>([
    ['that may not be listed', refusal(403, 'no'), 'Almanac may not list events in garden-dev.'],
    ['that are no JSON', { status: 200, body: 'hello' }, 'The API server answers something that is no JSON.'],
  ])('%s are said to be so', async (_, answer, reason) => {
    api.script = ({ path }) => (path.startsWith('/api/v1/') ? answer : undefined)
    expect(await (await live()).events({ kind: 'process' }, shoot)).toEqual({ kind: 'unreadable', reason })
  })
})
