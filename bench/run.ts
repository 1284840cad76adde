import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { change } from './change'
import { fleet } from './fleet'
import { indexing } from './indexing'
import { maintain } from './maintain'
import type { Figure } from './measure'
import { memory } from './memory'
import { whatIf } from './what-if'

/** `npm run bench`, or `npm run bench -- fleet maintain`: prints a table and writes it to `.cache/bench.json`. */
const benches: Readonly<Record<string, () => Promise<Figure[]>>> = {
  fleet,
  maintain,
  'what-if': whatIf,
  memory,
  indexing,
  change,
}

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(name in benches))
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}; there are ${Object.keys(benches).join(', ')}.`)
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
for (const [name, bench] of Object.entries(benches)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  for (const figure of await bench()) {
    figures.push(figure)
    console.log(line(figure))
  }
}
mkdirSync('.cache', { recursive: true })
writeFileSync('.cache/bench.json', `${JSON.stringify({ machine, figures }, null, 2)}\n`)

function line(figure: Figure): string {
  const { bench, what, value, unit, target } = figure
  const shown = value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3)
  const verdict = target === undefined ? '' : isMet(figure) ? '  met' : '  missed'
  const aim = target === undefined ? '' : 'below' in target ? `below ${target.below}` : `above ${target.above}`
  return `${bench.padEnd(9)} ${what.padEnd(78)} ${`${shown} ${unit}`.padStart(12)}  ${aim.padEnd(12)}${verdict}`
}

function isMet({ value, target }: Figure): boolean {
  return target === undefined || ('below' in target ? value < target.below : value > target.above)
}
