import { readAuth, readFeedSecrets, readHistoryDays, readLandscapes, readLogLevel } from '../lib/process/settings.mjs'
import { assertFree, chooseAddress, chooseMetricsPort } from './address.mjs'
import { chooseBasePath } from './base-path.mjs'
import { readTrusted } from './peers.mjs'
import { runProgram } from './root.mjs'
import { serve } from './serve.mjs'
import { chooseDashboard, chooseGarden, choosePolicy, chooseStore, misspelt } from './settings.mjs'
import { keepStandardInput, readStandardInput } from './standard-input.mjs'

/**
 * Reads the settings, serves, and says what is shown and where. What is wrong is said in place of that, and ends the process.
 * @param {'start' | 'dev'} mode
 * @param {() => string | undefined} [prepare] what is to be done before, with the folder of the build; it is not begun where a setting is
 *   wrong or a port is taken
 * @returns {Promise<void>}
 */
export async function run(mode, prepare = () => undefined) {
  await runProgram(async () => {
    const { env } = process
    for (const sentence of misspelt(env)) console.warn(`Warning: ${sentence}`)
    const from = env.INIT_CWD ?? process.cwd()
    const garden = chooseGarden(env.GARDEN, from, env.KUBECONFIG)
    const auth = readAuth({ ...env, ...garden.env }).mode
    readFeedSecrets(env)
    readLandscapes(env)
    readHistoryDays(env)
    readLogLevel(env)
    const policy = choosePolicy(env.POLICY, from)
    const dashboard = chooseDashboard(env.DASHBOARD_URL)
    const store = chooseStore(env, from)
    const address = chooseAddress(env)
    const basePath = chooseBasePath(env.BASE_PATH)
    const metricsPort = chooseMetricsPort(env, address.port)
    const isTrusted = readTrusted(env.TRUSTED_PROXIES, auth)
    for (const port of [address.port, metricsPort]) if (port !== undefined) await assertFree(address.host, port)
    // Before anything is installed or built: these would read it too.
    if (garden.env.GARDEN === '-') keepStandardInput(await readStandardInput(process.stdin))
    const build = prepare()
    const front = { ...address, basePath, metricsPort, isTrusted, auth, build }
    await serve(mode, front, { ...garden.env, ...policy, ...dashboard, ...store })
    console.log(`
Almanac${mode === 'dev' ? ' (development)' : ''} shows ${garden.words} at ${address.url}${basePath}`)
    if (mode === 'dev') return
    if (address.loopback) {
      console.log('It listens on this machine only (127.0.0.1). Ctrl-C ends it.')
    } else if (auth === 'none') {
      console.warn(
        `Warning: HOST=${address.host} lets everyone in who reaches this machine${garden.env.GARDEN === 'kubernetes' ? ', and shows them what your credentials may see' : ''}. Unset HOST to keep it to yourself.`,
      )
    }
  })
}
