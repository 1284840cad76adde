import { expect, test } from 'vitest'
import { firstAt, isZone, offsetMinutes, wallTime } from './zone'

const iso = (instant: number) => new Date(instant).toISOString().replace('.000Z', 'Z')
const utc = (text: string) => Date.parse(`${text}Z`)

test.each([
  ['UTC', '2026-07-01T12:00:00', 0],
  ['Europe/Berlin', '2026-07-01T12:00:00', 120],
  ['Europe/Berlin', '2026-12-01T12:00:00', 60],
  ['Asia/Kolkata', '2026-12-01T12:00:00', 330],
  ['Asia/Kathmandu', '2026-12-01T12:00:00', 345],
  ['America/St_Johns', '2026-12-01T12:00:00', -210],
  ['+01:00', '2026-07-01T12:00:00', 60],
  ['-0330', '2026-07-01T12:00:00', -210],
  ['Mars/Olympus', '2026-07-01T12:00:00', 0],
])('the clock of %s at %s is %i minutes ahead', (zone, at, minutes) => {
  expect(offsetMinutes(zone, utc(at))).toBe(minutes)
  expect(wallTime(zone, utc(at))).toBe(utc(at) + minutes * 60_000)
})

test.each([
  ['an hour that comes twice is the first', 'Europe/Berlin', '2026-10-25T02:30:00', '2026-10-25T00:30:00Z'],
  ['an hour that is skipped is the one after', 'Europe/Berlin', '2026-03-29T02:30:00', '2026-03-29T01:30:00Z'],
  ['a midnight that is skipped is one o’clock', 'Africa/Cairo', '2026-04-24T00:00:00', '2026-04-23T22:00:00Z'],
  ['any other is itself', 'Europe/Berlin', '2026-12-01T00:00:00', '2026-11-30T23:00:00Z'],
])('%s', (_, zone, wall, instant) => {
  expect(iso(firstAt(zone, utc(wall)))).toBe(instant)
})

test('a zone is one by its name only, in any spelling that the platform knows', () => {
  expect(['UTC', 'Europe/Berlin', 'europe/berlin', 'Etc/GMT+1'].filter((name) => !isZone(name))).toEqual([])
  expect(['', 'Mars/Olympus', '+01:00', 'Europe/Berlin; x', undefined].filter(isZone)).toEqual([])
})
