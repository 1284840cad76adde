import { describe, expect, test } from 'vitest'
import {
  agoText,
  countOf,
  countText,
  dateTimeFieldText,
  dayText,
  fromWall,
  fullText,
  isoDay,
  isTonight,
  listedTime,
  momentText,
  monthText,
  relativeText,
  type SpanStyle,
} from './time-text'

const NOW = '2026-11-21T19:00:00+01:00'

test.each([
  ['over', '2026-11-21T18:59:00+01:00', 'now'],
  ['under three hours', '2026-11-21T21:20:00+01:00', 'in 2 h 20 min'],
  ['a minute before 36 hours', '2026-11-23T06:59:00+01:00', 'in 35 h 59 min'],
  ['36 hours', '2026-11-23T07:00:00+01:00', '23 Nov'],
  ['of another year', '2027-01-02T07:00:00+01:00', '2 Jan 2027'],
])('in a list, %s: one time, never two', (_, at, text) => {
  expect(listedTime(at, 'Europe/Berlin', NOW)).toBe(text)
})

describe('relative times', () => {
  const cases: readonly (readonly [string, string, SpanStyle, string])[] = [
    ['less than a minute ahead', '2026-11-21T19:00:59+01:00', 'exact', 'now'],
    ['one minute ahead', '2026-11-21T19:01:00+01:00', 'exact', 'in 1 min'],
    ['59 minutes ahead', '2026-11-21T19:59:59+01:00', 'exact', 'in 59 min'],
    ['exactly one hour ahead', '2026-11-21T20:00:00+01:00', 'exact', 'in 1 h'],
    ['under three hours with minutes', '2026-11-21T21:20:00+01:00', 'exact', 'in 2 h 20 min'],
    ['under three hours in a dense row', '2026-11-21T20:52:00+01:00', 'short', 'in 1 h 52 min'],
    ['under three days in a dense row', '2026-11-23T17:20:00+01:00', 'short', 'in 1 d 22 h'],
    ['from three hours on no minutes', '2026-11-21T22:20:00+01:00', 'exact', 'in 3 h'],
    ['one second short of a day', '2026-11-22T18:59:59+01:00', 'exact', 'in 23 h'],
    ['exactly one day', '2026-11-22T19:00:00+01:00', 'exact', 'in 1 d'],
    ['24 days and 3 hours as a countdown', '2026-12-15T22:00:00+01:00', 'exact', 'in 24 d 3 h'],
    ['24 days and 3 hours in a headline', '2026-12-15T22:00:00+01:00', 'long', 'in 24 days 3 h'],
    ['24 days and 3 hours in a dense row', '2026-12-15T22:00:00+01:00', 'short', 'in 24 d'],
    ['24 days and 3 hours in prose', '2026-12-15T22:00:00+01:00', 'prose', 'in 24 days'],
    ['one day in prose is singular', '2026-11-22T20:00:00+01:00', 'prose', 'in 1 day'],
    ['from 30 days on no hours', '2026-12-21T22:00:00+01:00', 'exact', 'in 30 d'],
    ['52 days', '2027-01-12T23:00:00+01:00', 'exact', 'in 52 d'],
    ['60 days in prose', '2027-01-20T19:00:00+01:00', 'prose', 'in 60 days'],
    ['one second short of five days in prose', '2026-11-26T18:59:59+01:00', 'prose', 'in 4 days'],
    ['999 days', '2029-08-16T19:00:00+01:00', 'prose', 'in 999 days'],
    ['beyond in years', '2029-08-17T19:00:00+01:00', 'prose', 'in 2.7 years'],
    ['beyond in years in a dense row', '2030-11-21T20:00:00+01:00', 'short', 'in 4 y'],
    ['three hours back', '2026-11-21T16:00:00+01:00', 'exact', '3 h ago'],
    ['81 days back in prose', '2026-09-01T12:00:00+02:00', 'prose', '81 days ago'],
  ]
  test.each(cases)('%s', (_, time, style, text) => {
    expect(relativeText(time, NOW, style)).toBe(text)
  })

  test('every style counts the same days of the same instant', () => {
    const now = Date.parse(NOW)
    for (let hours = 24; hours < 90 * 24; hours += 5) {
      const days = (['long', 'exact', 'short', 'prose'] as const).map((style) =>
        Number(/\d+/.exec(relativeText(now + hours * 3_600_000, now, style))?.[0]),
      )
      expect(new Set(days), `${hours} h ahead`).toEqual(new Set([Math.floor(hours / 24)]))
    }
  })

  test.each([
    ['2026-11-21T18:59:57+01:00', 'just now'],
    ['2026-11-21T18:59:20+01:00', '40 s ago'],
    ['2026-11-21T18:41:00+01:00', '19 min ago'],
    ['2026-11-21T15:41:00+01:00', '3 h ago'],
    ['2026-11-21T19:00:30+01:00', 'just now'],
  ])('what was read at %s was read %s', (time, text) => {
    expect(agoText(time, NOW)).toBe(text)
  })
})

