/**
 * npm run test:firefox: the main stories in the Firefox of the system. Where there is none, and none can be installed, it is skipped,
 * which the last line counts. Runs before anything is installed, so it and what it imports use nothing but Node.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBrowser, ensureFirefox } from './browser.mjs'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { endWith, readPlaywrightReport, runPart } from './parts.mjs'
import { root } from './root.mjs'

const report = join(root, 'test-results', 'firefox.json')

/** @returns {Promise<import('./parts.mjs').Part[]>} */
async function runTests() {
  const firefox = ensureFirefox()
  if (firefox === undefined) {
    console.log('The stories in Firefox are skipped: there is none, and it cannot be installed here.')
    return [{ name: 'Stories in Firefox', seconds: 0, passed: 0, failed: 0, skipped: 1 }]
  }
  ensureInstalled()
  if (!ensureBuilt()) throw new Error('The build failed, see above.')
  rmSync(report, { force: true })
  const part = await runPart('Stories in Firefox', ['e2e:firefox', '--reporter=list,json', ...process.argv.slice(2)], {
    // The settings that both browsers share name the other one.
    env: { ALMANAC_BROWSER: await ensureBrowser(), ALMANAC_FIREFOX: firefox, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    count: () => readPlaywrightReport(report),
  })
  return [part]
}

await endWith(runTests)
