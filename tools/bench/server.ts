import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Almanac, MEASURED, measured, OWN_CLOCK, startAlmanac } from '@/e2e/support/almanac'
import { PAGES } from '@/e2e/support/pages'
import { onWire } from '@/lib/contract/dates'
import { DAY } from '@/lib/engine/time'
import { buildLandscape } from '@/lib/landscape/landscape'
import { bundleCli } from '@/tools/bundle-cli.mjs'
import { at, type BenchFigure, benchProfileText, demoSnapshot, dumpText, time, times } from './engine'

/** Routes that no page shows at once, and those that tell of all clusters; with a body where they are asked by POST. */
const ROUTES: readonly {
  readonly name: string
  readonly path: string
  readonly body?: object
  readonly below?: number
}[] = [
  { name: 'find', path: '/api/find?q=checkout' },
  { name: 'a filter of the clusters', path: '/api/shoots?event=forced&within=90' },
  { name: 'a what-if of nothing', path: '/api/what-if', body: { profile: 'aws', edits: [] } },
  { name: 'the effects of a policy', path: '/api/policy/effects', body: { profile: 'aws' }, below: 1000 },
  { name: 'calendar of a profile', path: '/api/feeds/cloudprofiles/aws.ics', below: 1000 },
  { name: 'all clusters as CSV', path: '/api/shoots.csv', below: 1000 },
]

/** Every page and the heaviest routes, warm, and how long the event loop is held meanwhile. */
export async function pages(shoots: number, rounds = 7): Promise<readonly BenchFigure[]> {
  const almanac = await startServer(shoots)
  try {
    await untilQuiet(almanac)
    const figures: BenchFigure[] = []
    for (const { name, path, body, below = 100 } of [
      ...PAGES.map((page) => ({ ...page, body: undefined, below: 100 })),
      ...ROUTES,
    ]) {
      await read(almanac, path, body)
      await measured(almanac)
      const { median } = await times(rounds, () => read(almanac, path, body))
      const { held } = await measured(almanac)
      figures.push(
        { what: `${name}, warm, median of ${rounds}`, value: median, unit: 'ms', below },
        { what: `${name}: the longest that the event loop is held`, value: held, unit: 'ms', below: 100 },
      )
    }
    return figures
  } finally {
    await almanac.stop()
  }
}

/** After so long nothing is told any more without a look whether it is still so, in milliseconds. */
const quiet = 65_000

const FIRST = [
  { name: 'the overview', path: '/' },
  { name: 'a filter of the clusters', path: '/api/shoots?event=forced&within=90' },
  { name: 'a profile', path: '/cloudprofiles/aws' },
  { name: 'a version', path: '/versions/aws/kubernetes/1.32.13' },
] as const

/** Measures from the start of the process on, and after a minute without a request. */
export async function start(shoots: number): Promise<readonly BenchFigure[]> {
  const figures: BenchFigure[] = []
  const begin = performance.now()
  const almanac = await startServer(shoots)
  try {
    // Until it answers no client waits for it.
    await measured(almanac)
    const cold = await time(() => read(almanac, '/'))
    figures.push({ what: 'the first page, as soon as the server answers', value: cold, unit: 'ms', below: 1000 })
    await untilReady(almanac)
    const ready = performance.now() - begin
    figures.push({ what: 'from the start of the process to /readyz', value: ready, unit: 'ms', below: 5000 })
    for (const when of ['the first time', 'after a quiet minute']) {
      for (const { name, path } of FIRST) {
        const value = await time(() => read(almanac, path))
        figures.push({ what: `${name}, asked ${when}`, value, unit: 'ms', below: 500 })
      }
      const { held } = await measured(almanac)
      figures.push({ what: 'the longest that the event loop is held until then', value: held, unit: 'ms', below: 100 })
      if (when === 'the first time') await sleep(quiet)
    }
  } finally {
    await almanac.stop()
  }
  return [...figures, ...(await ofDump(Math.min(shoots, 10_000)))]
}

/** Measures the start with a dump as kubectl writes it. */
async function ofDump(shoots: number): Promise<readonly BenchFigure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-bench-'))
  const path = join(folder, 'dump.yaml')
  writeFileSync(path, dumpText(shoots))
  const begin = performance.now()
  const almanac = await startServer(shoots, path)
  try {
    await untilReady(almanac)
    const ready = performance.now() - begin
    const { bytes } = await measured(almanac)
    await almanac.stop()
    return [
      { what: `with a dump of ${shoots} clusters, to /readyz`, value: ready, unit: 'ms', below: 5000 },
      { what: 'the process that has read it', value: bytes / 2 ** 20, unit: 'MB', below: 420 },
      ...(await diffOf(path, folder)),
    ]
  } finally {
    await almanac.stop()
    rmSync(folder, { recursive: true })
  }
}

