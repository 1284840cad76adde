import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dumpText } from './landscape'
import { type Figure, time } from './measure'
import { heldOf, read, startServer, untilReady } from './server'

/** So long after it was computed nothing is told any more without a look whether it is still so, in milliseconds. */
const quiet = 65_000

const FIRST = [
  { name: 'the overview', path: '/' },
  { name: 'a filter of the clusters', path: '/api/shoots?event=forced&within=90' },
  { name: 'a profile', path: '/cloudprofiles/aws' },
  { name: 'a version', path: '/versions/aws/kubernetes/1.32.13' },
] as const

/** From the start of the process on, and after a minute without a request. */
export async function start(shoots: number): Promise<readonly Figure[]> {
  const figures: Figure[] = []
  const begin = performance.now()
  const almanac = await startServer(shoots)
  try {
    // Until it answers no client waits for it.
    await heldOf(almanac)
    const cold = await time(() => read(almanac, '/'))
    figures.push({ what: 'the first page, as soon as the server answers', value: cold, unit: 'ms', below: 1000 })
    await untilReady(almanac)
    const ready = performance.now() - begin
    figures.push({ what: 'from the start of the process to /readyz', value: ready, unit: 'ms', below: 5000 })
    for (const when of ['the first time', 'after a quiet minute']) {
      for (const { name, path } of FIRST) {
        const value = await time(() => read(almanac, path))
        figures.push({ what: `${name}, asked ${when}`, value, unit: 'ms', below: 500 })
      }
      const { held } = await heldOf(almanac)
      figures.push({ what: 'the longest that the event loop is held until then', value: held, unit: 'ms', below: 100 })
      if (when === 'the first time') await new Promise((done) => setTimeout(done, quiet))
    }
  } finally {
    await almanac.stop()
  }
  return [...figures, ...(await ofDump(Math.min(shoots, 10_000)))]
}

/** The same of a dump as kubectl writes it. */
async function ofDump(shoots: number): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-bench-'))
  const path = join(folder, 'dump.yaml')
  writeFileSync(path, dumpText(shoots))
  const begin = performance.now()
  const almanac = await startServer(shoots, path)
  try {
    await untilReady(almanac)
    const ready = performance.now() - begin
    const { bytes } = await heldOf(almanac)
    return [
      { what: `with a dump of ${shoots} clusters, to /readyz`, value: ready, unit: 'ms', below: 5000 },
      { what: 'the process that has read it', value: bytes / 2 ** 20, unit: 'MB', below: 420 },
    ]
  } finally {
    await almanac.stop()
    rmSync(folder, { recursive: true })
  }
}
