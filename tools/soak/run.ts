import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { addTo, groupedBy } from '@/lib/engine/grouped'
import type { NamespacedName } from '@/lib/engine/types'
import { demoObjects } from '@/lib/garden/demo/manifests'
import { type Almanac, MEASURED, measured, startAlmanac } from '../../e2e/support/almanac'

/**
 * `npm run soak`, or `npm run soak -- steady --minutes 2`: a server of 10,000 clusters in files, of which one changes every second,
 * under 200 streams and a mixed load. Prints what it took, and ends with code 1 when something is beyond its bound.
 */
const CLUSTERS = 10_000
const STREAMS = 200
/** Requests a second. */
const RATE = 6
/** How many requests may wait for an answer: a machine that cannot keep up is slow, not wrong. */
const MOST_WAITING = 16

/** What a run is like. Heaps are limited in MB. */
const mixes: Readonly<Record<string, { readonly flaps: boolean; readonly heap?: number }>> = {
  steady: { flaps: false },
  /** All files go away and come back, every few seconds. */
  flapping: { flaps: true },
  small: { flaps: false, heap: 512 },
}

/** Minutes of a run that is long enough to judge how long answers take, and how flat memory is. */
const WHOLE = 10
/** Seconds between two times that all files go or come. */
const FLAP = 7
/** What is asked in the first seconds is told apart: all streams are opened at once then, and Node compiles what runs often. */
const BEGINS = 10
const EARLY = `in the first ${BEGINS} s`
const bounds = { heap: 400, p99: 250, growth: 1.1, growthOfShort: 1.25 }

interface SoakMeasurements {
  /** Milliseconds of each answer, by what was asked. */
  readonly times: Map<string, number[]>
  readonly errors: string[]
  /** How often nothing was asked, as too many waited for an answer. */
  left: number
  /** MB of the process, at most in each twelfth of the run. */
  readonly resident: number[]
  /** MB in use on the heap after a collection, in the middle, when all that is made once and kept is there, and at the end. */
  readonly heap: number[]
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { minutes: { type: 'string', default: String(WHOLE) } },
})
const minutes = Number(values.minutes)
if (positionals.some((name) => !(name in mixes)) || !(minutes > 0)) {
  console.error(`npm run soak -- [${Object.keys(mixes).join('] [')}] [--minutes N]`)
  process.exit(2)
}

/** What was beyond its bound, one sentence each. */
async function soak(name: string): Promise<readonly string[]> {
  const { flaps, heap } = mixes[name] ?? { flaps: false }
  const landscape = new SoakLandscape(CLUSTERS)
  const options = [...(heap === undefined ? [] : [`--max-old-space-size=${heap}`]), MEASURED]
  let almanac: Almanac | undefined
  try {
    almanac = await startAlmanac({
      garden: landscape.folder,
      env: { DATA_DIR: landscape.data, NODE_OPTIONS: options.join(' ') },
    })
    while ((await fetch(`${almanac.url}/readyz`)).status !== 200) await setTimeout(500)
    // What is made once and kept is made now.
    for (let count = 0; count < 100; count++) await ask(almanac.url, count, landscape.clusters)
    const met = await run(almanac, landscape, flaps)
    report(name, met, almanac)
    return faultsOf(met, almanac)
  } catch (error) {
    return [`${error instanceof Error ? error.message : error}\n${almanac?.log().slice(-2000) ?? ''}`]
  } finally {
    await almanac?.stop()
    landscape.remove()
  }
}

/**
 * For as long as the run lasts, each second one cluster changes and so many requests are sent, at even times. To see what is in use on
 * the heap all garbage is collected, for which a request would wait: nothing is asked in that second, and what was asked is answered before.
 */
async function run(almanac: Almanac, landscape: SoakLandscape, flaps: boolean): Promise<SoakMeasurements> {
  const { url, pid } = almanac
  const met: SoakMeasurements = { times: new Map(), errors: [], left: 0, resident: [], heap: [] }
  const failed = (error: unknown) => void met.errors.push(error instanceof Error ? error.message : String(error))
  const end = new AbortController()
  const streams = Array.from({ length: STREAMS }, () => listen(url, end.signal).catch(failed))
  const waiting = new Set<Promise<void>>()
  const send = (count: number, second: number) => {
    if (waiting.size === MOST_WAITING) return void met.left++
    const answered = ask(url, count, landscape.clusters)
      .then(({ what, took }) => {
        addTo(met.times, second <= BEGINS ? EARLY : what, took)
      })
      .catch(failed)
      .finally(() => waiting.delete(answered))
    waiting.add(answered)
  }

  const seconds = Math.round(minutes * 60)
  const begin = performance.now()
  for (let second = 1; second <= seconds; second++) {
    for (let part = 0; part < RATE; part++) {
      await setTimeout(Math.max(0, begin + (second - 1 + part / RATE) * 1000 - performance.now()))
      if (!looksAt(second, seconds)) send(second * RATE + part, second)
    }
    await landscape.change(second * 7919)
    if (flaps && second % FLAP === 0) await landscape.flap()
    const part = Math.floor(((second - 1) * 12) / seconds)
    met.resident[part] = Math.max(met.resident[part] ?? 0, memoryOf(pid, 'VmRSS'))
    if (!looksAt(second, seconds)) continue
    await Promise.all(waiting)
    met.heap.push((await measured(almanac)).heap / 1e6)
  }
  end.abort()
  await Promise.all([...streams, ...waiting])
  return met
}

