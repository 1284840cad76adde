import { describe, expect, it, test } from 'vitest'
import type { Measure } from '../timeline/ticks'
import { type ExpiryMark, failingText, markSize, placedMarks } from './expiries'

const DAY = 86_400_000
const FROM = Date.parse('2026-11-21T00:00:00Z')
/** One pixel is half a day, a letter is 6 pixels. */
const measure: Measure = (text) => text.length * 6
const LINE = { range: { from: FROM, to: FROM + 365 * DAY }, width: 730, measure, most: 300 }

function mark(day: number, clusters: number, change: Partial<ExpiryMark> = {}): ExpiryMark {
  return {
    at: new Date(FROM + day * DAY).toISOString(),
    what: 'Kubernetes',
    version: '1.33.7',
    clusters,
    fails: 0,
    nodes: { min: 1, max: 1 },
    kind: 'forced',
    ...change,
  }
}

describe('labels', () => {
  test('name and figure where there is room', () => {
    expect(placedMarks([mark(10, 40)], LINE)).toMatchObject([{ name: '1.33.7', figure: '40' }])
  })
  test('an image is named without its version', () => {
    expect(placedMarks([mark(10, 40, { what: 'ubuntu', version: '22.04.1' })], LINE)).toMatchObject([
      { name: 'ubuntu' },
    ])
  })
  test('the figure alone before a near neighbour, and nothing before a nearer one', () => {
    const placed = placedMarks([mark(10, 40), mark(30, 40), mark(40, 40), mark(200, 40)], LINE)
    expect(placed.map((one) => [one.name, one.figure])).toEqual([
      ['', '40'],
      ['', ''],
      ['1.33.7', '40'],
      ['1.33.7', '40'],
    ])
  })
  test('none over the end of the line', () => {
    expect(placedMarks([mark(362, 40)], LINE)).toMatchObject([{ name: '', figure: '' }])
  })
})

describe('diamonds', () => {
  test('the area is the number of clusters, and few clusters stay small', () => {
    expect(markSize(300, 300)).toBe(19.5)
    expect(markSize(75, 300)).toBe(9.8)
    expect(markSize(1, 300)).toBe(4)
    expect(markSize(5, 5)).toBeLessThan(6)
  })
  test('those that would cover each other are one, with the sum', () => {
    const placed = placedMarks([mark(10, 3), mark(11, 4), mark(100, 1)], LINE)
    expect(placed.map((one) => [one.marks.length, one.figure])).toEqual([
      [2, '7'],
      [1, '1'],
    ])
  })
  test('of different kinds stay apart', () => {
    expect(placedMarks([mark(10, 3), mark(11, 4, { kind: 'fails' })], LINE)).toHaveLength(2)
  })
  test('what is later than the line is left out', () => {
    expect(placedMarks([mark(366, 3)], LINE)).toEqual([])
  })
})

it.each([
  [{ clusters: 15, fails: 0 }, ''],
  [{ clusters: 15, fails: 1 }, ', 1 of them fails'],
  [{ clusters: 15, fails: 3 }, ', 3 of them fail'],
  [{ clusters: 2, fails: 2 }, ', all of them fail'],
  [{ clusters: 1, fails: 1 }, ', it fails'],
])('says of the clusters of a mark how many fail: %j', (mark, text) => {
  expect(failingText(mark)).toBe(text)
})
