import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { closingLine, FAILED } from '../counts.mjs'
import { held, keep, kept, targets } from './target'

/**
 * `npm run fuzz`, or `npm run fuzz -- calendars --seconds 600 --seed 7`: has fast-check ask each target, in a process of its own (`--here`),
 * what is kept of it and what nobody thought of. What broke it is printed, with the seed, and kept in `tools/fuzz/corpus`.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    here: { type: 'boolean', default: false },
  },
})
const names = positionals.length > 0 ? positionals : [...targets.keys()]
const [seconds, seed] = [Number(values.seconds), Number(values.seed)]
if (names.some((name) => !targets.has(name)) || !(seconds > 0) || !Number.isInteger(seed)) {
  console.error(`npm run fuzz -- [${[...targets.keys()].join('|')}…] [--seconds N] [--seed N]`)
  process.exit(2)
}

/** Where the case stands that is being asked: one that never ends cannot tell it. */
const askedOf = (name: string) => join('.cache/fuzz', `${name}.json`)

/** What has not ended so many milliseconds after its time never ends: a slow machine is not that slow. */
const STUCK = 60_000

if (values.here) {
  const [name = ''] = names
  process.exit((await holds(name)) ? 0 : 1)
}
console.log(`Seed ${seed}, ${seconds} s for ${names.join(', ')}.`)
mkdirSync('.cache/fuzz', { recursive: true })
const failed = names.filter((name) => !holdsApart(name)).length
console.log(closingLine([{ passed: names.length - failed, failed }]))
process.exitCode = failed > 0 ? 1 : 0

/** Whether a target holds; it says what does not. */
async function holds(name: string): Promise<boolean> {
  const target = await targets.get(name)?.()
  if (target === undefined) return false
  /** As it comes back from a file: so what broke something breaks it again when it is read from the corpus. */
  const property = fc.asyncProperty(target.inputs, async (input) => {
    const text = JSON.stringify(input)
    writeFileSync(askedOf(name), text)
    await held(target, JSON.parse(text))
  })
  const { failed, numRuns, counterexample, counterexamplePath, errorInstance } = await fc.check(property, {
    seed,
    examples: kept(name).map(([, input]) => [input]),
    numRuns: Number.MAX_SAFE_INTEGER,
    interruptAfterTimeLimit: seconds * 1000,
  })
  if (!failed || counterexample === null) {
    console.log(`✓ ${name}: ${numRuns} cases`)
    return !failed
  }
  const [input] = counterexample
  const said = errorInstance instanceof Error ? errorInstance.message : String(errorInstance)
  console.log(`${FAILED}${name}, seed ${seed}, path ${counterexamplePath}: ${said}`)
  console.log(`  ${JSON.stringify(input).slice(0, 2000)}\n  Kept as ${keep(name, input)}.`)
  return false
}

/** The same in a process of its own, which is ended when a case never ends. */
function holdsApart(name: string): boolean {
  rmSync(askedOf(name), { force: true })
  const share = seconds / names.length
  const argv = [fileURLToPath(import.meta.url), name, '--here', '--seconds', String(share), '--seed', String(seed)]
  const { status, signal } = spawnSync(process.execPath, [...process.execArgv, ...argv], {
    stdio: 'inherit',
    // What is answered with an error says why; other lines are in the way.
    env: { LOG_LEVEL: 'error', ...process.env },
    timeout: Math.ceil(share * 1000) + STUCK,
    killSignal: 'SIGKILL',
  })
  if (signal === 'SIGKILL') {
    console.log(`${FAILED}${name}: this never ends: ${keep(name, JSON.parse(readFileSync(askedOf(name), 'utf8')))}`)
  }
  return status === 0
}
