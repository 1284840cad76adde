/**
 * npm run test:lts: unit tests and conformance on the newest Node with long-term support, whichever Node runs the rest. The npm
 * package `node` brings it.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled } from './install.mjs'
import { lts } from './lts.mjs'
import { endWith, readClosingLine, readVitestReport, runPart } from './parts.mjs'
import { root } from './root.mjs'

const report = join(root, 'test-results', 'unit-lts.json')

await endWith(async () => {
  ensureInstalled()
  rmSync(report, { force: true })
  return [
    await runPart(
      `Unit tests on Node ${lts}`,
      ['unit', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
      { node: lts, env: { NODE_ENV: 'test' }, count: () => readVitestReport(report) },
    ),
    await runPart(`Conformance on Node ${lts}`, ['conformance', 'lib/engine/testdata'], {
      node: lts,
      count: readClosingLine,
    }),
  ]
})
