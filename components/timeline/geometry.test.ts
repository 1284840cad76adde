import { describe, expect, test } from 'vitest'
import { DAY, HOUR } from '@/lib/words/time-text'
import { addMonths, ceilTo, type OffsetAt, unitBegin, unitBegins, utc } from './calendar'
import { css, instantAt, isInRange, movedInto, percentAt } from './range'
import { areClose, freePlace, keptLabels } from './ticks'

const t = (text: string) => Date.parse(text)
const iso = (at: number) => new Date(at).toISOString().replace('.000Z', 'Z')

/** Central European time of 2026 and 2027. */
const berlin: OffsetAt = (at) =>
  (at >= t('2026-03-29T01:00:00Z') && at < t('2026-10-25T01:00:00Z')) ||
  (at >= t('2027-03-28T01:00:00Z') && at < t('2027-10-31T01:00:00Z'))
    ? 2 * HOUR
    : HOUR

describe('calendar', () => {
  test.each([
    ['day', '2026-11-21T18:00:00Z', '2026-11-21T00:00:00Z'],
    ['week begins on Monday', '2026-11-21T18:00:00Z', '2026-11-16T00:00:00Z'],
    ['week', '2026-11-16T00:00:00Z', '2026-11-16T00:00:00Z'],
    ['month', '2026-11-21T18:00:00Z', '2026-11-01T00:00:00Z'],
    ['quarter', '2026-11-21T18:00:00Z', '2026-10-01T00:00:00Z'],
    ['year', '2026-11-21T18:00:00Z', '2026-01-01T00:00:00Z'],
  ])('start of %s', (name, at, expected) => {
    const unit = name.split(' ')[0] as 'day'
    expect(iso(unitBegin(unit, t(at), utc))).toBe(expected)
  })

  test('a month begins at midnight of the zone, also across summer time', () => {
    expect(iso(unitBegin('month', t('2026-07-15T00:00:00Z'), berlin))).toBe('2026-06-30T22:00:00Z')
    expect(iso(addMonths(t('2026-06-30T22:00:00Z'), 5, berlin))).toBe('2026-11-30T23:00:00Z')
    expect(unitBegins('month', t('2026-09-15T00:00:00Z'), t('2026-12-15T00:00:00Z'), berlin).map(iso)).toEqual([
      '2026-09-30T22:00:00Z',
      '2026-10-31T23:00:00Z',
      '2026-11-30T23:00:00Z',
    ])
  })

  test('the day a month does not have becomes its last', () => {
    expect(iso(addMonths(t('2026-01-31T10:00:00Z'), 1, utc))).toBe('2026-02-28T10:00:00Z')
    expect(iso(addMonths(t('2026-03-31T10:00:00Z'), -1, utc))).toBe('2026-02-28T10:00:00Z')
  })

  test('a beginning is its own ceiling, the instant after it is not', () => {
    const first = t('2026-11-01T00:00:00Z')
    expect(ceilTo('month', first, utc)).toBe(first)
    expect(iso(ceilTo('month', first + 1, utc))).toBe('2026-12-01T00:00:00Z')
  })

  test('both ends belong to the beginnings', () => {
    expect(unitBegins('day', t('2026-11-01T00:00:00Z'), t('2026-11-03T00:00:00Z'), utc)).toHaveLength(3)
  })
})

describe('scale', () => {
  const range = { from: t('2026-01-01T00:00:00Z'), to: t('2026-01-11T00:00:00Z') }

  test('goes both ways, outside the chart too', () => {
    for (const percent of [-20, 0, 12.5, 50, 100, 250]) {
      expect(percentAt(range, instantAt(range, percent))).toBeCloseTo(percent, 9)
    }
  })

  test('a range may change its scale at an instant, and goes on there', () => {
    const range = { from: 0, to: 1100, turn: { at: 100, percent: 40 } }
    const drawn = [-50, 0, 50, 100, 600, 1100, 1200].map((at) => css(percentAt(range, at)))
    expect(drawn).toEqual(['-20%', '0%', '20%', '40%', '70%', '100%', '106%'])
    expect(instantAt(range, 70)).toBeCloseTo(600, 9)
  })

  test('both edges are on the chart', () => {
    expect(isInRange(range, range.from)).toBe(true)
    expect(isInRange(range, range.to)).toBe(true)
    expect(isInRange(range, range.to + 1)).toBe(false)
  })

  test('moves into its bounds, keeps its length if it can', () => {
    const bounds = { from: range.from, to: range.from + 20 * DAY }
    expect(movedInto({ from: range.from - DAY, to: range.to - DAY }, bounds)).toEqual(range)
    expect(movedInto({ from: bounds.to, to: bounds.to + 10 * DAY }, bounds)).toEqual({ from: range.to, to: bounds.to })
    expect(movedInto({ from: range.from, to: bounds.to + DAY }, bounds)).toEqual(bounds)
  })

  test('prints three digits at most', () => {
    expect(css(33.33333333)).toBe('33.333%')
    expect(css(50)).toBe('50%')
  })
})

describe('labels', () => {
  test('touching is close, a gap apart is not', () => {
    expect(areClose({ left: 0, right: 10 }, { left: 10, right: 20 })).toBe(false)
    expect(areClose({ left: 0, right: 10 }, { left: 9, right: 20 })).toBe(true)
    expect(areClose({ left: 0, right: 10 }, { left: 13, right: 20 }, 4)).toBe(true)
  })

  const line = { gap: 4, width: 100 }
  const box = (left: number, rank = 1) => ({ left, right: left + 20, rank })

  test.each([
    ['all that fit', [box(0), box(30), box(60)], line, [true, true, true]],
    ['the first of two that touch', [box(0), box(22), box(60)], line, [true, false, true]],
    ['the one of better rank', [box(0), box(22, 0), box(60)], line, [false, true, true]],
    ['none that crosses an end', [box(-1), box(81)], line, [false, false]],
    ['none over what is taken', [box(0), box(60)], { ...line, taken: [{ left: 70, right: 71 }] }, [true, false]],
  ])('keeps %s', (_, labels, on, expected) => {
    expect(keptLabels(labels, on)).toEqual(expected)
  })

  test.each([
    ['where it wants to be', 0, 100, 20, [], 0],
    ['right of what is in the way', 0, 100, 20, [{ left: 10, right: 14 }], 14],
    [
      'right of all that is in the way',
      0,
      100,
      20,
      [
        { left: 30, right: 40 },
        { left: 10, right: 14 },
      ],
      40,
    ],
    ['left of what is far enough', 0, 100, 20, [{ left: 50, right: 54 }], 0],
    ['nowhere', 0, 30, 20, [{ left: 10, right: 14 }], null],
  ])('a text goes %s', (_, from, to, width, taken, expected) => {
    expect(freePlace(from, to, width, taken)).toBe(expected)
  })
})
