import { describe, expect, it } from 'vitest'
import { FREEZES } from '@/lib/engine/outlook/difference'
import { readFreezes, warnedFreezes } from './freezes'

describe('FREEZE', () => {
  it.each([
    ['nothing', '', []],
    ['one day', '2027-03-29', ['2027-03-29..2027-03-29']],
    ['a range, both ends included', '2026-12-18..2027-01-04', ['2026-12-18..2027-01-04']],
    [
      'several, in order of time',
      ' 2027-03-29 , 2026-12-18 .. 2027-01-04,',
      ['2026-12-18..2027-01-04', '2027-03-29..2027-03-29'],
    ],
    ['as one, where they overlap', '2026-12-18..2026-12-24,2026-12-20..2026-12-22', ['2026-12-18..2026-12-24']],
    ['as one, where one begins on the next day', '2026-12-18,2026-12-19..2026-12-20', ['2026-12-18..2026-12-20']],
    ['as two, where a day lies between', '2026-12-18,2026-12-20', ['2026-12-18..2026-12-18', '2026-12-20..2026-12-20']],
    ['a whole leap year', '2028-01-01..2028-12-31', ['2028-01-01..2028-12-31']],
  ])('is read: %s', (_, text, expected) => {
    expect(readFreezes(text).map(({ from, to }) => `${from}..${to}`)).toEqual(expected)
  })

  it.each([
    ['no day', 'Christmas', /"Christmas" is neither a day nor a range/],
    ['a day that no month has', '2026-11-31', /"2026-11-31" is neither/],
    ['a month', '2026-12', /"2026-12" is neither/],
    ['three ends', '2026-12-01..2026-12-02..2026-12-03', /is neither/],
    ['an end without a begin', '..2026-12-02', /is neither/],
    ['an end before its begin', '2027-01-04..2026-12-18', /ends before it begins/],
    ['more than a year', '2026-01-01..2027-01-02', /longer than a year/],
    ['more than a hundred ranges', Array(101).fill('2027-03-29').join(','), /more than 100 ranges/],
  ])('ends the start with a sentence that says what is wrong: %s', (_, text, reason) => {
    expect(() => readFreezes(`2027-03-29,${text}`)).toThrow(reason)
    expect(() => readFreezes(text)).toThrow(/^FREEZE.{1,150}\.$/)
  })

  it('is what drafts are warned of, and the turn of every year where it names none', () => {
    expect(warnedFreezes(readFreezes(''))).toBe(FREEZES)
    expect(warnedFreezes(readFreezes('2026-12-18..2027-01-04,2027-03-29'))).toEqual([
      { from: '2026-12-18', to: '2027-01-04' },
      { from: '2027-03-29', to: '2027-03-29' },
    ])
  })
})
