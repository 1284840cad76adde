/**
 * npm run answers -- FOLDER [GARDEN…]: what every route of the built server answers, one file for each question, so that two commits can be
 * compared with `diff -r`. Asked are the demo, and the dump, the odd cases and the small gardens in ../shared/garden where they are
 * there: at three pinned clocks, with and without a draft of edits.
 */

import { existsSync, readdirSync, rmSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Route } from '@/lib/contract/route'
import type { StatusAnswer } from '@/lib/contract/status'
import type { ShootsAnswer } from '@/lib/questions/clusters/contract'
import type { ProfileAnswer, ProfilesAnswer } from '@/lib/questions/profiles/contract'
import type { ProfileHistoryAnswer } from '@/lib/questions/profiles/contract/history'
import { type RouteName, routeNamed, routes } from '@/lib/questions/routes'
import { OWN_CLOCK, startAlmanac } from '../../e2e/support/almanac'
import { ensureBuilt } from '../build.mjs'
import { each, untilRead } from '../figures/landscape'
import { root } from '../root.mjs'
import { type AnsweredQuestion, type KnownGarden, questionsOf } from './questions'

/** The day that the demo was born on, and what the clock of each server shows all the time: the answers do not depend on today. */
const BORN = '2026-11-21'
const NOW = '2026-11-26T13:02:00Z'

const CLOCKS = ['2026-11-21T18:00:00Z', '2026-11-26T13:00:00Z', '2027-01-20T12:00:00Z'] as const

/** How many clusters, projects and versions of each list are asked about: those evenly between first and last. */
const MOST = { shoots: 12, projects: 3, versions: 3, changes: 3 } as const

/** What GARDEN is, by the name of the folder that its answers go to. */
function gardens(): ReadonlyMap<string, string> {
  const given = resolve(root, '..', 'shared', 'garden')
  const found = new Map([['demo', `demo:${BORN}`]])
  if (!existsSync(given)) {
    console.log('There is no ../shared/garden: only the demo is asked.')
    return found
  }
  const cases = readdirSync(join(given, 'cases')).map((file) => join(given, 'cases', file))
  const files = [join(given, 'dump.yaml'), join(given, 'odd.yaml'), ...cases].filter((file) => file.endsWith('.yaml'))
  for (const file of files) found.set(basename(file, '.yaml'), file)
  return found
}

/** Returns how many answers were written. */
async function askGarden(garden: string, into: string): Promise<number> {
  const clock = { NODE_OPTIONS: OWN_CLOCK, CLOCK: NOW, CLOCK_STANDS: 'true' }
  const env = { ...clock, FREEZE: '2026-12-20..2027-01-03', LOG_LEVEL: 'warn' }
  const almanac = await startAlmanac({ garden, env })
  try {
    const known = await explore(almanac.url)
    let count = 0
    for (const at of CLOCKS) count += await askAll(almanac.url, at, known, join(into, at.slice(0, 10)))
    return count
  } finally {
    await almanac.stop()
  }
}

/** What there is to ask about: each profile, and some versions, clusters and projects. */
async function explore(url: string): Promise<KnownGarden> {
  const get = async <T>(path: string): Promise<T> => {
    const response = await whole(() => fetch(`${url}${path}`))
    if (!response.ok) throw new Error(`${path} answers ${response.status}: ${await response.text()}`)
    return (await response.json()) as T
  }
  await untilRead(url)
  // Which changes of profiles there are to ask about is known once their past is recorded.
  while (((await get<StatusAnswer>('/api/status')).recording.until ?? '') < NOW) await setTimeout(200)
  const { items } = await get<ProfilesAnswer>(`/api/cloudprofiles?at=${CLOCKS[0]}`)
  const profiles: KnownGarden['profiles'][number][] = []
  for (const { ref } of items) {
    const path = ref.kind === 'CloudProfile' ? ref.name : `${ref.namespace}/${ref.name}`
    const { kubernetes, images } = await get<ProfileAnswer>(`/api/cloudprofiles/${path}?at=${CLOCKS[0]}`)
    const versions = evenly(kubernetes, MOST.versions).map(({ version }) => `kubernetes/${version}`)
    for (const { name, versions: some } of images) {
      versions.push(...evenly(some, MOST.versions).map(({ version }) => `${name}/${version}`))
    }
    const [busiest] = kubernetes.toSorted((a, b) => b.clusters - a.clusters)
    const edits: KnownGarden['profiles'][number]['edits'] = []
    if (busiest !== undefined) {
      const { version } = busiest
      edits.push({ kind: 'expire', image: null, version, expirationDate: '2026-12-10T23:59:59Z' })
      edits.push({ kind: 'classify', image: null, version, classification: 'deprecated' })
    }
    for (const { name, versions: some } of images.slice(0, 1)) {
      const [image] = some.toSorted((a, b) => b.clusters - a.clusters)
      if (image !== undefined)
        edits.push({ kind: 'expire', image: name, version: image.version, expirationDate: '2026-12-12T23:59:59Z' })
    }
    const history = await get<ProfileHistoryAnswer>(`/api/history/cloudprofiles/${path}?at=${CLOCKS[0]}`)
    const changes = evenly(history.changes, MOST.changes).map(({ change }) => change)
    profiles.push({ ref: path, versions, changes, edits })
  }
  const { items: clusters } = await get<ShootsAnswer>(`/api/shoots?limit=500&sort=name&at=${CLOCKS[0]}`)
  const projects = [...new Set(clusters.map(({ project }) => project))]
  return { profiles, shoots: evenly(clusters, MOST.shoots), projects: evenly(projects, MOST.projects) }
}