/** Whether memory is looked at in a second: in the middle and at the end of a run. */
function looksAt(second: number, seconds: number): boolean {
  return second === Math.floor(seconds / 2) || second === seconds
}

/** The memory of a process in MB, as Linux counts it: now, or at most. */
function memoryOf(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return (Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) * 1024) / 1e6
}

function report(name: string, { times, errors, left, resident, heap }: SoakMeasurements, { pid }: Almanac): void {
  const whole = (value: number) => value.toFixed(0)
  console.log(
    [
      `\n${name}: ${minutes} min, ${CLUSTERS} clusters, ${STREAMS} streams, ${RATE} requests a second`,
      `resident MB, at most in each twelfth: ${resident.map(whole).join(' ')}; of all ${whole(memoryOf(pid, 'VmHWM'))}`,
      `in use on the heap, in the middle and at the end: ${heap.map(whole).join(' and ')} MB`,
      `${errors.length} errors; ${left} times nothing was asked, as too many waited`,
      `${'asked'.padEnd(20)}   times    p50 ms    p99 ms    max ms`,
    ].join('\n'),
  )
  for (const [what, all] of [...times, ['all that came later', laterOf(times)] as const]) {
    const columns = [0.5, 0.99, 1].map((share) => whole(quantile(all, share)).padStart(9))
    console.log([what.padEnd(20), String(all.length).padStart(7), ...columns].join(' '))
  }
}

function faultsOf({ times, errors, heap }: SoakMeasurements, { log }: Almanac): readonly string[] {
  const faults = errors.slice(0, 5)
  if (errors.length > faults.length) faults.push(`and ${errors.length - faults.length} more errors`)
  const said = /^.*"level":"(?:error|fatal)".*$/m.exec(log())?.[0]
  if (said !== undefined) faults.push(`the server said ${said}`)
  const [middle = Number.NaN, end = Number.NaN] = heap
  const most = Math.max(middle, end)
  if (!(most <= bounds.heap)) faults.push(`${most.toFixed(0)} MB on the heap, more than ${bounds.heap}`)
  const growth = minutes < WHOLE ? bounds.growthOfShort : bounds.growth
  if (!(end <= middle * growth)) faults.push(`the heap grew from ${middle.toFixed(0)} to ${end.toFixed(0)} MB`)
  const p99 = quantile(laterOf(times), 0.99)
  if (minutes >= WHOLE && !(p99 <= bounds.p99)) faults.push(`p99 is ${p99.toFixed(0)} ms, more than ${bounds.p99}`)
  return faults
}

function laterOf(times: SoakMeasurements['times']): readonly number[] {
  return [...times].flatMap(([what, all]) => (what === EARLY ? [] : all))
}

function quantile(values: readonly number[], share: number): number {
  const ascending = values.toSorted((a, b) => a - b)
  return ascending[Math.min(ascending.length - 1, Math.floor(share * ascending.length))] ?? Number.NaN
}

/** What is asked for, or what is sent to where. */
type SoakRequest = string | readonly [path: string, body: object]

/**
 * How many of each hundred requests are of which kind: what pages and their scripts ask while people look around, and what programs take
 * away.
 */
const MIX: readonly (readonly [
  share: number,
  what: string,
  asked: (cluster: NamespacedName, day: number) => SoakRequest,
])[] = [
  [4, 'page: overview', () => '/'],
  [4, 'page: clusters', () => '/shoots?profile=aws'],
  [7, 'page: cluster', ({ namespace, name }) => `/shoots/${namespace}/${name}`],
  [3, 'page: profile', () => '/cloudprofiles/aws'],
  [3, 'page: workbench', () => '/workbench/aws'],
  [1, 'page: wall', () => '/projects'],
  [1, 'page: tonight', () => '/shoots?view=tonight'],
  [18, 'status', () => '/api/status'],
  [12, 'overview', () => '/api/garden'],
  [16, 'clusters', ({ namespace }) => `/api/shoots?limit=50&q=${namespace.slice(7, 11)}`],
  [12, 'cluster', ({ namespace, name }) => `/api/shoots/${namespace}/${name}`],
  [4, 'nights', ({ namespace, name }) => `/api/shoots/${namespace}/${name}/nights`],
  [4, 'past', ({ namespace, name }) => `/api/shoots/${namespace}/${name}/past`],
  [4, 'find', ({ name }) => `/api/find?q=${name.slice(0, 5)}`],
  [3, 'calendar', ({ namespace, name }) => `/api/feeds/shoots/${namespace}/${name}.ics`],
  [1, 'table', () => '/api/shoots.csv'],
  [3, 'what-if', (_, day) => ['/api/what-if', { profile: 'aws', edits: [expiry(day)] }]],
]
const HUNDRED = MIX.flatMap(([share, what, asked]) => Array.from({ length: share }, () => ({ what, asked })))

