import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { closingLine, readClosingLine, readPlaywrightReport, readVitestReport, settle, summary } from './counts.mjs'

test.each([
  ['a part without numbers that succeeds counts as one test', true, undefined, '1 passed, 0 failed'],
  ['a part without numbers that fails counts as one failed test', false, undefined, '0 passed, 1 failed'],
  ['a part has as many tests as it says', true, { passed: 7, failed: 0 }, '7 passed, 0 failed'],
  ['failed tests are counted once', false, { passed: 5, failed: 2 }, '5 passed, 2 failed'],
  ['a crash after tests that passed is a failure', false, { passed: 5, failed: 0 }, '5 passed, 1 failed'],
  ['a part without any test is a failure', true, { passed: 0, failed: 0 }, '0 passed, 1 failed'],
  [
    'a part of which all is skipped is none',
    true,
    { passed: 0, failed: 0, skipped: 2 },
    '0 passed, 0 failed, 2 skipped',
  ],
  [
    'one that crashed after it skipped is',
    false,
    { passed: 0, failed: 0, skipped: 2 },
    '0 passed, 1 failed, 2 skipped',
  ],
])('%s', (_, ok, counts, expected) => {
  expect(closingLine([settle(ok, counts)])).toBe(expected)
})

test('the closing line sums up all parts', () => {
  expect(
    closingLine([
      { passed: 1, failed: 0 },
      { passed: 20, failed: 3 },
    ]),
  ).toBe('21 passed, 3 failed')
})

test('the last line that sums up counts', () => {
  expect(readClosingLine('a: 1 passed, 2 failed\n10 passed, 0 failed\n')).toEqual({ passed: 10, failed: 0 })
  expect(readClosingLine('nothing')).toBeUndefined()
})

test('what a program of ours says of failures and of what it skipped is read', () => {
  const output = '✗ steady: too slow\nSkipped: there is no podman\n2 passed, 1 failed, 4 skipped\n'
  expect(readClosingLine(output)).toEqual({
    passed: 2,
    failed: 1,
    skipped: 4,
    failures: ['steady: too slow'],
    reasons: ['there is no podman'],
  })
})

test('the closing line tells what was skipped, where something was', () => {
  expect(
    closingLine([
      { passed: 1, failed: 0, skipped: 1 },
      { passed: 2, failed: 0 },
    ]),
  ).toBe('3 passed, 0 failed, 1 skipped')
})

test('the summary is a table of parts, what failed and what was not run by name, and at last the closing line', () => {
  const parts = [
    { name: 'types', title: 'Types', seconds: 12, passed: 1, failed: 0 },
    { name: 'unit', title: 'Unit tests', seconds: 90, passed: 3, failed: 1, failures: ['lib/a.test.ts: adds'] },
    { name: 'firefox', title: 'Firefox', seconds: 0, passed: 0, failed: 0, skipped: 1, reasons: ['there is none'] },
    { name: '', title: 'The run', seconds: 0, passed: 0, failed: 1 },
  ]
  expect(summary(parts, 96)).toEqual([
    '✓ Types         0.2 min  1 passed, 0 failed',
    '✗ Unit tests    1.5 min  3 passed, 1 failed',
    '– Firefox       0.0 min  0 passed, 0 failed, 1 skipped',
    '✗ The run       0.0 min  0 passed, 1 failed',
    '  Altogether    1.6 min',
    '',
    '✗ Unit tests: lib/a.test.ts: adds',
    '',
    'Not run, Firefox: there is none',
    '',
    'Again: npm test -- unit',
    '',
    '4 passed, 2 failed, 1 skipped',
  ])
})

test('of parts that all passed, the summary says nothing beside the table', () => {
  expect(summary([{ name: 'types', title: 'Types', seconds: 6, passed: 1, failed: 0 }], 6)).toEqual([
    '✓ Types         0.1 min  1 passed, 0 failed',
    '  Altogether    0.1 min',
    '',
    '1 passed, 0 failed',
  ])
})

test('a report of Vitest tells which tests failed, and which files could not be loaded', () => {
  const file = report({
    numPassedTests: 1,
    numFailedTests: 1,
    numPendingTests: 0,
    testResults: [
      {
        name: 'a.test.ts',
        status: 'failed',
        assertionResults: [
          { status: 'passed', fullName: 'adds' },
          { status: 'failed', fullName: 'takes away' },
        ],
      },
      { name: 'b.test.ts', status: 'failed', assertionResults: [] },
    ],
  })
  expect(readVitestReport(file)).toEqual({ passed: 1, failed: 2, failures: ['a.test.ts: takes away', 'b.test.ts'] })
})

test('a test that a part leaves to another by its tags is not one that it skipped', () => {
  const assertionResults = [
    { status: 'passed', fullName: 'adds', tags: [] },
    { status: 'skipped', fullName: 'asks a database', tags: [] },
    { status: 'skipped', fullName: 'kills a database', tags: ['processes'] },
  ]
  const file = report({ numPassedTests: 1, testResults: [{ name: 'a.test.ts', status: 'passed', assertionResults }] })
  const isMeant = (tags: readonly string[]) => !tags.includes('processes')
  expect(readVitestReport(file, isMeant)).toEqual({ passed: 1, failed: 0, skipped: 1 })
})

test('a report of Playwright tells which tests failed, also below others and also when a second try passed', () => {
  const spec = (line: number, title: string, status: string) => ({
    file: 'a.spec.ts',
    line,
    title,
    tests: [{ status }],
  })
  const file = report({
    stats: { expected: 1, unexpected: 1, flaky: 1, skipped: 0 },
    suites: [
      {
        specs: [spec(3, 'opens', 'expected'), spec(9, 'closes', 'unexpected')],
        suites: [{ specs: [spec(20, 'waits', 'flaky')] }],
      },
    ],
  })
  expect(readPlaywrightReport(file)).toEqual({
    passed: 1,
    failed: 2,
    failures: ['a.spec.ts:9: closes', 'a.spec.ts:20: waits'],
  })
})

test('a report of Playwright tells why tests were skipped, and of errors outside of every test', () => {
  const skipped = {
    file: 'b.spec.ts',
    line: 5,
    title: 'asks',
    tests: [{ status: 'skipped', annotations: [{ type: 'skip', description: 'there is no Python 3' }] }],
  }
  const suites = [{ specs: [skipped] }]
  const stats = { expected: 2, unexpected: 0, flaky: 0, skipped: 1 }
  expect(readPlaywrightReport(report({ stats, suites }))).toEqual({
    passed: 2,
    failed: 0,
    skipped: 1,
    reasons: ['b.spec.ts:5: there is no Python 3'],
  })
  expect(readPlaywrightReport(report({ stats, suites, errors: [{ message: 'The build failed.\nat a' }] }))).toEqual({
    passed: 2,
    failed: 1,
    failures: ['The build failed.'],
    skipped: 1,
    reasons: ['b.spec.ts:5: there is no Python 3'],
  })
})

test('a report that is not there tells nothing', () => {
  expect(readVitestReport('nowhere/unit.json')).toBeUndefined()
  expect(readPlaywrightReport('nowhere/browser.json')).toBeUndefined()
})

function report(content: unknown) {
  const folder = mkdtempSync(join(tmpdir(), 'report-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'report.json')
  writeFileSync(file, JSON.stringify(content))
  return file
}
