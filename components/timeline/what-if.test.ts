import { describe, expect, test } from 'vitest'
import { DAY } from '@/lib/words/time-text'
import { type ChartBox, type GhostSpan, movedExpiryText, placedFlag, placedGhost } from './layout'
import { draggedBy, keyedTo, movedByDays } from './movable-flag'
import type { MeasureText } from './ticks'

const t = (text: string) => Date.parse(text)
const end = (day: string) => t(`${day}T23:59:59Z`)
/** Every character is 6 px wide. */
const six: MeasureText = (text) => text.length * 6
const range = { from: t('2026-10-01T00:00:00Z'), to: t('2026-10-01T00:00:00Z') + 200 * DAY }
/** 5 px per day. */
const box: ChartBox = { range, width: 1000, now: range.from + 50 * DAY, measure: six }

describe('the ghost above a changed segment', () => {
  const was = (from: number | null, to: number | null, difference: string | null = null): GhostSpan => ({
    from,
    to,
    label: 'was supported',
    difference,
  })
  const at = (days: number) => range.from + days * DAY

  test.each([
    ['lies where the segment was', was(at(60), at(160)), { left: 30, width: 50, start: 'sharp', end: 'sharp' }],
    ['is cut where it goes on outside', was(at(-9), at(300)), { left: 0, width: 100, start: 'cut', end: 'cut' }],
    ['fades where nobody set a date', was(null, null), { left: 0, width: 100, start: 'faded', end: 'faded' }],
    ['has its label at its beginning', was(at(60), at(160)), { textAt: 6 }],
    ['has its label right of the now line', was(at(49), at(160)), { textAt: 13 }],
    ['is silent where its label does not fit', was(at(60), at(70)), { textAt: null }],
    ['says right of its end by how much it moved', was(at(60), at(120), '30 days earlier'), { differenceAt: 608 }],
    ['says nothing of an end that nobody set', was(at(60), null, 'now expires'), { differenceAt: null }],
    ['says nothing where the chart ends', was(at(60), at(199), '30 days earlier'), { differenceAt: null }],
    ['says nothing across the now line', was(at(-9), at(45), '30 days later'), { differenceAt: null }],
  ] as const)('%s', (_, span, expected) => {
    expect(placedGhost(span, box)).toMatchObject(expected)
  })

  test.each([
    ['before', was(at(-30), at(0))],
    ['after', was(at(200), at(300))],
    ['of no length', was(at(60), at(60))],
  ])('is not drawn outside the chart: %s', (_, span) => {
    expect(placedGhost(span, box)).toBeNull()
  })
})

describe('how an expiry moved', () => {
  test.each([
    ['earlier', end('2027-03-02'), end('2027-01-31'), '30 days earlier'],
    ['later', end('2027-03-02'), end('2027-03-03'), '1 day later'],
    ['within a day', end('2027-03-02'), end('2027-03-02') - 5 * 3_600_000, '5 h earlier'],
    ['not at all', end('2027-03-02'), end('2027-03-02'), null],
    ['it has none any more', end('2027-03-02'), null, 'no longer expires'],
    ['it had none', null, end('2027-03-02'), 'now expires'],
    ['it never had one', null, null, null],
  ])('%s', (_, was, is, text) => {
    expect(movedExpiryText(was, is)).toBe(text)
  })
})

describe('a flag that is moved', () => {
  const start = end('2027-01-31')
  const limits = { from: t('2026-11-21T18:00:00Z'), to: t('2028-01-31T00:00:00Z') }

  test.each([
    ['to the nearest day, at the same time of day', 12, end('2027-02-02')],
    ['not by less than half a day', 2, start],
    ['to earlier', -150, end('2027-01-01')],
    ['not to before its limit: the first whole day after it', -900, end('2026-11-21')],
    ['not to after its limit: the last whole day before it', 90_000, end('2028-01-30')],
  ])('is dragged %s', (_, pixels, expected) => {
    expect(draggedBy(start, pixels, box, limits)).toBe(expected)
  })

  test('stays where it is on a chart without width', () => {
    expect(draggedBy(start, 50, { width: 0, range }, limits)).toBe(start)
  })

  test('is where its date is, when it is drawn again', () => {
    const moved = draggedBy(start, 50, box, limits)
    const by = (placedFlag(moved, '10 Feb', box)?.left ?? 0) - (placedFlag(start, '31 Jan', box)?.left ?? 0)
    expect(by).toBeCloseTo(5, 6)
  })

  test.each([
    ['ArrowRight', false, end('2027-02-01')],
    ['ArrowLeft', false, end('2027-01-30')],
    ['ArrowRight', true, end('2027-02-07')],
    ['PageUp', false, end('2027-03-02')],
    ['PageDown', true, end('2027-01-01')],
    ['Home', false, end('2026-11-21')],
    ['End', false, end('2028-01-30')],
    ['ArrowDown', false, null],
    ['Enter', false, null],
  ])('by the key %s (shift: %s)', (key, isShift, expected) => {
    expect(keyedTo(start, key, isShift, limits)).toBe(expected)
  })

  test('that lies beyond its limits may come back, but goes no further out', () => {
    const past = end('2026-11-01')
    expect(movedByDays(past, -5, limits)).toBe(past)
    expect(movedByDays(past, 3, limits)).toBe(end('2026-11-04'))
  })
})
