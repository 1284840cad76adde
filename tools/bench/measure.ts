import { readFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { cpuUsage } from 'node:process'

/** One figure of a benchmark, with what it should be. */
export interface Figure {
  readonly bench: string
  readonly what: string
  readonly value: number
  readonly unit: 'ms' | 'µs' | 'MB' | '×' | ''
  /** What the value should stay below; absent: for information. */
  readonly target?: { readonly below: number }
}

export interface Spent {
  /** Milliseconds on the clock, and of processor time of this process, all threads. */
  readonly wall: number
  readonly cpu: number
}

/** How long `work` takes. A synchronous one; what it gives back is kept away from the optimizer. */
export function time(work: () => unknown): Spent {
  const before = cpuUsage()
  const begin = performance.now()
  kept.result = work()
  const wall = performance.now() - begin
  const { user, system } = cpuUsage(before)
  return { wall, cpu: (user + system) / 1000 }
}

export async function timeAsync(work: () => Promise<unknown>): Promise<Spent> {
  const before = cpuUsage()
  const begin = performance.now()
  kept.result = await work()
  const wall = performance.now() - begin
  const { user, system } = cpuUsage(before)
  return { wall, cpu: (user + system) / 1000 }
}

/**
 * How long it takes, what of it the event loop works, and how long that is held at most, in milliseconds: on the clock, and of the
 * processor, where what others on the machine take is not in it.
 */
export async function watched(work: () => Promise<unknown>): Promise<{
  readonly wall: number
  readonly active: number
  readonly longest: number
  readonly longestActive: number
}> {
  await new Promise(setImmediate)
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  // Measured is from one turn to the next: without one before it, the first stretch would not count.
  await new Promise((done) => setTimeout(done, 5))
  const before = loopTime()
  let turned = before
  let longestActive = 0
  const turn = () => {
    const now = loopTime()
    longestActive = Math.max(longestActive, now - turned)
    turned = now
  }
  const turns = setInterval(turn, 1)
  const { wall } = await timeAsync(work)
  clearInterval(turns)
  turn()
  const active = turned - before
  // The last stretch counts as well.
  await new Promise((done) => setTimeout(done, 5))
  delay.disable()
  return { wall, active, longest: delay.max / 1e6, longestActive }
}

/** Processor time of the thread that the event loop runs in, in milliseconds; what others on the machine take is not in it. */
function loopTime(): number {
  const [nanoseconds] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')
  return Number(nanoseconds) / 1e6
}

/** What the work gave, so that no compiler leaves the work out. */
const kept: { result?: unknown } = {}

/** The middle of several runs, and the best: others may use the machine at the same time. */
export function summary(runs: readonly number[]): { readonly median: number; readonly best: number } {
  const ascending = runs.toSorted((a, b) => a - b)
  return { median: ascending[ascending.length >> 1] ?? Number.NaN, best: ascending[0] ?? Number.NaN }
}

/** What is in use on the heap and beside it, in bytes, after everything unused is gone. */
export function memoryInUse(): number {
  if (globalThis.gc === undefined) throw new Error('Run node with --expose-gc.')
  for (let i = 0; i < 3; i++) globalThis.gc()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