describe('absolute times', () => {
  test.each([
    ['this year has no year', '2026-12-15T21:00:00Z', '+01:00', 'Tue 15 Dec 22:00'],
    ['another year is printed', '2027-06-30T12:00:00Z', '+02:00', 'Wed 30 Jun 2027 14:00'],
    ['the year is that of the zone', '2026-12-31T23:30:00Z', '+01:00', 'Fri 1 Jan 2027 00:30'],
    ['a half hour west', '2026-11-21T18:00:00Z', '-03:30', 'Sat 21 Nov 14:30'],
    ['a name follows summer time', '2026-07-01T12:00:00Z', 'Europe/Berlin', 'Wed 1 Jul 14:00'],
    ['and winter time', '2026-12-01T12:00:00Z', 'Europe/Berlin', 'Tue 1 Dec 13:00'],
    ['an unknown name counts as UTC', '2026-12-01T12:00:00Z', 'Mars/Olympus', 'Tue 1 Dec 12:00'],
  ])('%s', (_, time, zone, text) => {
    expect(momentText(time, zone, NOW)).toBe(text)
  })

  test('a complete time has year and offset', () => {
    expect(fullText(NOW, 'Europe/Berlin')).toBe('Sat 21 Nov 2026, 19:00 +01:00')
    expect(fullText(NOW, 'UTC')).toBe('Sat 21 Nov 2026, 18:00 +00:00')
    expect(fullText(NOW, 'America/St_Johns')).toBe('Sat 21 Nov 2026, 14:30 −03:30')
  })

  test('days, with and without year and weekday', () => {
    expect(dayText('2026-12-15T21:00:00Z', '+01:00')).toBe('15 Dec 2026')
    expect(dayText('2026-12-15T21:00:00Z', '+01:00', { now: NOW })).toBe('15 Dec')
    expect(isoDay('2026-12-15T23:30:00Z', '+01:00')).toBe('2026-12-16')
    expect(monthText('2027-01-15T00:00:00Z')).toBe('Jan 2027')
    expect(monthText('2026-12-15T00:00:00Z')).toBe('Dec')
  })
})

describe('tonight', () => {
  test.each([
    ['in the evening, this evening is tonight', '2026-11-21T19:00:00+01:00', '2026-11-21T22:00:00+01:00', true],
    ['in the evening, after midnight is tonight', '2026-11-21T19:00:00+01:00', '2026-11-22T02:00:00+01:00', true],
    ['six in the morning is not', '2026-11-21T19:00:00+01:00', '2026-11-22T06:00:00+01:00', false],
    ['the next evening is not', '2026-11-21T19:00:00+01:00', '2026-11-22T22:00:00+01:00', false],
    ['by day, the coming evening is tonight', '2026-11-21T10:00:00+01:00', '2026-11-21T22:00:00+01:00', true],
    ['by day, this afternoon is not', '2026-11-21T10:00:00+01:00', '2026-11-21T15:00:00+01:00', false],
    ['after midnight, the rest of the night is', '2026-11-22T01:00:00+01:00', '2026-11-22T05:00:00+01:00', true],
    ['after midnight, the next evening is not', '2026-11-22T01:00:00+01:00', '2026-11-22T22:00:00+01:00', false],
    ['what is over is not', '2026-11-21T23:00:00+01:00', '2026-11-21T22:00:00+01:00', false],
  ])('%s', (_, now, time, expected) => {
    expect(isTonight(time, '+01:00', now)).toBe(expected)
  })
})

test('figures', () => {
  expect([0, 999, 1248, 1234567, -42].map(countText)).toEqual(['0', '999', '1,248', '1,234,567', '−42'])
  expect(countOf(1, 'cluster')).toBe('1 cluster')
  expect(countOf(1248, 'cluster')).toBe('1,248 clusters')
})

describe('the clock on the wall', () => {
  test.each([
    ['winter', '2026-12-15T22:00', 'Europe/Berlin', '2026-12-15T21:00:00Z'],
    ['summer', '2026-07-15T22:00', 'Europe/Berlin', '2026-07-15T20:00:00Z'],
    ['just after summer time began', '2026-03-29T03:00', 'Europe/Berlin', '2026-03-29T01:00:00Z'],
    ['just before it began', '2026-03-29T01:59', 'Europe/Berlin', '2026-03-29T00:59:00Z'],
    ['an hour that is skipped', '2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30:00Z'],
    ['west of Greenwich', '2026-12-15T22:00', 'America/New_York', '2026-12-16T03:00:00Z'],
  ])('%s', (_, text, zone, instant) => {
    expect(fromWall(text, zone)).toBe(Date.parse(instant))
  })

  test('text and instant are each other’s opposite', () => {
    expect(dateTimeFieldText('2026-12-15T21:00:00Z', 'Europe/Berlin')).toBe('2026-12-15T22:00')
    expect(fromWall('no time', 'UTC')).toBeNaN()
  })
})
