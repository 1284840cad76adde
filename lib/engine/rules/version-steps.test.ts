import { describe, expect, test } from 'vitest'
import { compareWithoutSuffix, skewFaults, stepFaults, type VersionFault } from './version-steps'

const told = (faults: readonly VersionFault[]) =>
  faults.map((fault) => ('unreadable' in fault ? `${fault.rule} ${fault.unreadable}` : fault.rule))

describe('from one Kubernetes version to another', () => {
  test.each([
    ['a higher patch is fine', '1.33.5', '1.33.4', false, []],
    ['the same is fine', '1.33.5', '1.33.5', false, []],
    ['the next minor is fine', '1.34.0', '1.33.9', false, []],
    ['two minors are too many', '1.35.0', '1.33.9', false, ['version-skips-minor']],
    ['another major skips minors', '2.0.0', '1.33.9', false, ['version-skips-minor']],
    ['where minors may be skipped two are fine', '1.35.0', '1.33.9', true, []],
    ['a lower patch is a step back', '1.33.4', '1.33.5', false, ['version-downgrade']],
    ['so it is where minors may be skipped', '1.32.9', '1.33.5', true, ['version-downgrade']],
    ['a suffix does not make it lower', '1.33.5-rc1', '1.33.5', false, []],
    ['nor higher', '1.33.5', '1.33.5-rc1', false, []],
    ['nor does one that cannot be read', '1.33.5-01', '1.33.5', false, []],
    [
      'what cannot be read is told by both questions',
      'x',
      '1.33.5',
      false,
      ['version-unreadable x', 'version-unreadable x'],
    ],
    ['and by one where minors may be skipped', 'x', '1.33.5', true, ['version-unreadable x']],
    ['what was there before may be it as well', '1.33.5', 'x', false, ['version-unreadable x']],
  ])('%s', (_, to, from, maySkip, expected) => {
    expect(told(stepFaults(to, from, maySkip))).toEqual(expected)
  })
})

describe('a pool beside its control plane', () => {
  test.each([
    ['the same is fine', '1.35.3', '1.35.3', []],
    ['a lower patch is fine', '1.35.3', '1.35.2', []],
    ['a higher patch is above', '1.35.3', '1.35.4', ['pool-above-control-plane']],
    ['a suffix of the control plane does not count', '1.35.3-rc1', '1.35.3', []],
    ['nor that of the pool', '1.35.3', '1.35.3-rc1', []],
    ['with a suffix a higher one is above as well', '1.35.3-rc1', '1.35.4', ['pool-above-control-plane']],
    ['three minors behind are fine', '1.35.0', '1.32.9', []],
    ['four are too many', '1.35.0', '1.31.9', ['pool-too-far-behind']],
    ['another major is too far behind', '2.0.0', '1.35.9', ['pool-too-far-behind']],
    ['a minor alone is all of its patches', '1.35', '1.35.9', []],
    ['and the next one is above', '1.35', '1.36.0', ['pool-above-control-plane']],
    ['with x as well, which is no version itself', '1.35.x', '1.35.9', ['version-unreadable 1.35.x']],
    ['a pool that cannot be read is told twice', '1.35.0', 'x', ['version-unreadable x', 'version-unreadable x']],
    ['a control plane, too', '?', '1.35.0', ['version-unreadable ?', 'version-unreadable ?']],
  ])('%s', (_, controlPlane, pool, expected) => {
    expect(told(skewFaults(controlPlane, pool))).toEqual(expected)
  })
})

test.each([
  ['1.2.3', '1.2.3-rc1', 0],
  ['1.2.3', 'v1.2.3+a', 0],
  ['1.2.3', '1.2.4', -1],
  ['1.3.0', '1.2.9', 1],
  ['1.2', '1.2.0', 0],
  ['x', '1.2.3', null],
  ['1.2.3', 'x', null],
])('%s beside %s without suffixes', (a, b, expected) => {
  expect(compareWithoutSuffix(a, b)).toBe(expected)
})
