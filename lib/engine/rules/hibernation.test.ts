import { describe, expect, test } from 'vitest'
import { lineOf } from '@/lib/engine/refusal'
import { formatInstant, parseInstant } from '@/lib/engine/time'
import { nextTime, parseCron } from './cron'
import { areSameResources, hibernationScheduleErrors, isInHibernation, isToSleep, isWakingUp } from './hibernation'
import { zoneNamed } from './time-zone'

describe('the two halves of hibernation', () => {
  test.each([
    ['awake', { hibernated: false }, { isToSleep: false, isInHibernation: false, isWakingUp: false }],
    ['falling asleep', { hibernated: true }, { isToSleep: true, isInHibernation: true, isWakingUp: false }],
    [
      'asleep',
      { hibernated: true, asleep: true as const },
      { isToSleep: true, isInHibernation: true, isWakingUp: false },
    ],
    [
      'waking up',
      { hibernated: false, asleep: true as const },
      { isToSleep: false, isInHibernation: true, isWakingUp: true },
    ],
  ])('%s', (_, shoot, expected) => {
    expect({
      isToSleep: isToSleep(shoot),
      isInHibernation: isInHibernation(shoot),
      isWakingUp: isWakingUp(shoot),
    }).toEqual(expected)
  })
})

describe('the resources that are encrypted', () => {
  test.each([
    ['in any order', ['configmaps', 'secrets'], ['secrets', 'configmaps'], true],
    ['a dot behind the core group counts for nothing', ['configmaps.'], ['configmaps'], true],
    ['none is none', [], [], true],
    ['one more', ['configmaps'], [], false],
  ])('%s', (_, some, others, same) => {
    expect(areSameResources(some, others)).toBe(same)
  })
})

describe('schedules that every write refuses', () => {
  test.each([
    ['a good one', [{ start: '0 20 * * *', end: '0 6 * * 1-5', location: 'Europe/Berlin' }], []],
    ['a descriptor', [{ start: '@daily' }], []],
    [
      'a field too few',
      [{ start: '0 20 * *' }],
      [
        'spec.hibernation.schedules[0].start: Invalid value: "0 20 * *": not a valid cron spec: Expected exactly 5 fields, found 4: 0 20 * *',
      ],
    ],
    [
      'an hour that no day has',
      [{ end: '0 24 * * *' }],
      [
        'spec.hibernation.schedules[0].end: Invalid value: "0 24 * * *": not a valid cron spec: End of range (24) above maximum (23): 24',
      ],
    ],
    [
      'a cron text twice, wherever',
      [{ start: '0 20 * * *' }, { end: '0 20 * * *' }],
      ['spec.hibernation.schedules[1].end: Duplicate value: "0 20 * * *"'],
    ],
    [
      'neither start nor end',
      [{ location: 'UTC' }],
      ['spec.hibernation.schedules[0].start/end: Required value: either start or end has to be provided'],
    ],
    [
      'a zone that nobody knows',
      [{ start: '0 20 * * *', location: 'Europe/Bonn' }],
      [
        'spec.hibernation.schedules[0].location: Invalid value: "Europe/Bonn": not a valid location: unknown time zone Europe/Bonn',
      ],
    ],
    [
      'a zone in another case',
      [{ start: '0 20 * * *', location: 'europe/berlin' }],
      [
        'spec.hibernation.schedules[0].location: Invalid value: "europe/berlin": not a valid location: unknown time zone europe/berlin',
      ],
    ],
  ])('%s', (_, schedules, errors) => {
    expect(hibernationScheduleErrors(schedules).map(lineOf)).toEqual(errors)
  })
})

describe('the next time of a cron text', () => {
  test.each([
    ['every evening', '0 20 * * *', 'UTC', '2026-11-26T08:00:00Z', '2026-11-26T20:00:00Z'],
    ['not the same instant', '0 20 * * *', 'UTC', '2026-11-26T20:00:00Z', '2026-11-27T20:00:00Z'],
    ['on weekdays', '0 20 * * 1-5', 'UTC', '2026-11-27T20:00:00Z', '2026-11-30T20:00:00Z'],
    ['by names', '0 20 * * MON', 'UTC', '2026-11-26T08:00:00Z', '2026-11-30T20:00:00Z'],
    ['a day of the month or a weekday', '0 0 13 * 5', 'UTC', '2026-11-07T00:00:00Z', '2026-11-13T00:00:00Z'],
    ['a star with a step still is a star', '0 0 */2 * 0', 'UTC', '2026-11-26T08:00:00Z', '2026-11-29T00:00:00Z'],
    ['never, on 30 February', '0 0 30 2 *', 'UTC', '2026-11-26T08:00:00Z', null],
    ['every so long', '@every 90m', 'UTC', '2026-11-26T08:00:00Z', '2026-11-26T09:30:00Z'],
    ['by the clock of a place', '0 18 * * *', 'Europe/Berlin', '2026-11-26T08:00:00Z', '2026-11-26T17:00:00Z'],
    ['in a zone of half an hour', '0 3 * * *', 'Asia/Kolkata', '2026-11-26T08:00:00Z', '2026-11-26T21:30:00Z'],
    ['an hour that a clock leaves out', '30 2 * * *', 'Europe/Berlin', '2026-03-28T12:00:00Z', '2026-03-30T00:30:00Z'],
    ['the first of two', '30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00:00Z', '2026-10-25T00:30:00Z'],
    ['the second of two', '30 2 * * *', 'Europe/Berlin', '2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'],
  ])('%s', (_, text, zone, after, next) => {
    const read = parseCron(text)
    const found =
      read.kind === 'cron' ? nextTime(read.cron, zoneNamed(zone) ?? never(), parseInstant(after) ?? never()) : null
    expect(found === null || found === Number.POSITIVE_INFINITY ? null : formatInstant(found)).toBe(next)
  })
})

function never(): never {
  throw new Error('cannot be read')
}
