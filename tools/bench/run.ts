import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { BenchFigure } from './engine'
import { whatIf, year } from './engine'
import { memory, pages, start } from './server'

/** Smaller ones lack versions that the benches ask for. */
const FEWEST = 1000

/**
 * `npm run bench`, or `npm run bench -- year what-if --clusters 10000`: prints what is measured of a landscape of so many clusters, and
 * writes it to `.cache/bench.json`. Each bench runs in a process of its own, so that none meets what another left behind; `--here` runs
 * one in this.
 */
const benches: Readonly<Record<string, (clusters: number) => Promise<readonly BenchFigure[]>>> = {
  year,
  'what-if': whatIf,
  pages,
  start,
  memory,
}

const { values, positionals: asked } = parseArgs({
  allowPositionals: true,
  options: { here: { type: 'boolean', default: false }, clusters: { type: 'string', default: '100000' } },
})
const clusters = Number(values.clusters)
const unknown = asked.filter((name) => benches[name] === undefined)
if (unknown.length > 0 || !(Number.isInteger(clusters) && clusters >= FEWEST)) {
  console.error(`npm run bench -- [${Object.keys(benches).join('] [')}] [--clusters N], at least ${FEWEST}`)
  process.exit(2)
}
const here = values.here ? benches[asked[0] ?? ''] : undefined
if (here !== undefined) {
  console.log(JSON.stringify(await here(clusters)))
  process.exit()
}

const machine = {
  processor: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  memory: `${Math.round(totalmem() / 2 ** 30)} GiB`,
  node: process.version,
}
console.log(`${Object.values(machine).join(', ')}; ${clusters} clusters`)
const measured: Record<string, readonly BenchFigure[]> = {}
for (const name of Object.keys(benches)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  const figures = figuresOf(name)
  measured[name] = figures
  for (const figure of figures) console.log(line(name, figure))
}
mkdirSync('.cache', { recursive: true })
writeFileSync('.cache/bench.json', `${JSON.stringify({ machine, clusters, measured }, null, 2)}\n`)

/** A year is about one core: there the collector of garbage has no threads to help it. */
function figuresOf(name: string): readonly BenchFigure[] {
  const flags = name === 'year' ? ['--single-threaded-gc'] : []
  const argv = [
    ...process.execArgv,
    ...flags,
    fileURLToPath(import.meta.url),
    '--here',
    name,
    '--clusters',
    values.clusters,
  ]
  const { status, stdout } = spawnSync(process.execPath, argv, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (status !== 0) throw new Error(`The bench ${name} failed, see above.`)
  return JSON.parse(stdout)
}

function line(bench: string, { what, value, unit, below }: BenchFigure): string {
  const shown = value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3)
  const verdict = below === undefined ? '' : `below ${below}`.padEnd(12) + (value < below ? 'met' : 'missed')
  return `${bench.padEnd(8)} ${what.padEnd(78)} ${`${shown} ${unit}`.padStart(12)}  ${verdict}`
}
