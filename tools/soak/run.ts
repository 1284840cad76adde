import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Almanac, startAlmanac } from '../../e2e/support/almanac'
import { type Landscape, writeLandscape } from './landscape'
import { begins, type Load, type Met, startLoad, warmUp } from './load'

/**
 * `npm run soak`, or `npm run soak -- steady --minutes 2`: a server of 10,000 clusters in files, of which one changes every second,
 * under 200 streams and a mixed load. Prints what it took, and ends with code 1 when something is beyond its bound.
 */
const clusters = 10_000
const load = { streams: 200, rate: 6 }

/** What a run is like. Heaps are limited in MB. */
const mixes: Readonly<Record<string, { readonly flaps: boolean; readonly heap?: number }>> = {
  steady: { flaps: false },
  /** All files go away and come back, every few seconds. */
  flapping: { flaps: true },
  small: { flaps: false, heap: 512 },
}

/** Minutes of a run that is long enough to judge how long answers take, and how flat memory is. */
const whole = 10
/** Seconds between two times that all files go or come. */
const flap = 7
/** In so many parts of a run it is told how much memory the process took at most. */
const parts = 12
/**
 * To see what is in use, all garbage is collected, after which the process takes less than it would by itself. So that is
 * done in the middle, when all that is made once and kept is there, and at the end: so many times, as answers that are just being made
 * are in one and not in another.
 */
const looks = 3
const bounds = { heap: 400, p99: 250, growth: 1.1, growthOfShort: 1.25 }

interface Memory {
  /** MB of the process, at most in each part of the run. */
  readonly resident: readonly number[]
  /** MB on the heap after a collection, in the middle and at the end. */
  readonly heap: readonly number[]
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { minutes: { type: 'string', default: String(whole) } },
})
const minutes = Number(values.minutes)
const unknown = positionals.filter((name) => !(name in mixes))
if (unknown.length > 0 || !(minutes > 0)) {
  console.error(`npm run soak -- [${Object.keys(mixes).join('] [')}] [--minutes N]`)
  process.exit(2)
}

