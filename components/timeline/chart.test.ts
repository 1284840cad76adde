import { describe, expect, test } from 'vitest'
import { DAY } from '@/lib/words/time-text'
import { utc } from './calendar'
import { asTail, type ChartBox, type LaneSpan, nowLabelAt, placedFlag, placedSegments } from './layout'
import { resizedRange, steppedRange, wholeRange, zoomRange } from './range'
import { fittedTicks, type MeasureText, nowLineAt, ticks, tickUnit } from './ticks'

const t = (text: string) => Date.parse(`${text}T00:00:00Z`)
const day = (at: number) => new Date(at).toISOString().slice(0, 10)
const days = (range: { from: number; to: number }) => [day(range.from), day(range.to)]
/** Every character is 6 px wide. */
const six: MeasureText = (text) => text.length * 6
const now = Date.parse('2026-11-21T18:00:00Z')
const whole = wholeRange([t('2026-09-15'), t('2027-06-30')], now, utc)

describe('ranges', () => {
  test('the whole range has at least six months before and fourteen after, in whole months', () => {
    expect(days(whole)).toEqual(['2026-05-01', '2028-02-01'])
  })

  test('the whole range reaches to the last date and beyond', () => {
    expect(days(wholeRange([t('2025-02-10'), t('2029-03-05')], now, utc))).toEqual(['2025-02-01', '2029-06-01'])
  })

  test('a date in the year 9999 does not make all else unreadable', () => {
    expect(days(wholeRange([t('9999-01-01'), t('1970-01-01')], now, utc))).toEqual(['2021-11-01', '2031-12-01'])
  })

  test.each([
    ['3m', '2026-10-26', '2027-01-26'],
    ['6m', '2026-10-01', '2027-04-01'],
    ['1y', '2026-08-01', '2027-08-01'],
    ['all', '2026-05-01', '2028-02-01'],
  ] as const)('zoom %s', (zoom, from, to) => {
    expect(days(zoomRange(zoom, now, whole, utc))).toEqual([from, to])
  })

  test('steps by a quarter and stops at the edge of what is known', () => {
    const year = zoomRange('1y', now, whole, utc)
    expect(days(steppedRange(year, 1, whole))).toEqual(['2026-10-31', '2027-10-31'])
    expect(days(steppedRange(steppedRange(year, -1, whole), -1, whole))).toEqual(['2026-05-01', '2027-05-01'])
  })

  test('an edge stays within the whole range and two weeks from the other one', () => {
    const year = zoomRange('1y', now, whole, utc)
    expect(days(resizedRange(year, 'from', 0, whole))).toEqual(['2026-05-01', '2027-08-01'])
    expect(days(resizedRange(year, 'from', year.to, whole))).toEqual(['2027-07-18', '2027-08-01'])
    expect(days(resizedRange(year, 'to', Number.POSITIVE_INFINITY, whole))).toEqual(['2026-08-01', '2028-02-01'])
  })
})

describe('ticks', () => {
  test.each([
    ['3m', 'week'],
    ['6m', 'month'],
    ['1y', 'month'],
    ['all', 'quarter'],
  ] as const)('%s shows every %s', (zoom, unit) => {
    expect(tickUnit(zoomRange(zoom, now, whole, utc))).toBe(unit)
  })

  test('the first label and 1 January carry the year', () => {
    const shown = zoomRange('1y', now, whole, utc)
    const year = ticks(shown, utc, tickUnit(shown))
    expect(year.map((tick) => tick.label)).toEqual([
      'Aug 2026',
      'Sep',
      'Oct',
      'Nov',
      'Dec',
      'Jan 2027',
      'Feb',
      'Mar',
      'Apr',
      'May',
      'Jun',
      'Jul',
    ])
    expect(year.filter((tick) => tick.year).map((tick) => tick.label)).toEqual(['Jan 2027'])
    expect(year[0]?.percent).toBe(0)
  })

  test('weeks keep 1 January, and the label beside it gives way', () => {
    const weeks = fittedTicks(zoomRange('3m', now, whole, utc), 738, six)
    expect(weeks.filter((tick) => tick.year).map((tick) => tick.label)).toEqual(['1 Jan 2027'])
    expect(weeks.find((tick) => day(tick.at) === '2027-01-04')?.label).toBe('')
    expect(weeks[0]?.label).toBe('26 Oct 2026')
    const initials = weeks.map((tick) => tick.initial)
    expect(initials.slice(initials.indexOf('1 Jan') - 1, initials.indexOf('1 Jan') + 3)).toEqual([
      '28',
      '1 Jan',
      '',
      '11',
    ])
  })

  test('on a narrow chart labels are dropped, first those between, never the year', () => {
    const labels = fittedTicks(zoomRange('1y', now, whole, utc), 300, six).map((tick) => tick.label)
    expect(labels).toEqual(['Aug 2026', '', '', 'Nov', '', 'Jan 2027', '', '', 'Apr', '', 'Jun', ''])
  })

  test('a year whose own label has no room is named with the next one', () => {
    const taken = [{ left: 204, right: 260 }]
    const labels = fittedTicks(zoomRange('1y', now, whole, utc), 600, six, utc, taken).map((tick) => tick.label)
    expect(labels).toEqual(['Aug 2026', '', 'Oct', 'Nov', '', '', 'Feb 2027', '', 'Apr', 'May', 'Jun', 'Jul'])
  })

  // January begins at 306 pixels, February at 368.
  test.each([
    ['a label that begins at the now line stands right of it', 306, ['Dec', 'Jan 2027', 'Feb', 'Mar'], 'DJFM'],
    ['one that would cross it leaves its year to the next one', 350, ['Dec', 'Jan', 'Feb 2027', ''], 'DJFM'],
    ['or goes, and so does its initial', 312, ['Dec', '', 'Feb 2027', ''], 'DFM'],
  ])('%s', (_, now, labels, initials) => {
    const year = zoomRange('1y', t('2026-11-21'), whole, utc)
    const shown = fittedTicks(year, 730, six, utc, [nowLineAt(now)]).slice(4, 8)
    expect(shown.map((tick) => tick.label)).toEqual(labels)
    expect(shown.map((tick) => tick.initial).join('')).toBe(initials)
  })

  test('on a phone a day of the month that would touch the one before it is left out', () => {
    const initials = fittedTicks(zoomRange('3m', now, whole, utc), 340, six).map((tick) => tick.initial)
    expect(initials.join(' ')).toBe('26 2 Nov  16 23 30 7 Dec  21 28 1 Jan  11 18 ')
  })
})

