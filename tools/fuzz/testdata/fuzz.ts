import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { runs } from '@/lib/engine/testdata/runs'

/**
 * How long each target is asked, in seconds: `npm run fuzz` says it. Unit tests ask what once broke a target, and a few cases more,
 * always the same.
 */
const seconds = Number(process.env.FUZZ_SECONDS ?? 0)
const seed = Number(process.env.FUZZ_SEED ?? 17)

/**
 * Milliseconds of computing that one case may take. Of this process alone, not of the clock: on a busy machine a case waits for
 * others for as long as it likes. What it computes itself takes up to twice as long there, as caches and cores are shared; the slowest
 * cases take a sixth of this, most a hundredth, so that only what grows out of proportion comes near it.
 */
const MOST = 1000

/** Something that reads what comes in. */
interface Target<Input> {
  /** Cases are made of what JSON can say. */
  readonly inputs: fc.Arbitrary<Input>
  /** Throws for a case that it does not hold. */
  check(input: Input): void | Promise<void>
}

/** Tests a target: one case that breaks it is shrunk, kept as a file, and asked first on every run. */
export function fuzz<Input>(name: string, { inputs, check }: Target<Input>): void {
  const folder = join(import.meta.dirname, 'corpus', name)
  const files = existsSync(folder) ? readdirSync(folder).sort() : []
  const kept = files.map((file) => [file, JSON.parse(readFileSync(join(folder, file), 'utf8')) as Input] as const)

  describe(`fuzz: ${name}`, () => {
    ownProcess()

    for (const [file, input] of kept) it(`holds for ${file}`, async () => void (await check(input)))

    it('holds for what nobody thought of', { timeout: seconds * 1000 + 120_000 }, async () => {
      const property = fc.asyncProperty(inputs, async (input) => {
        const text = JSON.stringify(input)
        if (seconds > 0) writeFileSync(askedOf(name), text)
        await inTime(() => check(JSON.parse(text)))
      })
      const time = { numRuns: Number.MAX_SAFE_INTEGER, interruptAfterTimeLimit: seconds * 1000 }
      await fc.assert(property, {
        seed,
        ...(seconds > 0 ? time : { numRuns: runs(10) }),
        asyncReporter: async (told) => {
          if (!told.failed) return
          const [input] = told.counterexample ?? []
          throw new Error(`${await fc.asyncDefaultReportMessage(told)}\nKept as ${keep(folder, input)}.`)
        },
      })
    })
  })
}

/** The file with the case that is being asked, as one that never ends cannot tell it. */
function askedOf(name: string): string {
  mkdirSync('.cache/fuzz', { recursive: true })
  return join('.cache/fuzz', `${name}.json`)
}

/** Keeps what broke a target; returns the path of its file. */
function keep(folder: string, input: unknown): string {
  const text = `${JSON.stringify(input, null, 2)}\n`
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${createHash('sha1').update(text).digest('hex').slice(0, 12)}.json`)
  writeFileSync(file, text)
  return file
}

/** Throws when a case is not held, or takes too much computing. */
async function inTime(check: () => unknown): Promise<void> {
  let least = Number.POSITIVE_INFINITY
  // What is compiled or collected for the first time is slow once. So is what is remembered: an answer that only the first to ask
  // waits for is not found here.
  for (let tries = 0; tries < 3 && least > MOST; tries++) {
    const begin = process.cpuUsage()
    await check()
    const { user, system } = process.cpuUsage(begin)
    least = Math.min(least, (user + system) / 1000)
  }
  // Unit tests run beside others in one process.
  if (seconds > 0 && least > MOST) throw new Error(`It takes ${Math.round(least)} ms.`)
}

/** Tests share what a process has once: other tests have other landscapes. */
function ownProcess(): void {
  const ours = () =>
    Object.getOwnPropertySymbols(globalThis).filter(({ description }) => description?.startsWith('almanac.'))
  const others = new Map<symbol, unknown>()
  beforeAll(() => {
    for (const name of ours()) {
      others.set(name, Reflect.get(globalThis, name))
      Reflect.deleteProperty(globalThis, name)
    }
  })
  afterAll(() => {
    for (const name of ours()) Reflect.deleteProperty(globalThis, name)
    for (const [name, value] of others) Reflect.set(globalThis, name, value)
  })
}
