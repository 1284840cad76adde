import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatInstant, parseInstant, secondOfDay, startOfDay } from '@/lib/engine/time'

const read: [sentence: string, text: string, iso: string | null][] = [
  ['UTC', '2026-01-31T12:00:00Z', '2026-01-31T12:00:00.000Z'],
  ['an offset ahead of UTC', '2026-06-01T00:30:00+02:00', '2026-05-31T22:30:00.000Z'],
  ['an offset behind UTC', '2026-12-31T23:00:00-05:30', '2027-01-01T04:30:00.000Z'],
  ['milliseconds', '2026-06-01T00:00:00.25Z', '2026-06-01T00:00:00.250Z'],
  ['a nanosecond, rounded up so that it is not lost', '2026-06-01T00:00:00.000000001Z', '2026-06-01T00:00:00.001Z'],
  ['a fraction just below the next second, kept below it', '2026-06-01T00:00:00.9999Z', '2026-06-01T00:00:00.999Z'],
  ['a fraction of zeros', '2026-06-01T00:00:00.000Z', '2026-06-01T00:00:00.000Z'],
  ['29 February of a leap year', '2028-02-29T00:00:00Z', '2028-02-29T00:00:00.000Z'],
  ['29 February of a year divisible by 400', '2000-02-29T00:00:00Z', '2000-02-29T00:00:00.000Z'],
  ['no 29 February of a common year', '2026-02-29T00:00:00Z', null],
  ['no 29 February of a year divisible by 100', '2100-02-29T00:00:00Z', null],
  ['a year below 100', '0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
  ['no 31 April', '2026-04-31T00:00:00Z', null],
  ['no leap second', '2026-06-30T23:59:60Z', null],
  ['no hour 24', '2026-06-30T24:00:00Z', null],
  ['no time without an offset', '2026-06-30T12:00:00', null],
  ['no date alone', '2026-06-30', null],
  ['no text around it', ' 2026-06-30T12:00:00Z', null],
  ['nothing', '', null],
]

describe('parseInstant reads', () => {
  test.each(read)('%s: %s', (_, text, iso) => {
    const at = parseInstant(text)
    expect(at === null ? null : new Date(at).toISOString()).toBe(iso)
  })
})

test('what is written is read again', () => {
  const instants = fc.date({
    min: new Date('0000-01-01T00:00:00Z'),
    max: new Date('9999-12-31T23:59:59Z'),
    noInvalidDate: true,
  })
  fc.assert(fc.property(instants, (date) => parseInstant(formatInstant(date.getTime())) === date.getTime()))
})

test('whole seconds are written without a fraction', () => {
  expect(formatInstant(Date.UTC(2026, 0, 1))).toBe('2026-01-01T00:00:00Z')
  expect(formatInstant(Date.UTC(2026, 0, 1, 0, 0, 0, 5))).toBe('2026-01-01T00:00:00.005Z')
})

test('days and their seconds are those of UTC, before 1970 as well', () => {
  const at = Date.UTC(1969, 11, 31, 23, 59, 59, 999)
  expect(startOfDay(at)).toBe(Date.UTC(1969, 11, 31))
  expect(secondOfDay(at)).toBe(86_399)
})
