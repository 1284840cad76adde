import { describe, expect, it } from 'vitest'
import { band } from '@/components/profiles/testdata/aws'
import type { PathBody } from '@/lib/contract/lifecycle'
import type { VersionAnswer } from '@/lib/questions/version/contract'
import {
  arrivingText,
  holdersText,
  offeredSpanText,
  uncountedText,
  versionHeadline,
  versionRemovalText,
  whatHappensText,
} from './version'

const now = Date.parse('2026-11-21T18:00:00Z')

type Band = [clusters: number, kind: 'auto' | 'forced' | 'fails', to: string | null, until?: string]

const path = (total: number, here: number, ...bands: Band[]): PathBody => ({
  nodes: [{ version: '1.32.9', stage: 'supported', column: 1, clusters: total, now: here, already: 0, expires: null }],
  bands: bands.map(([clusters, kind, to, until]) => ({
    ...band('1.32.9', to, kind, clusters, '2027-03-03T00:30:00Z', '2027-03-04T00:30:00Z', 'rolling'),
    over: until === undefined ? null : { firstAt: until, lastAt: until },
    onward: kind === 'fails' && to !== null ? 'forced' : null,
  })),
})

describe('the headline of a version', () => {
  it.each<[string, PathBody]>([
    ['No cluster runs it, and none comes to it, as far as dates are set.', path(0, 0)],
    [
      '40 of the 42 clusters that run it now or later leave by Thu 4 Mar 2027, forced to 1.33.7. 2 cannot leave.',
      path(42, 21, [40, 'forced', '1.33.7'], [2, 'fails', null]),
    ],
    ['All 3 clusters on it leave by Thu 4 Mar 2027, by auto-update to 1.32.10.', path(3, 3, [3, 'auto', '1.32.10'])],
    [
      'All 3 clusters on it leave by Fri 1 Apr 2027, forced to 1.33.7. 1 of them fails before that.'.replace(
        'Fri',
        'Thu',
      ),
      path(3, 3, [2, 'forced', '1.33.7'], [1, 'fails', '1.33.7', '2027-04-01T00:00:00Z']),
    ],
    [
      'All 3 clusters on it leave by Thu 4 Mar 2027, by auto-update or forced, to 1.32.10 and 1.33.7.',
      path(3, 3, [2, 'auto', '1.32.10'], [1, 'forced', '1.33.7']),
    ],
    ['The cluster on it leaves by Thu 4 Mar 2027, forced to 1.33.7.', path(1, 1, [1, 'forced', '1.33.7'])],
    ['None of the 2 clusters on it can leave.', path(2, 2, [2, 'fails', null])],
    ['1 of the 2 clusters on it cannot leave. 1 stays, as far as dates are set.', path(2, 2, [1, 'fails', null])],
    ['The cluster on it cannot leave.', path(1, 1, [1, 'fails', null])],
    ['The cluster that will run it cannot leave.', path(1, 0, [1, 'fails', null])],
    [
      'The cluster on it leaves by Thu 1 Apr 2027, forced to 1.33.7. It fails before that.',
      path(1, 1, [1, 'fails', '1.33.7', '2027-04-01T00:00:00Z']),
    ],
    [
      'All 2 clusters on it leave by Thu 1 Apr 2027, forced to 1.33.7. All of them fail before that.',
      path(2, 2, [2, 'fails', '1.33.7', '2027-04-01T00:00:00Z']),
    ],
    ['All 5 clusters on it stay, as far as dates are set.', path(5, 5)],
    ['37 clusters come to it, and all 41 stay, as far as dates are set.', path(41, 4)],
    ['1 cluster comes to it and stays, as far as dates are set.', path(1, 0)],
  ])('%s', (text, body) => {
    const pieces = versionHeadline({ path: body, zone: 'UTC', now, version: '1.32.9' })
    expect(
      pieces
        .map(({ text: one }, index) =>
          index === 0 || one.startsWith(',') || pieces[index]?.look === 'strong' ? one : ` ${one}`,
        )
        .join(''),
    ).toBe(text)
  })
})

