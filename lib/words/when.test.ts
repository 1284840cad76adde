import { expect, test } from 'vitest'
import { windowFrom } from '@/components/outlook/testdata/answers'
import { beginForYou, beginText, clockOrAnyTime, forYou, inTime, ownWindow, shareOf90Days, windowWords } from './when'

const NOW = '2026-11-21T18:00:00Z'

const now = Date.parse(NOW)

test.each([
  ['2026-11-21T21:00:00Z', 'in 3 h', 'tonight 22:00–23:00 +01:00'],
  // Sun 22 Nov 01:00 at the cluster: another day, so it is counted in hours.
  ['2026-11-22T00:00:00Z', 'in 6 h', 'Sun 22 Nov 01:00–02:00 +01:00'],
  ['2026-12-15T21:00:00Z', 'in 24 d 3 h', 'Tue 15 Dec 22:00–23:00 +01:00'],
  ['2027-01-12T21:00:00Z', 'in 52 d', 'Tue 12 Jan 2027 22:00–23:00 +01:00'],
  ['2026-11-21T17:30:00Z', 'open now', 'Sat 21 Nov 18:30–19:30 +01:00'],
  ['2026-11-21T17:00:00Z', 'over', 'Sat 21 Nov 18:00–19:00 +01:00'],
])('a window from %s counts down as "%s" and reads "%s"', (begin, left, words) => {
  const window = windowFrom(begin)
  expect(inTime(window, now)).toBe(left)
  expect(windowWords(window, now)).toBe(words)
})

test('the begin alone, where the offset stands in the head of the column', () => {
  expect(beginText(windowFrom('2026-11-21T21:00:00Z'), now)).toBe('Sat 21 Nov 22:00')
  expect(beginText(windowFrom('2026-12-15T21:00:00Z'), now)).toBe('Tue 15 Dec 22:00')
})

test('the viewer’s own time is said only where the clock shows another one', () => {
  const window = windowFrom('2026-11-21T20:00:00Z', 90)
  expect(forYou(window, now, 'Asia/Kolkata')).toBe('Sun 22 Nov 01:30–03:00 for you')
  expect(beginForYou(window, now, 'Asia/Kolkata')).toBe('Sun 22 Nov 01:30 for you')
  expect(forYou(window, now, 'Europe/Berlin')).toBeNull()
  // The window's offset does not follow summer time, the viewer's zone does.
  expect(forYou(windowFrom('2026-06-30T21:00:00Z'), now, 'Europe/Berlin')).toBe('23:00–00:00 for you')
})

test.each([
  ['2026-11-21T18:00:00Z', 0],
  ['2027-01-05T18:00:00Z', 50],
  ['2027-12-01T18:00:00Z', 100],
])('the bar of 90 days for %s is at %i percent', (begin, share) => {
  expect(shareOf90Days(windowFrom(begin), now)).toBe(share)
})

test('a window of any time has no begin on the clock of the viewer', () => {
  const window = { ...windowFrom('2026-11-22T00:00:00Z'), latestStart: '2026-11-22T23:45:00Z' }
  expect(beginForYou(window, now, 'Asia/Kolkata')).toBeNull()
})

test('a window has a day, a begin, an end and its own offset', () => {
  const begin = '2026-12-15T21:00:00Z'
  expect(ownWindow(windowFrom(begin), NOW)).toBe('Tue 15 Dec 22:00–23:00 +01:00')
  expect(ownWindow(windowFrom(begin, 60, '+05:30'), NOW)).toBe('Wed 16 Dec 02:30–03:30 +05:30')
  expect(clockOrAnyTime(windowFrom(begin), '+01:00')).toBe('22:00–23:00')
  const day = windowFrom('2026-12-15T00:00:00Z', 24 * 60)
  expect(ownWindow(day, NOW)).toBe('Tue 15 Dec at any time of the day')
  expect(clockOrAnyTime(day, '+01:00')).toBe('any time')
})
