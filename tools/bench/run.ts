import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { benches } from './benches'
import type { Figure } from './measure'

/**
 * `npm run bench`, or `npm run bench -- fleet maintain`: prints a table and writes it to `.cache/bench.json`. Each benchmark
 * runs in a process of its own, so that none meets what another left behind.
 */
const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !benches.has(name))
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}; there are ${[...benches.keys()].join(', ')}.`)
  process.exit(2)
}

const machine = {
  processor: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  memory: `${Math.round(totalmem() / 2 ** 30)} GiB`,
  node: process.version,
}
console.log(Object.values(machine).join(', '))
const figures: Figure[] = []
for (const name of benches.keys()) {
  if (asked.length > 0 && !asked.includes(name)) continue
  for (const figure of figuresOf(name)) {
    figures.push(figure)
    console.log(line(figure))
  }
}
mkdirSync('.cache', { recursive: true })
writeFileSync('.cache/bench.json', `${JSON.stringify({ machine, figures }, null, 2)}\n`)

/** `fleet` is about one core: there the collector of garbage has no threads to help it. */
function figuresOf(name: string): readonly Figure[] {
  const flags = name === 'fleet' ? ['--single-threaded-gc'] : []
  const one = fileURLToPath(new URL('one.ts', import.meta.url))
  const { status, stdout } = spawnSync(process.execPath, [...process.execArgv, ...flags, one, name], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (status !== 0) throw new Error(`The benchmark ${name} failed, see above.`)
  return JSON.parse(stdout)
}

function line(figure: Figure): string {
  const { bench, what, value, unit, target } = figure
  const shown = value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3)
  const verdict = target === undefined ? '' : isMet(figure) ? '  met' : '  missed'
  const aim = target === undefined ? '' : `below ${target.below}`
  return `${bench.padEnd(9)} ${what.padEnd(78)} ${`${shown} ${unit}`.padStart(12)}  ${aim.padEnd(12)}${verdict}`
}

function isMet({ value, target }: Figure): boolean {
  return target === undefined || value < target.below
}
