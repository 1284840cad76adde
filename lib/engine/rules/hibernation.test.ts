import { describe, expect, test } from 'vitest'
import { forecast } from '@/lib/engine/course/forecast'
import { lineOf } from '@/lib/engine/refusal'
import { instant, profile, shoot } from '@/lib/engine/testdata/builders'
import { memoized } from '@/lib/engine/testdata/memoized'
import { DAY, formatInstant, parseInstant } from '@/lib/engine/time'
import type { Shoot } from '@/lib/engine/types'
import { nextTime, parseCron, zoneNamed } from './cron'
import {
  areSameResources,
  hibernationScheduleErrors,
  isAsleepInNextWindow,
  isInHibernation,
  isToSleep,
  sleepKey,
  sleepOf,
  sleptOn,
} from './hibernation'

describe('the two halves of hibernation', () => {
  test.each([
    ['awake', { hibernated: false }, { isToSleep: false, isInHibernation: false }],
    ['falling asleep', { hibernated: true }, { isToSleep: true, isInHibernation: true }],
    ['asleep', { hibernated: true, asleep: true as const }, { isToSleep: true, isInHibernation: true }],
    ['waking up', { hibernated: false, asleep: true as const }, { isToSleep: false, isInHibernation: true }],
  ])('%s', (_, shoot, expected) => {
    expect({
      isToSleep: isToSleep(shoot),
      isInHibernation: isInHibernation(shoot),
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
    ...(
      [
        ['1-2-x * * * *', 'Too many hyphens: 1-2-x'],
        ['x-1-2 * * * *', 'Failed to parse int from x: strconv.Atoi: parsing "x": invalid syntax'],
        ['@every 5', 'Failed to parse duration @every 5: time: missing unit in duration "5"'],
        ['@every 5y', 'Failed to parse duration @every 5y: time: unknown unit "y" in duration "5y"'],
        ['@every x', 'Failed to parse duration @every x: time: invalid duration "x"'],
        ['@never', 'Unrecognized descriptor: @never'],
      ] as const
    ).map(([start, error]): [string, { start: string }[], string[]] => [
      `in the words of the cron library: ${start}`,
      [{ start }],
      [`spec.hibernation.schedules[0].start: Invalid value: "${start}": not a valid cron spec: ${error}`],
    ]),
    [
      'a zone that is a path',
      [{ start: '0 20 * * *', location: '../Europe/Bonn' }],
      [
        'spec.hibernation.schedules[0].location: Invalid value: "../Europe/Bonn": not a valid location: time: invalid location name',
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
    ...['europe/berlin', 'Europe/BERLIN', 'asia/calcutta', 'PST', 'CST', '+01:00'].map(
      (location): [string, { start: string; location: string }[], string[]] => [
        `a zone that is none there: ${location}`,
        [{ start: '0 20 * * *', location }],
        [
          `spec.hibernation.schedules[0].location: Invalid value: "${location}": not a valid location: unknown time zone ${location}`,
        ],
      ],
    ),
    ...['Asia/Calcutta', 'US/East-Indiana', 'EST5EDT', 'GB-Eire', 'Japan', 'W-SU', 'GMT+0', 'HST', 'Etc/GMT+5'].map(
      (location): [string, { start: string; location: string }[], string[]] => [
        `not a zone of old: ${location}`,
        [{ start: '0 20 * * *', location }],
        [],
      ],
    ),
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
    [
      'after a midnight left out',
      '35 14 */11 * 1-6',
      'America/Santiago',
      '2026-09-05T09:43:30Z',
      '2026-09-23T17:35:00Z',
    ],
    ['never the first after one', '39 12 * * 3', 'Atlantic/Azores', '2026-03-28T17:34:20Z', '2026-04-08T12:39:00Z'],
    ['half an hour back', '0 17 * * *', 'Australia/Lord_Howe', '2026-04-04T11:56:19Z', '2026-04-06T06:30:00Z'],
    ['by the next line of old', '0\u008520 * * *', 'UTC', '2026-11-26T08:00:00Z', '2026-11-26T20:00:00Z'],
    ['not by the mark of a byte order', '0\ufeff20 * * * *', 'UTC', '2026-11-26T08:00:00Z', null],
  ])('%s', (_, text, zone, after, next) => {
    const read = parseCron(text)
    const found =
      read.kind === 'cron' ? nextTime(read.cron, zoneNamed(zone) ?? never(), parseInstant(after) ?? never()) : null
    expect(found === null || found === Number.POSITIVE_INFINITY ? null : formatInstant(found)).toBe(next)
  })
})

describe('when a shoot is asleep, at an instant after 26 November 2026, 08:00 UTC', () => {
  const from = instant('2026-11-26T08:00:00Z')
  const nightly = [{ start: '0 18 * * *', end: '0 6 * * *' }]
  const weekend = [{ start: '0 18 * * 5', end: '0 7 * * 1', location: 'Europe/Berlin' }]
  test.each([
    ['never without schedules', shoot('1.34.1'), '2026-12-01T00:00:00Z', null, null],
    ['always where it is hibernated', shoot('1.34.1', [], { hibernated: true }), '2026-12-01T00:00:00Z', true, null],
    [
      'as it is before its schedules act',
      sleeper(false, nightly),
      '2026-11-26T17:59:59Z',
      false,
      '2026-11-27T06:00:00Z',
    ],
    ['from the very second on', sleeper(false, nightly), '2026-11-26T18:00:00Z', true, '2026-11-27T06:00:00Z'],
    ['until the very second', sleeper(false, nightly), '2026-11-27T06:00:00Z', false, '2026-11-28T06:00:00Z'],
    [
      'put to sleep by hand, until it wakes',
      sleeper(true, nightly),
      '2026-11-26T12:00:00Z',
      true,
      '2026-11-27T06:00:00Z',
    ],
    ['awake on a weekday', sleeper(false, weekend), '2026-11-27T16:59:59Z', false, '2026-11-30T06:00:00Z'],
    ['asleep from Friday on', sleeper(false, weekend), '2026-11-28T12:00:00Z', true, '2026-11-30T06:00:00Z'],
    ['months later', sleeper(false, weekend), '2027-07-31T12:00:00Z', true, '2027-08-02T05:00:00Z'],
    [
      'at one time by the first',
      sleeper(false, [{ start: '0 18 * * *', end: '0 18 * * 1-5' }]),
      '2026-11-26T18:00:00Z',
      true,
      '2026-11-27T18:00:00Z',
    ],
    [
      'by schedules that cannot be read: as it is',
      sleeper(false, [{ start: 'never' }]),
      '2026-12-01T00:00:00Z',
      null,
      null,
    ],
  ])('%s', (_, subject, at, isAsleep, wakes) => {
    const sleep = sleepOf(subject, from)
    expect(sleep === null ? null : sleep.isAsleepAt(instant(at))).toBe(isAsleep)
    const woken = sleep?.wakesAfter(instant(at)) ?? null
    expect(woken === null ? null : formatInstant(woken)).toBe(wakes)
    expect(sleptOn(subject, sleep, instant(at)).hibernated).toBe(isAsleep ?? subject.hibernated)
  })
})

test('the rotation of the etcd key waits for the first window in which the shoot is awake', () => {
  // Asleep from Monday to Thursday nights; its last rotation was long ago.
  const subject: Shoot = {
    ...sleeper(false, [{ start: '0 18 * * 1-4', end: '0 6 * * 2-5' }]),
    autoRotation: { etcdEncryptionKey: { rotationPeriod: 7 * DAY, lastCompletionTime: instant('2026-10-01') } },
  }
  const options = { from: instant('2026-11-23T08:00:00Z'), to: instant('2026-12-12T08:00:00Z'), rotations: true }
  const { steps } = forecast(subject, memoized(profile(['1.34.1'])), options)
  expect(steps.map(({ at, operations }) => [formatInstant(at), operations.map(({ name }) => name)])).toEqual([
    ['2026-11-27T22:45:00Z', ['rotate-etcd-encryption-key']],
    ['2026-12-05T22:45:00Z', ['rotate-etcd-encryption-key']],
  ])
})

function sleeper(hibernated: boolean, hibernationSchedules: Shoot['hibernationSchedules']): Shoot {
  return shoot('1.34.1', [], { hibernated, ...(hibernationSchedules && { hibernationSchedules }) })
}

function never(): never {
  throw new Error('cannot be read')
}

describe('whether gardenlet says that the next window may find it asleep', () => {
  // The window of the builders is from 22:00 to 23:00; its last quarter of an hour counts here.
  const NO_WINDOW = { window: undefined } as unknown as Partial<Shoot>
  const sleeps = (start: string) => ({ start })
  const wakes = (end: string) => ({ end })
  test.each<[string, Partial<Shoot>, string, boolean]>([
    ['awake without schedules', {}, '12:00', false],
    ['asleep without schedules', { asleep: true }, '12:00', true],
    ['without a window it does not say so', { asleep: true, ...NO_WINDOW }, '12:00', false],
    ['nor with one that cannot be read', { asleep: true, window: { begin: 'x', end: 'y' } }, '12:00', false],
    ['nor with schedules that cannot be', { asleep: true, hibernationSchedules: [sleeps('x')] }, '12:00', false],
    ['asleep, wakes before it begins', { asleep: true, hibernationSchedules: [wakes('0 21 * * *')] }, '12:00', false],
    ['asleep, wakes as it begins', { asleep: true, hibernationSchedules: [wakes('0 22 * * *')] }, '12:00', false],
    ['asleep, wakes after it begins', { asleep: true, hibernationSchedules: [wakes('1 22 * * *')] }, '12:00', true],
    [
      'asleep, wakes before and sleeps within',
      { asleep: true, hibernationSchedules: [wakes('0 21 * * *'), sleeps('30 22 * * *')] },
      '12:00',
      true,
    ],
    [
      'asleep, wakes before and sleeps at its end',
      { asleep: true, hibernationSchedules: [wakes('0 21 * * *'), sleeps('0 23 * * *')] },
      '12:00',
      false,
    ],
    [
      'asleep, sleeps again before it wakes',
      { asleep: true, hibernationSchedules: [wakes('0 21 * * *'), sleeps('0 20 * * *')] },
      '12:00',
      false,
    ],
    ['awake, sleeps before it', { hibernationSchedules: [sleeps('0 20 * * *')] }, '12:00', true],
    ['awake, sleeps at its end', { hibernationSchedules: [sleeps('0 23 * * *')] }, '12:00', true],
    ['awake, sleeps after it', { hibernationSchedules: [sleeps('1 23 * * *')] }, '12:00', false],
    ['asleep, wakes on no day', { asleep: true, hibernationSchedules: [wakes('0 0 30 2 *')] }, '12:00', false],
    ['awake, sleeps on no day', { hibernationSchedules: [sleeps('0 0 30 2 *')] }, '12:00', true],
    [
      'awake, sleeps before it and wakes before it',
      { hibernationSchedules: [sleeps('0 20 * * *'), wakes('0 21 * * *')] },
      '12:00',
      false,
    ],
    [
      'awake, sleeps before it and wakes as it begins',
      { hibernationSchedules: [sleeps('0 20 * * *'), wakes('0 22 * * *')] },
      '12:00',
      false,
    ],
    [
      'awake, sleeps before it and wakes within',
      { hibernationSchedules: [sleeps('0 20 * * *'), wakes('30 22 * * *')] },
      '12:00',
      true,
    ],
    ['awake, wakes first', { hibernationSchedules: [sleeps('0 20 * * *'), wakes('0 13 * * *')] }, '12:00', true],
    ['awake, never sleeps', { hibernationSchedules: [wakes('0 13 * * *')] }, '12:00', false],
    [
      'within the window the next one counts',
      { asleep: true, hibernationSchedules: [wakes('0 23 * * *')] },
      '22:30',
      false,
    ],
    ['as it begins as well', { asleep: true, hibernationSchedules: [wakes('30 22 * * *')] }, '22:00', false],
    ['a moment before this one', { asleep: true, hibernationSchedules: [wakes('30 22 * * *')] }, '21:59', true],
    [
      'over midnight',
      { window: { begin: '233000+0000', end: '003000+0000' }, hibernationSchedules: [sleeps('10 0 * * *')] },
      '12:00',
      true,
    ],
    [
      'over midnight, after its end',
      { window: { begin: '233000+0000', end: '003000+0000' }, hibernationSchedules: [sleeps('31 0 * * *')] },
      '12:00',
      false,
    ],
  ])('%s', (_, more, time, expected) => {
    expect(isAsleepInNextWindow(shoot('1.33.5', [], more), instant(`2026-11-21T${time}:00Z`))).toBe(expected)
  })
})

test.each<[string, Partial<Shoot>, Partial<Shoot>, boolean]>([
  ['both awake without schedules', {}, {}, true],
  ['one of them asleep', {}, { hibernated: true }, false],
  [
    'with the same schedules',
    { hibernationSchedules: [{ start: '0 20 * * *' }] },
    { hibernationSchedules: [{ start: '0 20 * * *' }] },
    true,
  ],
  [
    'with others',
    { hibernationSchedules: [{ start: '0 20 * * *' }] },
    { hibernationSchedules: [{ start: '0 21 * * *' }] },
    false,
  ],
])('two shoots sleep alike: %s', (_, one, other, expected) => {
  expect(sleepKey(shoot('1.33.5', [], one)) === sleepKey(shoot('1.33.5', [], other))).toBe(expected)
})
