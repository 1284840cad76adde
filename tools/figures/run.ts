/**
 * npm run figures [-- GARDEN…]: whether places of the built server that tell the same fact tell the same, on the demo and on small gardens
 * with odd cases, and on those in ../shared/garden where they are there; at two clocks, one of which lies ahead.
 */
import { existsSync, readdirSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { OWN_CLOCK, startAlmanac } from '../../e2e/support/almanac'
import { ensureBuilt } from '../build.mjs'
import { closingLine, FAILED } from '../counts.mjs'
import { root } from '../root.mjs'
import { type FigureQuery, readLandscape, type ServerClient, untilRead } from './landscape'
import { comparePlaces } from './places'

/** What the clock of each server shows all the time, and when a version of the demo expires to the second. */
const NOW = '2026-11-26T08:00:00Z'
const AHEAD = '2026-12-20T12:00:00Z'

const chosen = process.argv.slice(2)
const counts = { passed: 0, failed: 0 }
if (ensureBuilt() === null) counts.failed++
else {
  for (const garden of gardens()) {
    const name = basename(garden, '.yaml')
    if (chosen.length > 0 && !chosen.includes(name)) continue
    const begin = performance.now()
    const differ = await compareIn(garden)
    for (const one of differ) console.log(`${FAILED}${name}: ${one}`)
    console.log(`${name}: ${differ.length} differ, ${((performance.now() - begin) / 1000).toFixed(0)} s`)
  }
}
console.log(closingLine([counts]))
process.exitCode = counts.failed > 0 ? 1 : 0

function gardens(): readonly string[] {
  const given = resolve(root, '..', 'shared', 'garden')
  const own = filesIn(join(root, 'lib/landscape/testdata/cases'))
  return ['demo:2026-11-21', ...own, ...(existsSync(given) ? filesIn(given) : [])]
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => join(folder, file))
}

async function compareIn(garden: string): Promise<readonly string[]> {
  const clock = { NODE_OPTIONS: OWN_CLOCK, CLOCK: NOW, CLOCK_STANDS: 'true' }
  const env = { ...clock, DEMO_SHOOTS: '150', LOG_LEVEL: 'warn' }
  const almanac = await startAlmanac({ garden, env })
  try {
    await untilRead(almanac.url)
    const found: string[] = []
    for (const at of [NOW, AHEAD]) {
      const { compared, differ } = await comparePlaces(await readLandscape(askAt(almanac.url, at)))
      counts.passed += compared - differ.length
      counts.failed += differ.length
      found.push(...differ.map((one) => `${at.slice(0, 'YYYY-MM-DD'.length)}: ${one}`))
    }
    return found
  } finally {
    await almanac.stop()
  }
}

function askAt(url: string, at: string): ServerClient {
  const read = async (path: string, query: FigureQuery = [], body?: object): Promise<string> => {
    const search = new URLSearchParams(
      [...(body === undefined ? [['at', at]] : []), ...query].map(([a, b]) => [a ?? '', b ?? '']),
    )
    const response = await fetch(`${url}${path}?${search}`, {
      ...(body !== undefined && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path} answers ${response.status}: ${text.slice(0, 200)}`)
    return text
  }
  return {
    at,
    text: read,
    json: async <T>(path: string, query?: FigureQuery, body?: object) => JSON.parse(await read(path, query, body)) as T,
  }
}
