import { describe, expect, test } from 'vitest'
import { dayMoved, dayWords, instantOfWall, readClock, readDay, wallMoment } from './day-input'

test.each([
  ['3 Jan 2027', '2027-01-03'],
  ['Sun 3 Jan 2027', '2027-01-03'],
  ['3. January 2027', '2027-01-03'],
  ['  2027-01-03 ', '2027-01-03'],
  ['2027-1-3', '2027-01-03'],
  ['29 Feb 2028', '2028-02-29'],
  ['29 Feb 2027', null],
  ['31 Apr 2027', null],
  ['3 Jan 27', null],
  ['3 Jan 2300', null],
  ['01/03/2027', null],
  ['soon', null],
  ['', null],
])('the day that %j means is %s', (text, day) => {
  expect(readDay(text)).toBe(day)
})

test('a day is written as everywhere, and what is written is read back', () => {
  expect(dayWords('2027-01-03')).toBe('3 Jan 2027')
  expect(dayWords('')).toBe('')
  for (let day = '2027-01-01'; day < '2028-03-01'; day = dayMoved(day, 1)) expect(readDay(dayWords(day))).toBe(day)
})

test.each([
  ['23:59:59', '23:59:59'],
  ['7:05', '07:05:00'],
  ['24:00', null],
  ['12:60', null],
  ['noon', null],
])('the time that %j means is %s', (text, clock) => {
  expect(readClock(text)).toBe(clock)
})

describe.each(['UTC', 'Europe/Berlin', 'America/Los_Angeles', 'Asia/Kolkata', '-03:30'])('a form in %s', (zone) => {
  test.each([
    '2027-03-22T23:59:00Z',
    '2027-03-22T23:59:59Z',
    '2027-03-22T00:00:00Z',
    '2026-10-25T00:30:00Z', // the first of two equal hours in Berlin
    '2026-10-25T01:30:00Z',
    '2026-11-01T08:30:00Z', // the same in Los Angeles
    '2027-03-28T01:30:00Z', // right after the skipped hour
    '2027-01-01T12:00:00.250Z',
  ])('leaves %s where it is when nothing is changed', (text) => {
    const at = Date.parse(text)
    expect(instantOfWall(wallMoment(at, zone), zone, at)).toBe(at)
  })

  test('another day keeps the time on the clock', () => {
    const at = Date.parse('2027-03-22T11:59:59Z')
    const { day, clock } = wallMoment(at, zone)
    const moved = instantOfWall({ day: dayMoved(day, 30), clock }, zone, at)
    expect(wallMoment(moved, zone)).toEqual({ day: dayMoved(day, 30), clock })
  })
})
