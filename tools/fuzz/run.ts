import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { closingLine } from '../counts.mjs'
import { keep } from './corpus'
import { targets } from './targets'

/**
 * `npm run fuzz`, or `npm run fuzz -- calendars --seconds 600 --seed 7`: asks each target, in a process of its own, what nobody thought
 * of. What broke it is printed, with the seed, and kept in `tools/fuzz/corpus`, from where it is asked first from then on.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
})
const names = [...targets.keys()].filter((name) => positionals.length === 0 || positionals.includes(name))
const unknown = positionals.filter((name) => !targets.has(name))
if (unknown.length > 0 || !(Number(values.seconds) > 0) || !Number.isInteger(Number(values.seed))) {
  console.error(`npm run fuzz -- [${[...targets.keys()].join('|')}…] [--seconds N] [--seed N]`)
  process.exit(2)
}

/** A case that says nothing for so many milliseconds never ends: a slow machine is not that slow. */
const STUCK = 30_000

const one = fileURLToPath(new URL('one.ts', import.meta.url))
const folder = join('.cache', 'fuzz')
mkdirSync(folder, { recursive: true })
console.log(`Seed ${values.seed}, ${values.seconds} s for ${names.join(', ')}.`)
let failed = 0
for (const name of names) if (!(await holds(name))) failed++
console.log(closingLine([{ passed: names.length - failed, failed }]))
process.exitCode = failed > 0 ? 1 : 0

function holds(name: string): Promise<boolean> {
  const asked = join(folder, `${name}.json`)
  rmSync(asked, { force: true })
  const seconds = String(Number(values.seconds) / names.length)
  const child = spawn(process.execPath, [...process.execArgv, one, name, seconds, values.seed, asked], {
    stdio: 'inherit',
    // What is answered with an error says why; other lines are in the way.
    env: { LOG_LEVEL: 'error', ...process.env },
  })
  const watch = setInterval(() => {
    const begun = statSync(asked, { throwIfNoEntry: false })?.mtimeMs
    if (begun === undefined || Date.now() - begun < STUCK) return
    clearInterval(watch)
    child.kill('SIGKILL')
    const file = keep(name, JSON.parse(readFileSync(asked, 'utf8')))
    console.log(`✗ ${name}: this never ends: ${file}`)
  }, 500)
  return new Promise((done) => {
    child.once('close', (code) => {
      clearInterval(watch)
      done(code === 0)
    })
  })
}
