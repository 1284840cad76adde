/**
 * npm run test:cluster: Almanac against a real kube-apiserver, built and started here. Without Go it is skipped, which the last
 * line counts. Runs before anything is installed, so it and what it imports use nothing but Node.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBrowser } from './browser.mjs'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { endWith, readPlaywrightReport, runPart } from './parts.mjs'
import { root } from './root.mjs'
import { ensureServers } from './servers.mjs'

const report = join(root, 'test-results', 'cluster.json')

/** @returns {Promise<import('./parts.mjs').Part[]>} */
async function runTests() {
  const servers = ensureServers()
  if ('skipped' in servers) {
    console.log(`The cluster tests are skipped: ${servers.skipped}.`)
    return [{ name: 'Cluster tests', seconds: 0, passed: 0, failed: 0, skipped: 1 }]
  }
  ensureInstalled()
  if (!ensureBuilt()) throw new Error('The build failed, see above.')
  const browser = await ensureBrowser()
  rmSync(report, { force: true })
  const part = await runPart(
    'Cluster tests',
    ['e2e', '--config=e2e/cluster', '--reporter=list,json', ...process.argv.slice(2)],
    {
      env: {
        ALMANAC_BROWSER: browser,
        ALMANAC_SERVERS: servers.bin.cluster,
        ALMANAC_HELM: join(servers.bin.helm, 'helm'),
        PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      },
      count: () => readPlaywrightReport(report),
    },
  )
  return [part]
}

await endWith(runTests)