const box: ChartBox = { range: { from: t('2026-08-01'), to: t('2027-08-01') }, width: 730, now, measure: six }
const span = (look: LaneSpan['look'], from: string | null, to: string | null): LaneSpan => ({
  look,
  from: from === null ? null : t(from),
  to: to === null ? null : t(to),
  label: look,
})

describe('segments', () => {
  test.each([
    ['sharp where a date is set', '2026-09-01', '2026-10-01', 'sharp', 'sharp'],
    ['faded where no date is known', null, null, 'faded', 'faded'],
    ['cut where it goes on outside', '2026-01-01', '2028-01-01', 'cut', 'cut'],
  ])('are %s', (_, from, to, start, end) => {
    expect(placedSegments([span('supported', from, to)], box)).toMatchObject([{ start, end }])
  })

  test('outside the chart are left out, and one that ends at its edge is outside', () => {
    expect(
      placedSegments(
        [
          span('supported', null, '2026-08-01'),
          span('deprecated', '2025-01-01', '2026-02-01'),
          span('expired', '2027-08-01', null),
        ],
        box,
      ),
    ).toEqual([])
  })

  test('are measured in percent of the width', () => {
    const [one] = placedSegments([span('preview', '2026-08-01', '2026-10-12')], box)
    expect(one?.left).toBe(0)
    expect(one?.width).toBeCloseTo((72 / 365) * 100, 6)
  })

  // One day is 2 px; the now line is at day 112.75.
  test.each([
    ['with 6 px to spare', span('supported', '2026-08-11', '2026-11-01'), 6],
    ['right of a faded begin', span('supported', null, '2026-11-01'), 52],
    ['right of the now line', span('supported', '2026-11-11', '2027-03-01'), Math.floor(112.75 * 2 + 8 - 204)],
    ['left of the now line', span('supported', '2026-09-01', '2027-03-01'), 6],
    ['nowhere, if the now line leaves no room', span('deprecated', '2026-11-11', '2026-12-15'), null],
    ['nowhere, if it is too long', span('deprecated', '2026-09-01', '2026-10-01'), null],
    ['nowhere on an expired tail', span('expired', '2026-09-01', null), null],
  ])('carry their text %s', (_, one, expected) => {
    expect(placedSegments([one], box)[0]?.textAt).toBe(expected)
  })

  test('a text keeps away from a diamond', () => {
    const [one] = placedSegments([span('supported', '2027-01-01', '2027-06-01')], box, [{ left: 298, right: 322 }])
    expect(one?.textAt).toBe(322 - 306)
  })

  test('an expired tail is short when it has no end, and whole when it has', () => {
    const [open, closed] = placedSegments(
      [span('expired', '2026-09-01', null), span('expired', '2026-09-01', '2027-07-01')],
      box,
    ).map(asTail)
    expect(open?.width).toBe(20)
    expect(closed?.width).toBeGreaterThan(80)
  })
})

describe('flags', () => {
  test.each([
    ['carries its date', '2027-03-02', '2 Mar'],
    ['does not when it would cross the now line', '2026-11-14', null],
    ['does on the now line’s right', '2026-11-27', '27 Nov'],
    ['does not over the right edge', '2027-07-25', null],
  ])('%s', (_, at, text) => {
    expect(placedFlag(t(at), text ?? '25 Jul', box)?.text ?? null).toBe(text)
  })

  test('outside the chart there is none', () => {
    expect(placedFlag(t('2026-07-31'), '31 Jul', box)).toBeNull()
    expect(placedFlag(t('2027-08-02'), '2 Aug', box)).toBeNull()
  })
})

describe('the label of the now line', () => {
  test('is centred on it, but never crosses the edge', () => {
    expect(nowLabelAt(box, 'now')).toBeCloseTo(225.5, 5)
    expect(nowLabelAt({ ...box, now: box.range.from + DAY }, 'now')).toBe(15)
    expect(nowLabelAt({ ...box, now: box.range.to }, 'now')).toBe(715)
    expect(nowLabelAt({ ...box, now: box.range.from - 1 }, 'now')).toBeNull()
  })
})

test('an axis of hours has one every few hours of the clock, and names the day where one begins', () => {
  const from = Date.parse('2026-11-21T20:30:00Z')
  const range = { from, to: from + 16 * 3_600_000 }
  const labels = (offset: number) =>
    fittedTicks(
      range,
      640,
      (text) => text.length * 6,
      () => offset * 60_000,
    ).map(({ label }) => label)
  expect(labels(60)).toEqual(['22:00', 'Sun 22 Nov', '02:00', '04:00', '06:00', '08:00', '10:00', '12:00'])
  // A clock that is half an hour apart has its own whole hours.
  expect(labels(330)).toEqual(['02:00', '04:00', '06:00', '08:00', '10:00', '12:00', '14:00', '16:00'])
})
