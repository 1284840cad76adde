import { describe, expect, it, test } from 'vitest'
import { canonicalDuration, durationFault, durationMilliseconds, parseDuration } from './duration'

describe('canonicalDuration', () => {
  it.each([
    ['1h', '1h0m0s'],
    ['90s', '1m30s'],
    ['1.5h', '1h30m0s'],
    ['0', '0s'],
    ['100ms', '100ms'],
    ['1500ms', '1.5s'],
    ['2h0m0s', '2h0m0s'],
    ['-2m', '-2m0s'],
    ['soon', 'soon'],
  ])('spells %s as %s', (text, spelling) => {
    expect(canonicalDuration(text)).toBe(spelling)
  })
})

describe('parseDuration', () => {
  it.each(['', '5', 'h', '1d', '1h 2m'])('refuses "%s"', (text) => {
    expect(parseDuration(text)).toBeNull()
  })

  it('counts milliseconds and cuts off what is below', () => {
    expect(durationMilliseconds('1m0.0015s')).toBe(60_001)
  })
})

/** What Go itself answers, as Go 1.26 prints it. */
describe('durationFault', () => {
  test.each<[string, string | null]>([
    ['-5m', null],
    ['1.5h', null],
    ['0', null],
    ['', 'time: invalid duration ""'],
    ['soon', 'time: invalid duration "soon"'],
    ['5', 'time: missing unit in duration "5"'],
    ['1h30', 'time: missing unit in duration "1h30"'],
    ['1d', 'time: unknown unit "d" in duration "1d"'],
    ['99999999999h', 'time: invalid duration "99999999999h"'],
  ])('%j', (text, fault) => expect(durationFault(text)).toBe(fault))
})
