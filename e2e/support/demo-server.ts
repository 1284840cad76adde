import { join } from 'node:path'
import { ensureBuilt } from '../../tools/build.mjs'
import { root } from '../../tools/root.mjs'
import { startAlmanac } from './almanac'

/** The day on which the demo landscape of the browser tests was born; its dates are relative to it. */
const DEMO_BORN = '2026-11-21'

/**
 * Runs before all specs: one server with the demo garden, for all that only read. Its address is `baseURL`, the folder of its build
 * `ALMANAC_BUILD`.
 */
export default async function startDemoServer(): Promise<() => Promise<void>> {
  // A build takes as long as it takes: what comes after it has a limit.
  const build = ensureBuilt()
  if (build === null) throw new Error('The build failed, see above.')
  const almanac = await startAlmanac({ garden: 'demo', env: { DEMO_BORN, FREEZE: '2026-12-20..2027-01-03' } })
  process.env.ALMANAC_URL = almanac.url
  process.env.ALMANAC_BUILD = join(root, build)
  return almanac.stop
}
