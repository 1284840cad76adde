import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { closingLine, readClosingLine, readPlaywrightReport, readVitestReport, settle, summary } from './parts.mjs'

test.each([
  ['a part without numbers that succeeds counts as one test', true, undefined, '1 passed, 0 failed'],
  ['a part without numbers that fails counts as one failed test', false, undefined, '0 passed, 1 failed'],
  ['a part has as many tests as it says', true, { passed: 7, failed: 0 }, '7 passed, 0 failed'],
  ['failed tests are counted once', false, { passed: 5, failed: 2 }, '5 passed, 2 failed'],
  ['a crash after tests that passed is a failure', false, { passed: 5, failed: 0 }, '5 passed, 1 failed'],
  ['a part without any test is a failure', true, { passed: 0, failed: 0 }, '0 passed, 1 failed'],
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

test('the closing line tells what was skipped, where something was', () => {
  expect(
    closingLine([
      { passed: 1, failed: 0, skipped: 1 },
      { passed: 2, failed: 0 },
    ]),
  ).toBe('3 passed, 0 failed, 1 skipped')
})

test('the summary names what failed, before the closing line', () => {
  const parts = [
    { name: 'Types', seconds: 1, passed: 1, failed: 0 },
    { name: 'Unit tests', seconds: 2.25, passed: 3, failed: 1, failures: ['lib/a.test.ts: adds'] },
  ]
  expect(summary(parts)).toEqual([
    '✓ Types: 1 passed, 0 failed, 1.0 s',
    '✗ Unit tests: 3 passed, 1 failed, 2.3 s',
    '✗ Unit tests: lib/a.test.ts: adds',
    '4 passed, 1 failed',
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

function report(content: unknown) {
  const folder = mkdtempSync(join(tmpdir(), 'report-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'report.json')
  writeFileSync(file, JSON.stringify(content))
  return file
}