function expiry(day: number): object {
  const expirationDate = new Date(Date.now() + day * 86_400_000).toISOString()
  return { kind: 'expire', image: null, version: '1.34.6', expirationDate }
}

/** Asks what comes as number `count` of the mix, and gives how many milliseconds the answer took; throws where there is none. */
async function ask(
  url: string,
  count: number,
  clusters: readonly NamespacedName[],
): Promise<{ readonly what: string; readonly took: number }> {
  // Steps that have no divisor in common with a hundred, and mix what stands side by side.
  const { what, asked } = HUNDRED[(count * 37) % HUNDRED.length] ?? { what: 'status', asked: () => '/api/status' }
  const cluster = clusters[(count * 7919) % clusters.length] ?? { namespace: '', name: '' }
  const question = asked(cluster, 20 + (count % 60))
  const begin = performance.now()
  const response = await (typeof question === 'string' ? fetch(url + question) : sent(url + question[0], question[1]))
  await response.arrayBuffer()
  if (response.status !== 200) throw new Error(`${what}: ${response.url} answered ${response.status}`)
  return { what, took: performance.now() - begin }
}

function sent(url: string, body: object): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

/** Follows live updates until it is stopped; throws where they end before. */
async function listen(url: string, stop: AbortSignal): Promise<void> {
  try {
    const response = await fetch(`${url}/api/events`, { signal: stop })
    if (response.status !== 200) throw new Error(`answered ${response.status}`)
    for await (const _ of response.body ?? []) if (stop.aborted) return
    throw new Error('was ended')
  } catch (error) {
    if (!stop.aborted) throw error
  }
}

interface SoakManifest {
  readonly kind: string
  readonly metadata: { readonly namespace?: string; readonly name: string }
  readonly spec?: { readonly maintenance?: { readonly autoUpdate?: { kubernetesVersion?: boolean } } }
}

/** A landscape as files, one for each namespace, that changes when it is told to. */
class SoakLandscape {
  private readonly root = mkdtempSync(join(tmpdir(), 'almanac-soak-'))
  readonly folder = join(this.root, 'garden')
  /** The folder for what the server remembers. */
  readonly data = join(this.root, 'data')
  private readonly files: ReadonlyMap<string, readonly SoakManifest[]>
  private readonly shoots: readonly SoakManifest[]
  private isAway = false

  /** Writes the demo of so many clusters, born today, into a new folder. */
  constructor(shoots: number) {
    const born = new Date().toISOString().slice(0, 10)
    const manifests: readonly SoakManifest[] = JSON.parse(JSON.stringify([...demoObjects({ born, shoots })]))
    this.files = groupedBy(manifests, ({ metadata: { namespace = 'garden' } }) => namespace)
    this.shoots = manifests.filter(({ kind }) => kind === 'Shoot')
    mkdirSync(this.folder)
    for (const namespace of this.files.keys()) writeFileSync(this.pathOf(namespace), this.textOf(namespace))
  }

  get clusters(): readonly NamespacedName[] {
    return this.shoots.map(({ metadata: { namespace = '', name } }) => ({ namespace, name }))
  }

  /** Turns the automatic updates of one cluster on or off, by rewriting its file. */
  async change(place: number): Promise<void> {
    const { metadata, spec } = this.shoots[place % this.shoots.length] ?? {}
    const autoUpdate = spec?.maintenance?.autoUpdate
    const namespace = metadata?.namespace
    if (namespace === undefined || autoUpdate === undefined)
      throw new Error('A cluster of the demo has automatic updates.')
    autoUpdate.kubernetesVersion = !autoUpdate.kubernetesVersion
    if (this.isAway) return
    const path = this.pathOf(namespace)
    await writeFile(`${path}.new`, this.textOf(namespace))
    await rename(`${path}.new`, path)
  }

  /** Takes all files away, or brings them back. */
  async flap(): Promise<void> {
    const away = join(this.root, 'away')
    await (this.isAway ? rename(away, this.folder) : rename(this.folder, away))
    this.isAway = !this.isAway
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true })
  }

  private pathOf(namespace: string): string {
    return join(this.folder, `${namespace}.json`)
  }

  private textOf(namespace: string): string {
    return JSON.stringify(this.files.get(namespace))
  }
}

// Below all that it uses: a class is there only after its lines.
let failed = 0
const names = positionals.length > 0 ? positionals : Object.keys(mixes)
for (const name of names) {
  const faults = await soak(name)
  for (const fault of faults) console.log(`✗ ${name}: ${fault}`)
  if (faults.length > 0) failed++
}
console.log(`${names.length - failed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
