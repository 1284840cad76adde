import { expect, test } from 'vitest'
import { closingLine, readClosingLine, settle } from './parts.mjs'

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
