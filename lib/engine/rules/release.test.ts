import { expect, test } from 'vitest'
import { isNewerThanRules, passesOverRunningRotation, unsupportedMinor } from './release'
import { offsetOf } from './window'

test.each([
  ['1.31.9', '1.31'],
  ['1.32.0', null],
  ['1.36.9', null],
  ['1.37.0', '1.37'],
  ['2.33.0', '2.33'],
  ['1.37.0-rc1', '1.37'],
  ['x', null],
])('%s is of a minor beyond those that are supported: %s', (kubernetes, expected) => {
  expect(unsupportedMinor(kubernetes)).toBe(expected)
})

test.each([
  ['1.150.9', false],
  ['1.151.0', true],
  ['1.151.0-dev', true],
  ['2.0.0', true],
  ['x', null],
])('Gardener %s may have other rules: %s', (gardener, expected) => {
  expect(isNewerThanRules(gardener)).toBe(expected)
  expect(passesOverRunningRotation({ gardenerVersion: gardener })).toBe(expected === true)
})

test('which Gardener it is need not be known', () => {
  expect(passesOverRunningRotation({})).toBe(false)
})

test.each([
  [undefined, 0],
  [{ begin: 'x', end: '230000+0000' }, 0],
  [{ begin: '220000+0000', end: '230000+0000' }, 0],
  [{ begin: '220000+0530', end: '230000+0530' }, 330],
  [{ begin: '220000-0800', end: '230000-0800' }, -480],
])('%j is so many minutes ahead of UTC: %s', (window, minutes) => {
  expect(offsetOf(window)).toBe(minutes)
})
