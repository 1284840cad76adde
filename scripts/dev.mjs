/** npm run dev: like npm start, but compiles on request and shows each change at once. */
import { readAuth } from '../lib/server/auth/settings.mjs'
import { assertFree, chooseAddress } from './address.mjs'
import { chooseDashboard } from './dashboard.mjs'
import { chooseGarden, choosePolicy } from './garden.mjs'
import { ensureInstalled } from './install.mjs'
import { serve } from './serve.mjs'

try {
  const from = process.env.INIT_CWD ?? process.cwd()
  const garden = chooseGarden(process.env.GARDEN, from, process.env.KUBECONFIG)
  readAuth({ ...process.env, ...garden.env })
  const policy = choosePolicy(process.env.POLICY, from)
  const dashboard = chooseDashboard(process.env.DASHBOARD_URL)
  const address = chooseAddress(process.env)
  await assertFree(address.host, address.port)
  ensureInstalled()
  await serve('dev', address, { ...garden.env, ...policy, ...dashboard })
  console.log(`
Almanac (development) shows ${garden.words} at ${address.url}`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
