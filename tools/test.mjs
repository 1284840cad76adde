/**
 * npm test: everything that must hold, from nothing. All parts run, also after one failed; the last line sums them up.
 * Runs before anything is installed, so it and what it imports use nothing but Node.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { advisoriesPart } from './advisories.mjs'
import { ensureBrowser } from './browser.mjs'
import { ensureInstalled } from './install.mjs'
import { endWith, readClosingLine, readPlaywrightReport, readVitestReport, runPart } from './parts.mjs'
import { ensurePostgres } from './postgres.mjs'
import { root } from './root.mjs'

const reports = join(root, 'test-results')
const unitReport = join(reports, 'unit.json')
const browserReport = join(reports, 'browser.json')

/** @param {string} browser */
async function runParts(browser) {
  // A report of an earlier run is none.
  for (const report of [unitReport, browserReport]) rmSync(report, { force: true })
  const types = await runPart('Types', ['typecheck'])
  const lint = await runPart('Lint and import rules', ['lint'])
  const unit = await runPart(
    'Unit tests',
    ['unit', '--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`],
    {
      // React behaves differently in production, which the caller's shell may have set.
      env: { NODE_ENV: 'test' },
      count: () => readVitestReport(unitReport),
    },
  )
  const conformance = await runPart('Conformance', ['conformance', 'lib/engine/testdata'], { count: readClosingLine })
  const build = await runPart('Build', ['build'])
  const pages =
    build.failed > 0
      ? { name: 'Browser tests (not run, as there is no build)', seconds: 0, passed: 0, failed: 1 }
      : await runPart('Browser tests', ['e2e', '--reporter=list,json'], {
          env: { ALMANAC_BROWSER: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: browserReport },
          count: () => readPlaywrightReport(browserReport),
        })
  return [types, lint, unit, conformance, build, pages, advisoriesPart()]
}

await endWith(async () => {
  ensureInstalled()
  ensurePostgres()
  return runParts(await ensureBrowser())
})
