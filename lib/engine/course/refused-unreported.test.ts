import { expect, test } from 'vitest'
import { deadEndsOf } from '@/lib/engine/explain/obstacles'
import {
  auto,
  image,
  imageVersion,
  instant,
  profile,
  shoot,
  unavailableUntil,
  worker,
} from '@/lib/engine/testdata/builders'
import { memoized } from '@/lib/engine/testdata/memoized'
import { DAY } from '@/lib/engine/time'
import { deadEndText } from '@/lib/words/dead-ends'
import { forecast } from './forecast'

/** With nothing to report there is no dry run, so a refusal is only told by an event: what it keeps from happening is known all the same. */

const from = instant('2026-06-01')
const ahead = { from, to: from + 10 * DAY }
const linux = image('linux', 'minor', ['1.0.0'])

test('stored hibernation schedules that validation refuses fail every maintenance, also one that has nothing to do', () => {
  const subject = shoot('1.34.2', [worker('a linux 1.0.0')], {
    hibernationSchedules: [{ start: '0 18 * *' }],
    invalidSchedules: true,
  })
  const offered = memoized(profile(['1.34.2'], linux))
  const { steps } = forecast(subject, offered, ahead)
  expect(steps.map(({ kind, denied, state, repeats, changes }) => ({ kind, denied, state, repeats, changes }))).toEqual(
    [{ kind: 'fails', denied: true, state: null, repeats: 9, changes: [] }],
  )
  expect(steps[0]?.refused.map(({ rule }) => rule)).toEqual(['hibernation-schedule'])
  expect(steps[0]?.failureReason).toBe(
    'Shoot.core.gardener.cloud "shoot" is invalid: spec.hibernation.schedules[0].start: Invalid value: "0 18 * *": not a valid cron spec: Expected exactly 5 fields, found 4: 0 18 * *',
  )
  expect(deadEndsOf(subject, offered, ahead).map((found) => deadEndText(found, subject))).toEqual([
    'From 1 Jun 2026 on the API server refuses the whole maintenance: a hibernation schedule is not valid; mend spec.hibernation.schedules, or every write is refused.',
  ])
})

test('a lost machine type in a profile with capabilities does so too, and is told once', () => {
  const capable = { ...profile(['1.34.2'], linux), machineCapabilities: [{ name: 'architecture', values: ['amd64'] }] }
  const subject = shoot('1.34.2', [worker('a linux 1.0.0', { machineType: 'gone' })])
  const { steps } = forecast(subject, memoized(capable), ahead)
  expect(steps.map(({ kind, denied, repeats }) => ({ kind, denied, repeats }))).toEqual([
    { kind: 'fails', denied: true, repeats: 9 },
  ])
  expect(deadEndsOf(subject, memoized(capable), ahead).map(({ kind, rule }) => [kind, rule])).toEqual([
    ['refused', 'machine-type-gone'],
  ])
})

test('an image that is chosen in silence and refused stays, and what would have become of it is known', () => {
  const later = image('later', 'major', ['1.0.0', imageVersion(unavailableUntil('2.0.0', '2027-01-01'))])
  const subject = shoot('1.34.2', [worker('a later 1.0.0'), worker('b linux 1.0.0', { machineType: 'gone' })], auto)
  const { steps, final } = forecast(subject, memoized(profile(['1.34.2'], linux, later)), ahead)
  expect(
    steps.map(({ kind, denied, changes }) => [kind, denied, changes.map(({ pool, from: was }) => [pool, was])]),
  ).toEqual([['fails', true, [['a', '1.0.0']]]])
  expect(steps[0]?.refused.map(({ rule }) => rule)).toEqual(['image-unavailable'])
  expect(final.workers[0]?.image?.version).toBe('1.0.0')
})
