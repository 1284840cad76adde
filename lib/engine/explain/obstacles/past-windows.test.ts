import { describe, expect, test } from 'vitest'
import { forecast } from '@/lib/engine/course/forecast'
import type { MaintenanceRun } from '@/lib/engine/rules'
import { image, imageVersion, instant, profile, shoot, worker } from '@/lib/engine/testdata/builders'
import { memoized } from '@/lib/engine/testdata/memoized'
import { DAY } from '@/lib/engine/time'
import type { ComponentChange, ForecastStep, Shoot } from '@/lib/engine/types'
import { obstacleText } from '@/lib/words/obstacles'
import { deadEndsOf } from './dead-ends'
import { severityOf } from './obstacle'
import { constraintsOf, overdueObstacles } from './obstacles'
import { failingNow, failingSince, failsIn, lastFailed, overdueOf, pastWindowsOf, sameFailure } from './past-windows'

const at = instant('2026-11-21T18:00:00Z')
const window = { begin: '220000+0100', end: '230000+0100' }
/** 1.24 has expired, and nothing leads away from it. */
const gap = profile(['1.24.12 - 2026-11-10', '1.26.9'])
const nogap = profile(['1.24.12 - 2026-11-10', '1.25.10'])
const failed = (time: string): Partial<Shoot> => ({
  lastMaintenance: { state: 'Failed', description: 'Maintenance failed', triggeredTime: instant(time) },
})
const cluster = (more: Partial<Shoot> = {}) => shoot('1.24.12', [], { window, ...more })

const failure = (from: string): ComponentChange => ({
  kind: 'failure',
  component: 'poolImage',
  pool: 'a',
  image: 'i',
  from,
  why: 'expired',
  reason: '',
  error: '',
  misfit: null,
})
const since = (steps: ForecastStep[], change = failure('1.0.0')) => failingSince(steps, sameFailure(change))?.at

describe('since when the control plane has no way on', () => {
  const since = (more: Partial<Shoot>) => {
    const subject = cluster(more)
    const found = pastWindowsOf(
      subject,
      memoized(gap),
      at,
    )((run) => failsIn(run, subject, { component: 'controlPlane', pool: null }))
    return typeof found === 'number' ? new Date(found).toISOString() : found
  }

  test.each<[string, Partial<Shoot>, string | null]>([
    ['the first window after the expiry', {}, '2026-11-10T21:00:00.000Z'],
    ['not known, when it was made after that', { creationTimestamp: instant('2026-11-15T12:00:00Z') }, 'unknown'],
    [
      'not known, when a maintenance succeeded after that',
      { lastMaintenance: { state: 'Succeeded', description: '', triggeredTime: instant('2026-11-18T21:10:00Z') } },
      'unknown',
    ],
    [
      'not at all yet, when it got there in the last window',
      { lastMaintenance: { state: 'Succeeded', description: '', triggeredTime: instant('2026-11-20T21:10:00Z') } },
      null,
    ],
  ])('%s', (_, more, expected) => {
    expect(since(more)).toBe(expected)
  })
})

test('what a window comes to is computed once, however many parts of a cluster are asked about', () => {
  const soSince = pastWindowsOf(cluster(), memoized(gap), at)
  const seen: MaintenanceRun[] = []
  for (let part = 0; part < 20; part++) {
    let windows = 0
    soSince((run) => {
      seen.push(run)
      windows++
      return windows < 10
    })
  }
  expect([seen.length, new Set(seen).size]).toEqual([200, 10])
})

describe('whether maintenance has been failing', () => {
  const failing = (subject: Shoot) =>
    failingNow(subject, memoized(gap), at, forecast(subject, memoized(gap), { from: at, to: at + 30 * DAY }).steps)

  test('it has when the last window’s failed: since when, and in how many nights', () => {
    expect(failing(cluster(failed('2026-11-20T21:12:00Z')))).toEqual({
      since: instant('2026-11-10T21:00:00Z'),
      nights: 11,
      last: instant('2026-11-20T21:12:00Z'),
    })
  })

  test('it has when that of an earlier window failed: since when is not on record', () => {
    const subject = cluster(failed('2026-11-18T21:12:00Z'))
    expect(failing(subject)).toEqual({ since: null, nights: null, last: instant('2026-11-18T21:12:00Z') })
  })

  test.each<[string, Partial<Shoot>]>([
    ['nothing is recorded', {}],
    ['the last failure is later than the instant', failed('2026-11-21T21:12:00Z')],
  ])('it is not known when %s', (_, more) => {
    expect(failing(cluster(more))).toBeNull()
  })

  test('a failure ahead has not begun', () => {
    const later = profile(['1.24.12 - 2026-12-10', '1.26.9'])
    const subject = cluster(failed('2026-11-20T21:12:00Z'))
    expect(
      failingNow(
        subject,
        memoized(later),
        at,
        forecast(subject, memoized(later), { from: at, to: at + 30 * DAY }).steps,
      ),
    ).toBeNull()
  })
})

describe('since when at the latest the last maintenance on record failed', () => {
  test.each<[string, Partial<Shoot>, string | null]>([
    ['in the last window', failed('2026-11-20T21:12:00Z'), '2026-11-20T21:00:00.000Z'],
    ['in the window that is open', failed('2026-11-21T21:02:00Z'), '2026-11-21T21:00:00.000Z'],
    ['in an earlier window', failed('2026-11-18T21:12:00Z'), '2026-11-18T21:00:00.000Z'],
    ['before all windows that are looked back at', failed('2024-11-18T21:12:00Z'), '2025-11-20T21:00:00.000Z'],
    ['not, where nothing is recorded', {}, null],
    ['not yet', failed('2026-11-21T21:12:00Z'), null],
  ])('%s', (_, more, expected) => {
    const begin = lastFailed(cluster(more), instant('2026-11-21T21:10:00Z'))
    expect(begin === null ? null : new Date(begin).toISOString()).toBe(expected)
  })
})