/** `almanac diff` with that dump: a version that many run expires earlier. */
async function diffOf(garden: string, folder: string): Promise<readonly BenchFigure[]> {
  const program = join(folder, 'almanac.mjs')
  writeFileSync(program, await bundleCli())
  const [before, after] = [join(folder, 'before.json'), join(folder, 'after.json')]
  const date = /(?<="version":"1\.34\.6".*?"expirationDate":")[^"]+/
  const profile = benchProfileText('aws')
  writeFileSync(before, profile)
  writeFileSync(after, profile.replace(date, onWire(at + 20 * DAY)))
  // Its last words are what it took at most, in 1,024 bytes.
  const last = 'data:text/javascript,process.on("exit",()=>console.error(process.resourceUsage().maxRSS))'
  const args = ['--import', last, program, 'diff', before, after, '--garden', garden, '--at', onWire(at)]
  const begin = performance.now()
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  const value = performance.now() - begin
  if (status !== 0 || !stdout.includes('are forced')) throw new Error(`almanac diff failed: ${stderr}`)
  const most = Number(stderr.trim().split('\n').at(-1)) / 1024
  return [
    { what: 'almanac diff with it, by the clock', value, unit: 'ms', below: 10_000 },
    { what: 'almanac diff with it, at most', value: most, unit: 'MB', below: 500 },
  ]
}

/** What a landscape takes in memory with what is computed for it, against the JSON that the API sends; and the server that has it. */
export async function memory(shoots: number): Promise<readonly BenchFigure[]> {
  const before = inUse()
  const { snapshot, bytes } = demoSnapshot(shoots)
  const read = inUse() - before
  const landscape = await buildLandscape(snapshot, at)
  const all = inUse() - before
  return [
    { what: `JSON of ${landscape.roster.members.length} clusters`, value: bytes / 1e6, unit: 'MB' },
    { what: 'the snapshot', value: read / 1e6, unit: 'MB' },
    { what: 'the snapshot and its landscape, of the bytes of the JSON', value: all / bytes, unit: '×', below: 1 },
    { what: 'the process of the server, after some pages', value: await ofServer(shoots), unit: 'MB', below: 420 },
  ]
}

/** The bytes in use on the heap and beside it, after everything unused is gone. */
function inUse(): number {
  if (globalThis.gc === undefined) throw new Error('Run node with --expose-gc.')
  for (let i = 0; i < 3; i++) globalThis.gc()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** The memory of the server, in units of 1,048,576 bytes. */
async function ofServer(shoots: number): Promise<number> {
  const almanac = await startServer(shoots)
  try {
    await untilReady(almanac)
    for (const path of ['/', '/shoots', '/cloudprofiles/aws', '/shoots?view=tonight', '/projects'])
      await read(almanac, path)
    return (await measured(almanac)).bytes / 2 ** 20
  } finally {
    await almanac.stop()
  }
}

/**
 * The server as it is built, with a demo of many clusters or another garden, asked from outside. Its clock begins where that of the other
 * benches stands. Needs `npm run build` before.
 */
function startServer(shoots: number, garden = 'demo'): Promise<Almanac> {
  return startAlmanac({
    garden,
    env: {
      DEMO_BORN: '2026-11-21',
      DEMO_SHOOTS: String(shoots),
      LOG_LEVEL: 'warn',
      CLOCK: onWire(at),
      NODE_OPTIONS: `${OWN_CLOCK} ${MEASURED}`,
    },
  })
}

/** Waits until what clients ask first is there. */
async function untilReady({ url }: Almanac): Promise<void> {
  while ((await fetch(`${url}/readyz`)).status !== 200) await sleep(20)
}

/** Waits until everything else is prepared too, which takes half of the time as long as it is not. */
async function untilQuiet(almanac: Almanac): Promise<void> {
  await untilReady(almanac)
  do {
    await measured(almanac)
    await sleep(1000)
  } while ((await measured(almanac)).busy > 0.1)
}

/** The text of an answer; throws where it is none. */
async function read({ url }: Almanac, path: string, body?: object): Promise<string> {
  const sent = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const response = await fetch(url + path, body && sent)
  const text = await response.text()
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text.slice(0, 200)}`)
  return text
}