function evenly<T>(all: readonly T[], most: number): readonly T[] {
  if (all.length <= most) return all
  return Array.from({ length: most }, (_, i) => all[Math.round((i * (all.length - 1)) / (most - 1))] as T)
}

/** Asks every route all its questions, and returns how many there were. */
async function askAll(url: string, at: string, known: KnownGarden, into: string) {
  const all = routes.flatMap(({ name }) =>
    questionsOf(name, known).map((question, index) => ({ name, question, index })),
  )
  await each(all, async ({ name, question, index }) => {
    const { method, address, body } = requestOf(name, question, at)
    const response = await whole(() =>
      fetch(`${url}${address}`, { method, redirect: 'manual', ...(body !== undefined && { body }) }),
    )
    const type = response.headers.get('content-type')?.split(';')[0] ?? ''
    const file = join(into, fileOf(name, question, index, type))
    await mkdir(dirname(file), { recursive: true })
    if (type === 'image/png') await writeFile(file, Buffer.from(await response.arrayBuffer()))
    else {
      const said = readable(type, await response.text())
      await writeFile(
        file,
        `${method} ${address}${body === undefined ? '' : ` ${body}`}\n${response.status} ${type}\n\n${said}\n`,
      )
    }
  })
  return all.length
}

/** Asks again until nothing is left to be computed in the background. */
async function whole(ask: () => Promise<Response>): Promise<Response> {
  for (;;) {
    const response = await ask()
    const text = response.headers.get('content-type')?.includes('json') ? await response.clone().text() : ''
    if (response.status !== 503 && response.status !== 429 && !/"left":[1-9]/.test(text)) return response
    await setTimeout(500)
  }
}

function requestOf(name: RouteName, { path = [], query = {}, body }: AnsweredQuestion, at: string) {
  const route: Route = routeNamed(name)
  const [method = '', folder = ''] = name.split(' ')
  const parts = [...path]
  const filled = folder.replaceAll(/\[[^\]]*\]/g, (part) => {
    const taken = part.startsWith('[...') ? parts.splice(0) : parts.splice(0, 1)
    return taken.map(encodeURIComponent).join('/')
  })
  const takesClock = (shape: Route['query']) => shape !== undefined && 'at' in shape.shape
  const search = new URLSearchParams({
    ...query,
    ...(takesClock(route.query) && { at }),
    ...(name === 'GET /api/updates/nearest' && { from: at }),
  })
  const ending = route.ending === undefined ? '' : `.${route.ending}`
  const asked = search.size > 0 ? `?${search}` : ''
  const sent = body === undefined ? undefined : JSON.stringify({ ...body, ...(takesClock(route.body) && { at }) })
  return { method, address: `${filled}${ending}${asked}`, body: sent }
}

/** E.g. `shoots/garden-core/api/why.0.json`. */
function fileOf(name: RouteName, { path = [] }: AnsweredQuestion, index: number, type: string): string {
  const route = name
    .replace(' /', '-')
    .replaceAll('/', '-')
    .replaceAll(/\[[^\]]*\]-?/g, '')
    .replace(/-$/, '')
  const ending = type.includes('json') ? 'json' : (type.split('/')[1]?.split('+')[0] ?? 'txt')
  return join(route, `${[...path, index].join('_')}.${ending}`.replaceAll(/[^\w.-]/g, '-'))
}

/** What differs from run to run is replaced; JSON over many lines, lines of calendars whole, and of the metrics those of the landscape. */
function readable(type: string, text: string): string {
  return shown(type, text).replaceAll(/127\.0\.0\.1:\d+/g, '«address»')
}

function shown(type: string, text: string): string {
  if (type.includes('json')) {
    const isOfRun = (key: string) => key === 'revision' || key === 'requestId'
    return JSON.stringify(JSON.parse(text), (key, value: unknown) => (isOfRun(key) ? '…' : value), 2)
  }
  if (type === 'text/calendar') return text.replaceAll('\r\n ', '')
  if (type !== 'text/plain') return text
  const isOfProcess = /^(?:# \w+ )?(?:process|nodejs|almanac_(?:request|forecast|costly|history))_/
  return text
    .split('\n')
    .filter((line) => !isOfProcess.test(line))
    .join('\n')
}

// Below all that it uses: what is declared with const is there only after its line.
const [, , folder, ...chosen] = process.argv
if (folder === undefined) {
  console.error('usage: npm run answers -- FOLDER')
  process.exitCode = 1
} else if (ensureBuilt() === null) {
  process.exitCode = 1
} else {
  const target = resolve(process.env.INIT_CWD ?? '.', folder)
  rmSync(target, { recursive: true, force: true })
  let files = 0
  for (const [name, garden] of gardens()) {
    if (chosen.length > 0 && !chosen.includes(name)) continue
    const begin = performance.now()
    const written = await askGarden(garden, join(target, name))
    console.log(`${name}: ${written} answers, ${((performance.now() - begin) / 1000).toFixed(0)} s`)
    files += written
  }
  console.log(`${files} answers in ${folder}`)
}
