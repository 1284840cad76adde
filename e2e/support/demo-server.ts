import { ensureBuilt } from '../../tools/build.mjs'
import { startAlmanac } from './almanac'

/** The day on which the demo landscape of the browser tests was born; its dates are relative to it. */
const DEMO_BORN = '2026-11-21'

/** Runs before all specs: one server with the demo garden, for all that only read. Its address is `baseURL`. */
export default async function startDemoServer(): Promise<() => Promise<void>> {
  // A build takes as long as it takes: what comes after it has a limit.
  if (ensureBuilt() === null) throw new Error('The build failed, see above.')
  const almanac = await startAlmanac({ garden: 'demo', env: { DEMO_BORN, FREEZE: '2026-12-20..2027-01-03' } })
  process.env.ALMANAC_URL = almanac.url
  return almanac.stop
}
