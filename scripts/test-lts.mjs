/**
 * npm run test:lts: unit tests and conformance on the newest Node with long-term support, whichever Node runs the rest. The npm
 * package `node` brings it.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled } from './install.mjs'
import { lts } from './lts.mjs'
import { closingLine, readClosingLine, readVitestReport, runPart } from './parts.mjs'
import { root } from './root.mjs'

const report = join(root, 'test-results', 'unit-lts.json')

try {
  ensureInstalled()
  rmSync(report, { force: true })
  const unit = await runPart(
    `Unit tests on Node ${lts}`,
    ['unit', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    { node: lts, env: { NODE_ENV: 'test' }, count: () => readVitestReport(report) },
  )
  const conformance = await runPart(`Conformance on Node ${lts}`, ['conformance', 'lib/engine/testdata'], {
    node: lts,
    count: readClosingLine,
  })
  console.log(closingLine([unit, conformance]))
  process.exitCode = unit.failed + conformance.failed > 0 ? 1 : 0
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  console.log(closingLine([{ passed: 0, failed: 1 }]))
  process.exitCode = 1
}
