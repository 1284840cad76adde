import { expect, test } from 'vitest'
import type { ShootRow } from '@/lib/contract/clusters'
import { shootDifferences } from '../outlook/shoot-differences'
import { eventOf, rowOf, windowFrom } from '../outlook/testdata/answers'
import { overviewDifferences } from '../overview/overview'
import { aws, version as offered } from '../profiles/testdata/aws'
import { profileDifferences } from '../timeline/profile-differences'
import { type AnswerDifference, datesDiffer } from './differences'

const ZONE = 'Europe/Berlin'

/** A cluster is forced in the window that begins then. */
const forcedOn = (begin: string) => eventOf({ window: windowFrom(begin), to: '1.33.11' })

/** `1.33.9 expires: 30 Jan 2027, 16 Dec 2026 (45 days earlier for 34 clusters)` */
const line = ({ what, past, today, apart }: AnswerDifference) => `${what}: ${past}, ${today}${apart && ` (${apart})`}`

type Profile = Parameters<typeof profileDifferences>[0]
type Version = Profile['kubernetes'][number]

const version = (version: string, change: Partial<Version> = {}) =>
  offered(version, version.slice(0, 4), '? deprecated -', 0, change)

const profile = (kubernetes: Version[], clusters = 431): Profile => ({
  profile: { ...aws.profile, clusters },
  kubernetes,
  images: [{ name: 'gardenlinux', updateStrategy: 'major', versions: [version('1877.9.0', { stage: 'supported' })] }],
})

test('of a profile: dates that were moved, versions that came and went, how many clusters there are', () => {
  const then = profile([
    version('1.33.9', { expires: '2027-01-30T22:59:59Z', clusters: 34 }),
    version('1.34.6', { expires: '2026-12-08T22:59:59Z', clusters: 41 }),
    version('1.31.12', { stage: 'expired' }),
    version('1.36.2', { stage: 'preview' }),
  ])
  const today = profile(
    [
      version('1.33.9', { expires: '2026-12-16T22:59:59Z', clusters: 30 }),
      version('1.34.6', { expires: '2027-01-21T22:59:59Z', clusters: 41 }),
      version('1.36.2', { stage: 'supported' }),
    ],
    436,
  )
  const found = profileDifferences(then, today, ZONE)
  expect(found.map(line)).toEqual([
    '1.33.9 expires: 30 Jan 2027, 16 Dec 2026 (45 days earlier for 34 clusters)',
    '1.34.6 expires: 8 Dec 2026, 21 Jan 2027 (44 days later for 41 clusters)',
    '1.31.12: listed, expired, not in profile (no cluster runs it)',
    '1.36.2: preview, supported',
    'Clusters: 431, 436 (5 more)',
  ])
  expect(found[0]?.clause).toBe('1.33.9 expires on 30 Jan 2027')
  expect(profileDifferences(then, then, ZONE)).toEqual([])
})

test.each([
  ['a date that is set', null, '2026-12-16T10:00:00Z', 'x: none, 16 Dec 2026'],
  ['a date that is taken away', '2026-12-16T10:00:00Z', null, 'x: 16 Dec 2026, none'],
  ['another hour of the same day is the same', '2026-12-16T10:00:00Z', '2026-12-16T12:00:00Z', null],
  [
    'the end of a day is another day elsewhere',
    '2026-12-15T22:00:00Z',
    '2026-12-15T23:30:00Z',
    'x: 15 Dec 2026, 16 Dec 2026 (1 h 30 min later)',
  ],
])('%s', (_, then, today, expected) => {
  const found = datesDiffer(then, today, { what: 'x', clause: (day) => `${day}`, rank: 0, zone: ZONE, none: 'none' })
  expect(found && line(found)).toBe(expected)
})

const next = forcedOn('2026-12-12T21:00:00Z')
const shoot = (change: Partial<ShootRow> = {}) => ({
  shoot: rowOf({
    kubernetes: { version: '1.32.13', stage: 'deprecated', expires: '2026-12-12T10:00:00Z' },
    pools: [],
    autoUpdate: { kubernetes: true, machineImage: true },
    next,
    nextForced: next,
    ...change,
  }),
})

test('of a cluster: what is ahead of it, what it runs, what its owner wants', () => {
  const later = forcedOn('2027-01-16T21:00:00Z')
  const moved = shoot({
    kubernetes: { version: '1.32.13', stage: 'deprecated', expires: '2027-01-16T10:00:00Z' },
    next: later,
    nextForced: later,
    autoUpdate: { kubernetes: false, machineImage: true },
  })
  const found = shootDifferences(shoot(), moved, ZONE)
  expect(found.map(line)).toEqual([
    'Next forced or failing: forced to 1.33.11 on 12 Dec 2026, forced to 1.33.11 on 16 Jan 2027 (35 days later)',
    'Kubernetes 1.32.13 expires: 12 Dec 2026, 16 Jan 2027 (35 days later)',
    'Auto-update of Kubernetes: on, off',
  ])
  const updated = shoot({
    kubernetes: { version: '1.33.11', stage: 'supported', expires: null },
    next: null,
    nextForced: null,
  })
  expect(shootDifferences(shoot(), updated, ZONE).map(line)).toEqual([
    'Next forced or failing: forced to 1.33.11 on 12 Dec 2026, nothing',
    'Kubernetes: 1.32.13, 1.33.11',
  ])
})

test('of the overview: its figures, and expiries that were moved', () => {
  const page = (forced: number, stuck: number, at: string) =>
    ({
      figures: {
        clusters: 120,
        projects: 8,
        expired: { clusters: 1, forcedTonight: 0 },
        forced: { tonight: 0, days7: 0, days30: 0, days90: forced },
        stuck: { clusters: stuck, failedLast: 0 },
        unknown: { clusters: 0 },
        autoTonight: { clusters: 0, top: null },
      },
      expiries: [
        {
          profile: { kind: 'CloudProfile', name: 'aws' },
          clusters: 40,
          stuck: 0,
          next: null,
          marks: [
            {
              at,
              what: 'Kubernetes',
              version: '1.33.9',
              clusters: 34,
            },
          ],
        },
      ],
    }) satisfies Parameters<typeof overviewDifferences>[0]
  const found = overviewDifferences(page(76, 10, '2027-01-30T22:59:59Z'), page(61, 14, '2026-12-16T22:59:59Z'), ZONE)
  expect(found.map(line)).toEqual([
    'Forced within 90 days: 76, 61 (15 fewer)',
    'Stuck: 10, 14 (4 more)',
    'aws 1.33.9 expires: 30 Jan 2027, 16 Dec 2026 (45 days earlier)',
  ])
  expect(found[0]?.clause).toBe('76 clusters forced within 90 days')
})
