import { describe, expect, it } from 'vitest'
import { type Heights, heightsOf, rangeFor, rowAtTop, topOf, withMeasured } from './row-heights'

const EVEN = heightsOf(30)
/** Row 4 is expanded to 230 px, row 9 has a head above it and is 60 px high. */
const ODD = withMeasured(
  EVEN,
  new Map([
    [3, 30],
    [4, 230],
    [5, 30],
    [6, 30],
    [9, 60],
  ]),
)

describe('topOf', () => {
  it.each([
    ['the first row lies at the top', EVEN, 0, 0],
    ['rows of usual height follow each other', EVEN, 7, 210],
    ['an odd row does not move itself', ODD, 4, 120],
    ['rows below an odd one lie lower', ODD, 5, 350],
    ['rows below two odd ones lie lower by both', ODD, 10, 530],
    ['the count gives the height of all', EVEN, 10_000, 300_000],
  ] as const)('%s', (_, heights, index, top) => {
    expect(topOf(heights, index)).toBe(top)
  })
})

describe('rowAtTop', () => {
  it.each([
    ['at its very edge a row has begun', EVEN, 60, 2],
    ['just above it is the one before', EVEN, 59.9, 1],
    ['above the table is the first row', EVEN, -500, 0],
    ['below the table is the last row', EVEN, 99_999, 19],
    ['an expanded row reaches further', ODD, 349, 4],
    ['and the next one begins below it', ODD, 350, 5],
  ] as const)('%s', (_, heights, top, row) => {
    expect(rowAtTop(heights, 20, top)).toBe(row)
  })

  it('is 0 in an empty table', () => {
    expect(rowAtTop(EVEN, 0, 40)).toBe(0)
  })
})

describe('withMeasured', () => {
  const measured = (...heights: readonly number[]) => new Map(heights.map((height, index) => [index, height]))

  it('stays the same object when nothing is new', () => {
    const learned = withMeasured(EVEN, measured(30, 30, 30))
    expect(withMeasured(learned, measured(30, 30.3, 29.8))).toBe(learned)
    expect(withMeasured(ODD, new Map([[4, 230]]))).toBe(ODD)
  })

  it('forgets an odd row that was closed', () => {
    const closed = withMeasured(ODD, measured(30, 30, 30, 30, 30))
    expect(closed.odd.map(({ index }) => index)).toEqual([9])
    expect(topOf(closed, 10)).toBe(330)
  })

  it('does not change what it was given', () => {
    const before: Heights = structuredClone(ODD)
    withMeasured(ODD, measured(44, 44, 44))
    expect(ODD).toEqual(before)
  })

  it('learns the height that most rows have, and which of them are odd then', () => {
    const phone = withMeasured(EVEN, measured(57, 57, 90, 57))
    expect(phone.usual).toBe(57)
    expect(phone.odd).toEqual([{ index: 2, height: 90, excess: 33 }])
  })

  it('learns it once: where other rows are in sight, most of them higher, they are odd, and all others lie where they lay', () => {
    const first = withMeasured(EVEN, measured(57, 57, 57))
    const there = new Map([70, 71, 72, 73].map((index) => [index, 77]))
    const last = withMeasured(first, there)
    expect(last.usual).toBe(57)
    expect(topOf(last, 70)).toBe(70 * 57)
    expect(topOf(last, 74)).toBe(74 * 57 + 4 * 20)
    expect(withMeasured(last, measured(57, 57, 57))).toBe(last)
    expect(withMeasured(last, there)).toBe(last)
  })

  it('keeps the usual height when rows differ from each other', () => {
    expect(withMeasured(EVEN, measured(57, 30, 90, 40)).usual).toBe(30)
  })
})

describe('rangeFor', () => {
  const NONE = { from: 0, to: -1 }

  it('draws what is in sight and some rows ahead on both sides', () => {
    expect(rangeFor(NONE, EVEN, 10_000, 3000, 900)).toEqual({ from: 80, to: 150 })
  })

  it('ends at both ends of the table', () => {
    expect(rangeFor(NONE, EVEN, 10_000, -200, 900)).toEqual({ from: 0, to: 43 })
    expect(rangeFor(NONE, EVEN, 10, 0, 900)).toEqual({ from: 0, to: 9 })
  })

  it('stays the same object while enough rows are left', () => {
    const before = rangeFor(NONE, EVEN, 10_000, 3000, 900)
    expect(rangeFor(before, EVEN, 10_000, 3300, 900)).toBe(before)
    expect(rangeFor(before, EVEN, 10_000, 3400, 900)).not.toBe(before)
  })

  it('does not keep rows of a longer list', () => {
    expect(rangeFor({ from: 80, to: 150 }, EVEN, 3, 0, 900)).toEqual({ from: 0, to: 2 })
  })

  it('is empty for an empty table', () => {
    const { from, to } = rangeFor({ from: 0, to: 44 }, EVEN, 0, 0, 900)
    expect(to).toBeLessThan(from)
  })
})