const holds = (rest: Partial<VersionAnswer['holds']>): VersionAnswer['holds'] => ({
  profiles: [],
  groups: [],
  uncounted: 0,
  others: 0,
  overrides: [],
  lastLeaves: null,
  refusals: ['in use'],
  refusalsTotal: 1,
  ...rest,
})
const group = (leaves: string | null) => ({ why: 'window' as const, clusters: 2, leaves, examples: [] })
const override = { profile: { kind: 'NamespacedCloudProfile', namespace: 'a', name: 'b' } as const, until: null }

it.each<[string, VersionAnswer['holds']]>([
  ['Nothing holds it: it can be removed.', holds({ refusals: [], refusalsTotal: 0 })],
  ['This profile does not list it by itself: it cannot be removed here.', holds({ refusals: null })],
  ['Not removable before 2 clusters are moved by hand.', holds({ groups: [group(null)] })],
  [
    'Removable from Thu 4 Mar 2027, 00:30 +00:00 on, when the last cluster has left at the latest.',
    holds({ groups: [group('2027-03-04T00:30:00Z')], lastLeaves: '2027-03-04T00:30:00Z' }),
  ],
  [
    'Removable from Thu 4 Mar 2027, 00:30 +00:00 on, when the last cluster has left at the latest. By then 1 NamespacedCloudProfile must no longer override it.',
    holds({ groups: [group('2027-03-04T00:30:00Z')], lastLeaves: '2027-03-04T00:30:00Z', overrides: [override] }),
  ],
  [
    'No cluster holds it; removable once 1 NamespacedCloudProfile no longer overrides it.',
    holds({ overrides: [override] }),
  ],
])('%s', (text, body) => {
  expect(versionRemovalText(body, 'UTC')).toBe(text)
})

it.each([
  ['now, with no end set', '2026-11-21T18:00:00Z', null],
  ['now, until 3 Mar 2027', '2026-11-21T18:00:00Z', '2027-03-03T12:00:00Z'],
  ['from 3 Mar 2027 on', '2027-03-03T12:00:00Z', null],
  ['from 3 Mar to 9 May 2027', '2027-03-03T12:00:00Z', '2027-05-09T12:00:00Z'],
])('a default %s', (text, from, to) => {
  expect(offeredSpanText({ from, to }, 'UTC', '2026-11-21T18:00:00Z')).toBe(text)
})

it.each<[clusters: number, withinDay: number, firstAt: string | null, text: string]>([
  [0, 0, null, 'No cluster runs it, and none moves to it, as far as dates are set.'],
  [14, 9, '2026-11-21T21:00:00Z', 'No cluster runs it now. 14 will within 12 months, 9 of them within a day.'],
  [14, 14, '2026-11-21T21:00:00Z', 'No cluster runs it now. 14 will within 12 months, all of them within a day.'],
  [
    14,
    0,
    '2026-11-24T18:00:00Z',
    'No cluster runs it now. 14 will within 12 months, the first in 3 days, Tue 24 Nov 2026, 18:00 +00:00.',
  ],
])('a version without clusters, to which %s come', (clusters, withinDay, firstAt, text) => {
  expect(arrivingText({ clusters, withinDay, firstAt }, 'UTC', now)).toBe(text)
})

it.each([
  [1, 'What happens to the cluster'],
  [1200, 'What happens to the 1,200 clusters'],
])('over where %s clusters go', (clusters, text) => {
  expect(whatHappensText(clusters)).toBe(text)
})

const aws = { kind: 'CloudProfile', name: 'aws' } as const
const extended = { kind: 'NamespacedCloudProfile', namespace: 'garden-payments', name: 'aws-extended' } as const

it.each([
  ['14 clusters of aws', aws, 14],
  ['1 cluster of aws', aws, 1],
  ['0 clusters of aws', aws, 0],
  ['2 more of garden-payments/aws-extended', extended, 2],
])('%s', (text, profile, clusters) => {
  expect(holdersText({ profile, clusters }, aws)).toBe(text)
})

it.each([
  ['1 of these clusters runs it only in pools with a version of their own.', 1],
  ['2 of these clusters run it only in pools with a version of their own.', 2],
])('%s', (text, clusters) => {
  expect(uncountedText(clusters)).toBe(text)
})
