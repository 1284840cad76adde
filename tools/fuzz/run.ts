import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { closingLine } from '../counts.mjs'
import { held, keep, kept } from './target'
import { targets } from './targets'

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
const names = [...targets.keys()].filter((name) => positionals.length === 0 || positionals.includes(name))
const unknown = positionals.filter((name) => !targets.has(name))
const [seconds, seed] = [Number(values.seconds), Number(values.seed)]
if (unknown.length > 0 || !(seconds > 0) || !Number.isInteger(seed)) {
  console.error(`npm run fuzz -- [${[...targets.keys()].join('|')}…] [--seconds N] [--seed N]`)
  process.exit(2)
}

const folder = join('.cache', 'fuzz')
mkdirSync(folder, { recursive: true })
/** Where the case stands that is being asked: one that never ends cannot tell it. */
const askedOf = (name: string) => join(folder, `${name}.json`)

/** A case that says nothing for so many milliseconds never ends: a slow machine is not that slow. */
const STUCK = 30_000

if (values.here) {
  for (const name of names) process.exitCode = (await asksHere(name)) ? process.exitCode : 1
  process.exit()
}
console.log(`Seed ${seed}, ${seconds} s for ${names.join(', ')}.`)
let failed = 0
for (const name of names) if (!(await asksApart(name))) failed++
console.log(closingLine([{ passed: names.length - failed, failed }]))
process.exitCode = failed > 0 ? 1 : 0

/** Whether a target holds; it says what does not. */
async function asksHere(name: string): Promise<boolean> {
  const target = await targets.get(name)?.()
  if (target === undefined) return false
  /** As it comes back from a file: so what broke something breaks it again when it is read from the corpus. */
  const asKept = async (input: unknown) => {
    const text = JSON.stringify(input)
    writeFileSync(askedOf(name), text)
    await held(target, JSON.parse(text))
  }
  const { numRuns, failed, counterexample, counterexamplePath, errorInstance } = await fc.check(
    fc.asyncProperty(target.inputs, asKept),
    {
      seed,
      examples: kept(name).map(([, input]) => [input]),
      numRuns: Number.MAX_SAFE_INTEGER,
      interruptAfterTimeLimit: seconds * 1000,
    },
  )
  rmSync(askedOf(name), { force: true })
  if (failed && counterexample !== null) {
    const text = JSON.stringify(counterexample[0])
    const said = errorInstance instanceof Error ? errorInstance.message : String(errorInstance)
    const shown = text.length > 2000 ? `${text.slice(0, 2000)}…` : text
    const file = keep(name, counterexample[0])
    console.log(`✗ ${name}, seed ${seed}, path ${counterexamplePath}: ${said}\n  ${shown}\n  Kept as ${file}.`)
  } else console.log(`✓ ${name}: ${numRuns} cases`)
  return !failed
}

/** The same in a process of its own, which is ended when a case never ends. */
function asksApart(name: string): Promise<boolean> {
  rmSync(askedOf(name), { force: true })
  const share = String(seconds / names.length)
  const argv = [fileURLToPath(import.meta.url), name, '--here', '--seconds', share, '--seed', String(seed)]
  const child = spawn(process.execPath, [...process.execArgv, ...argv], {
    stdio: 'inherit',
    // What is answered with an error says why; other lines are in the way.
    env: { LOG_LEVEL: 'error', ...process.env },
  })
  const watch = setInterval(() => {
    const begun = statSync(askedOf(name), { throwIfNoEntry: false })?.mtimeMs
    if (begun === undefined || Date.now() - begun < STUCK) return
    clearInterval(watch)
    child.kill('SIGKILL')
    const file = keep(name, JSON.parse(readFileSync(askedOf(name), 'utf8')))
    console.log(`✗ ${name}: this never ends: ${file}`)
  }, 500)
  return new Promise((done) => {
    child.once('close', (code) => {
      clearInterval(watch)
      done(code === 0)
    })
  })
}
