import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../tools/address.mjs'
import { root } from '../../tools/root.mjs'

/** A server of its own, for specs that change their garden or need a special one. */
export interface Almanac {
  readonly url: string
  readonly pid: number
  /** Everything it printed so far. */
  readonly log: () => string
  /** Ends it as SIGTERM does, and resolves when it is gone. */
  readonly stop: () => Promise<void>
}

/** The time that a server may take to start on a busy machine. The global setup has built this folder. */
const START_TIMEOUT = 300_000

interface StartOptions {
  readonly garden?: string
  readonly env?: Readonly<Record<string, string>>
  readonly folder?: string
  readonly port?: number
}

/**
 * Starts Almanac as `npm start` does, on a free port unless one is given, and resolves when it answers.
 * @param options.garden as GARDEN: `demo` (default), a file or folder (absolute, or relative to the project), `kubernetes`
 * @param options.env added to the environment, e.g. `{ DEMO_BORN: '2026-11-21' }`
 * @param options.folder to be served in place of this repository: one that tools/standalone.mjs made, or a copy
 * @throws with what it printed, when it ends or does not answer in time
 */
export async function startAlmanac(options: StartOptions = {}): Promise<Almanac> {
  const { child, port, output } = await spawnAlmanac(options)
  const stop = () => end(child)
  try {
    await untilReady(child, output)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    url: `http://127.0.0.1:${port}${options.env?.BASE_PATH ?? ''}`,
    pid: child.pid ?? 0,
    log: output,
    stop,
  }
}

/** For `NODE_OPTIONS` of a server: its clock begins at the variable CLOCK, and with CLOCK_STANDS it always shows that. */
export const OWN_CLOCK = `--import=${new URL('server-clock.mjs', import.meta.url).href}`

/** For `NODE_OPTIONS` of a server: it tells what `measured` asks for. */
export const MEASURED = `--import=${new URL('measured.mjs', import.meta.url).href}`

/**
 * The longest that the event loop was held since this was asked before, in milliseconds, the bytes that the process has, for which share
 * of that time it computed, and the bytes that are in use on its heap after a collection.
 */
export async function measured({ pid, log }: Almanac) {
  const told = () => [...log().matchAll(/^held ([\d.]+) bytes (\d+) busy ([\d.]+) heap (\d+)$/gm)]
  const count = told().length
  process.kill(pid, 'SIGUSR2')
  while (told().length === count) await sleep(10)
  const [held = 0, bytes = 0, busy = 0, heap = 0] = told().at(-1)?.slice(1).map(Number) ?? []
  return { held, bytes, busy, heap }
}

/** Starts what is not to start, and tells with which code it ended, and what it printed. */
export async function endOfAlmanac(options: StartOptions): Promise<{ code: number | null; output: string }> {
  const { child, output } = await spawnAlmanac(options)
  const timer = setTimeout(() => child.kill('SIGKILL'), START_TIMEOUT)
  const [code] = await once(child, 'close')
  clearTimeout(timer)
  return { code, output: output() }
}

/** What `npm start` gives to Node: variables, and options. */
export function givenByStart(): { env: Readonly<Record<string, string>>; flags: readonly string[] } {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const words: readonly string[] = scripts.start.split(' ')
  const env = words.filter((word) => /^[A-Z_]+=/.test(word)).map((word) => word.split('='))
  return { env: Object.fromEntries(env), flags: words.filter((word) => word.startsWith('--')) }
}

async function spawnAlmanac(options: StartOptions) {
  const port = options.port ?? (await freePort())
  const given = givenByStart()
  const { folder = root } = options
  const { HOST, INIT_CWD, ...inherited } = process.env
  const child = spawn(
    process.execPath,
    [...given.flags, existsSync(join(folder, 'tools/start.mjs')) ? 'tools/start.mjs' : 'tools/serve-built.mjs'],
    {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...inherited, ...given.env, GARDEN: options.garden ?? 'demo', PORT: String(port), ...options.env },
    },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  return { child, port, output: () => output }
}

function untilReady(child: ChildProcess, output: () => string): Promise<void> {
  return new Promise((done, fail) => {
    const timer = setTimeout(() => fail(new Error(`Almanac did not start in time:\n${output()}`)), START_TIMEOUT)
    const look = () => {
      if (!/^Almanac shows /m.test(output())) return
      clearTimeout(timer)
      done()
    }
    child.stdout?.on('data', look)
    // What it printed at last may come after its exit, and not after this.
    child.once('close', () => {
      clearTimeout(timer)
      fail(new Error(`Almanac ended before it was ready:\n${output()}`))
    })
  })
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
}