describe('what stays on an expired version', () => {
  const texts = (subject: Shoot, offered = nogap) =>
    overdueObstacles(overdueOf(subject, memoized(offered), at), subject, at).map((found) =>
      obstacleText(found, subject),
    )

  test.each<[string, Shoot, string[]]>([
    [
      'without a maintenance that is recorded',
      cluster(),
      [
        'Kubernetes 1.24.12 expired on 10 Nov 2026. 11 windows have passed since then, and no maintenance is recorded. Almanac does not know why.',
      ],
    ],
    [
      'since the cluster was made, when that was later',
      cluster({ creationTimestamp: instant('2026-11-20T12:00:00Z') }),
      [
        'Kubernetes 1.24.12 expired on 10 Nov 2026, before this cluster was made on 20 Nov 2026. 1 window has passed since then, and no maintenance is recorded. Almanac does not know why.',
      ],
    ],
    [
      'since the last maintenance that is recorded',
      cluster({
        lastMaintenance: { state: 'Succeeded', description: '', triggeredTime: instant('2026-10-21T21:07:00Z') },
      }),
      [
        'Kubernetes 1.24.12 expired on 10 Nov 2026. 11 windows have passed since then, and no maintenance after 21 Oct 2026 is recorded. Almanac does not know why.',
      ],
    ],
    [
      'since the last maintenance that is recorded, though it came after the expiry',
      cluster({
        lastMaintenance: { state: 'Succeeded', description: '', triggeredTime: instant('2026-11-18T21:07:00Z') },
      }),
      [
        'Kubernetes 1.24.12 expired on 10 Nov 2026. The last maintenance on record is of 18 Nov 2026. 2 windows have passed since then. Almanac does not know why.',
      ],
    ],
    [
      'not when the last window brought it there',
      cluster({
        lastMaintenance: { state: 'Succeeded', description: '', triggeredTime: instant('2026-11-20T21:07:00Z') },
      }),
      [],
    ],
    ['not when the last window’s maintenance failed', cluster(failed('2026-11-20T21:07:00Z')), []],
    ['not while it is being deleted', cluster({ deletionTimestamp: at - DAY }), []],
  ])('%s', (_, subject, expected) => {
    expect(texts(subject)).toEqual(expected)
  })

  test('where it would fail, it is not known whether it did', () => {
    expect(texts(cluster(), gap)).toEqual([expect.stringMatching(/Almanac does not know whether they failed\.$/)])
  })

  test('pools on the same image are told together', () => {
    const offered = profile(['1.25.10'], image('linux', 'minor', ['1.0.0 - 2026-11-10', '1.1.0']))
    const subject = shoot('1.25.10', [worker('a linux 1.0.0'), worker('b linux 1.0.0')], { window })
    expect(texts(subject, offered)).toEqual([
      expect.stringMatching(/^linux 1\.0\.0 of pools a and b expired on 10 Nov 2026\./),
    ])
  })

  test('is a warning', () => {
    const found = constraintsOf({ shoot: cluster(), profile: memoized(nogap), at, steps: [] })
    expect(found.map(severityOf)).toEqual(['warning'])
  })
})

describe('what is overdue of a cluster with many pools', () => {
  const VERSIONS = 40

  /** How often it is asked what an image version runs, for so many pools that are alike but for their names. */
  function asked(pools: number): number {
    let count = 0
    const versions = Array.from({ length: VERSIONS }, (_, i) => {
      const version = imageVersion(`1.0.${i} supported ${i === 0 ? '2026-11-10' : ''}`.trim())
      return Object.defineProperty(version, 'cri', {
        get: () => {
          count++
          return [{ name: 'containerd', containerRuntimes: [] }]
        },
      })
    })
    const offered = memoized(profile(['1.33.1'], image('linux', 'patch', versions)))
    const workers = Array.from({ length: pools }, (_, i) => worker(`pool-${i} linux 1.0.0`))
    const subject = shoot('1.33.1', workers, { window })
    expect(overdueOf(subject, offered, at)).toHaveLength(pools)
    expect(deadEndsOf(subject, offered, { from: at, to: at + DAY })).toEqual([])
    return count
  }

  test('looks at the versions of their image once, and at that of each pool', () => {
    const [one, hundred] = [asked(1), asked(100)]
    expect(one).toBeGreaterThanOrEqual(VERSIONS)
    expect(hundred - one).toBeLessThanOrEqual(2 * 99)
  })
})

const update: ComponentChange = {
  ...failure('1.0.0'),
  kind: 'update',
  component: 'controlPlane',
  pool: null,
  to: '2.0.0',
}

/** Only what the functions read. */
const step = (at: number, ...changes: ComponentChange[]) => ({ at, changes }) as unknown as ForecastStep

test.each([
  ['one failing step', [step(1, failure('1.0.0'))], 1],
  [
    'an update on a night between does not end it',
    [step(1, failure('1.0.0')), step(2, update, failure('1.0.0')), step(3, failure('1.0.0'))],
    1,
  ],
  [
    'solved in between: the later one counts',
    [step(1, failure('1.0.0')), step(2, update), step(3, failure('1.0.0'))],
    3,
  ],
  ['it failed from another version before', [step(1, failure('0.9.0')), step(2, failure('1.0.0'))], 2],
  ['solved in the end', [step(1, failure('1.0.0')), step(2, update)], undefined],
  ['nothing ahead', [], undefined],
])('%s', (_, steps, expected) => {
  expect(since(steps)).toBe(expected)
})