let failed = 0
const names = positionals.length > 0 ? positionals : Object.keys(mixes)
for (const name of names) {
  const faults = await soak(name)
  for (const fault of faults) console.log(`✗ ${name}: ${fault}`)
  if (faults.length > 0) failed++
}
console.log(`${names.length - failed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0

/** What was beyond its bound, one sentence each. */
async function soak(name: string): Promise<readonly string[]> {
  const { flaps, heap } = mixes[name] ?? { flaps: false }
  const landscape = writeLandscape(clusters)
  const preload = fileURLToPath(new URL('../../e2e/support/heap.mjs', import.meta.url))
  const options = [...(heap === undefined ? [] : [`--max-old-space-size=${heap}`]), `--import=${preload}`]
  let almanac: Almanac | undefined
  let running: Load | undefined
  try {
    almanac = await startAlmanac({
      garden: landscape.folder,
      env: { DATA_DIR: landscape.data, NODE_OPTIONS: options.join(' ') },
    })
    await untilReady(almanac)
    await warmUp(almanac.url, landscape.clusters)
    running = startLoad(almanac.url, landscape.clusters, load)
    const memory = await watched(almanac, landscape, running, flaps)
    await running.stop()
    report(name, memory, running.met, almanac)
    return faultsOf(memory, running.met, almanac)
  } catch (error) {
    return [`${error instanceof Error ? error.message : error}\n${almanac?.log().slice(-2000) ?? ''}`]
  } finally {
    await running?.stop()
    await almanac?.stop()
    landscape.remove()
  }
}

async function untilReady({ url }: Almanac): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if ((await fetch(`${url}/readyz`)).status === 200) return
    await setTimeout(500)
  }
  throw new Error('The garden was not read.')
}

/** Changes the landscape once a second for as long as the run lasts, and watches the memory. */
async function watched(almanac: Almanac, landscape: Landscape, { heldUp }: Load, flaps: boolean): Promise<Memory> {
  const resident: number[] = []
  const heap: number[] = []
  const seconds = Math.round(minutes * 60)
  const begin = performance.now()
  for (let second = 1; second <= seconds; second++) {
    await setTimeout(Math.max(0, begin + second * 1000 - performance.now()))
    await landscape.change(second * 7919)
    if (flaps && second % flap === 0) await landscape.flap()
    const part = Math.floor(((second - 1) * parts) / seconds)
    resident[part] = Math.max(resident[part] ?? 0, memoryOf(almanac.pid).now)
    if (second !== Math.floor(seconds / 2) && second !== seconds) continue
    let sum = 0
    for (let look = 0; look < looks; look++) sum += await heldUp(() => heapOf(almanac))
    heap.push(sum / looks)
  }
  return { resident, heap }
}

/** Of a process in MB, as Linux counts it. */
function memoryOf(pid: number): { readonly now: number; readonly most: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const of = (field: string): number => (Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) * 1024) / 1e6
  return { now: of('VmRSS'), most: of('VmHWM') }
}

/** What is in use on the heap after a collection, in MB: see heap.mjs. */
async function heapOf({ pid, log }: Almanac): Promise<number> {
  const told = () => [...log().matchAll(/^heap (\d+)$/gm)]
  const count = told().length
  process.kill(pid, 'SIGUSR2')
  for (let tries = 0; tries < 1200 && told().length === count; tries++) await setTimeout(50)
  return Number(told()[count]?.[1] ?? Number.NaN) / 1e6
}

function report(
  name: string,
  { resident, heap }: Memory,
  { times, early, errors, events, left, untimed }: Met,
  { pid }: Almanac,
): void {
  console.log(
    `\n${name}: ${minutes} min, ${clusters} clusters, ${load.streams} streams, ${load.rate} requests a second`,
  )
  console.log('to minute   resident MB at most')
  resident.forEach((most, part) => {
    const minute = ((part + 1) * minutes) / parts
    console.log(`${minute.toFixed(2).padStart(9)} ${most.toFixed(0).padStart(13)}`)
  })
  console.log(`${heap.map((each) => each.toFixed(0)).join(' and ')} MB in use on the heap in the middle and at the end`)
  console.log(
    `${memoryOf(pid).most.toFixed(0)} MB at most; ${events} events; ${errors.length} errors; ${left} times nothing was asked, as too many waited; ${untimed} answers are not timed, as memory was looked at meanwhile`,
  )
  const rows = [...times].sort(([a], [b]) => (a < b ? -1 : 1))
  console.log(`${'asked'.padEnd(20)}   times    p50 ms    p99 ms    max ms`)
  const sums = [
    [`in the first ${begins / 1000} s`, early],
    ['all that came later', rows.flatMap(([, all]) => all)],
  ] as const
  for (const [what, all] of [...rows, ...sums]) {
    const columns = [0.5, 0.99, 1].map((share) => quantile(all, share).toFixed(0).padStart(9))
    console.log([what.padEnd(20), String(all.length).padStart(7), ...columns].join(' '))
  }
}

function faultsOf({ heap }: Memory, { times, errors }: Met, { log }: Almanac): readonly string[] {
  const faults = errors.slice(0, 5)
  if (errors.length > faults.length) faults.push(`and ${errors.length - faults.length} more errors`)
  const said = /^.*"level":"(?:error|fatal)".*$/m.exec(log())?.[0]
  if (said !== undefined) faults.push(`the server said ${said}`)
  const [middle = Number.NaN, end = Number.NaN] = heap
  const most = Math.max(middle, end)
  if (!(most <= bounds.heap)) faults.push(`${most.toFixed(0)} MB on the heap, more than ${bounds.heap}`)
  const growth = minutes < whole ? bounds.growthOfShort : bounds.growth
  if (!(end <= middle * growth)) faults.push(`the heap grew from ${middle.toFixed(0)} to ${end.toFixed(0)} MB`)
  const p99 = quantile([...times.values()].flat(), 0.99)
  if (minutes >= whole && !(p99 <= bounds.p99)) faults.push(`p99 is ${p99.toFixed(0)} ms, more than ${bounds.p99}`)
  return faults
}

function quantile(values: readonly number[], share: number): number {
  const ascending = values.toSorted((a, b) => a - b)
  return ascending[Math.min(ascending.length - 1, Math.floor(share * ascending.length))] ?? Number.NaN
}
