/**
 * npm start: installs when needed, builds when the sources changed, serves. See README.md for GARDEN, PORT and HOST.
 * Runs before anything is installed, so it and what it imports use nothing but Node.
 */
import { readAuth } from '../lib/server/auth/settings.mjs'
import { assertFree, chooseAddress } from './address.mjs'
import { ensureBuilt } from './build.mjs'
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
  if (!ensureBuilt()) throw new Error('The build failed, see above.')
  await serve('start', address, { ...garden.env, ...policy, ...dashboard })
  console.log(`
Almanac shows ${garden.words} at ${address.url}`)
  if (address.loopback) {
    console.log('It listens on this machine only (127.0.0.1). Ctrl-C ends it.')
  } else {
    console.warn(
      `Warning: HOST=${address.host} lets everyone in who reaches this machine${garden.env.GARDEN === 'kubernetes' ? ', and shows them what your credentials may see' : ''}. Unset HOST to keep it to yourself.`,
    )
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
