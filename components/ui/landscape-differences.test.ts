import { describe, expect, test } from 'vitest'
import type { NextEvent } from '@/lib/contract/steps'
import type { TonightAnswer } from '@/lib/questions/clusters/contract'
import { momentToCompare, shootsDifferences, tonightDifferences } from '../clusters/today'
import { policyDifferences } from '../policy/policy-today'
import { projectDifferences, wallDifferences } from '../projects/today'
import type { Difference } from './differences'
import { forcedOn } from './next.test.support'

const ZONE = 'Europe/Berlin'

/** `Listed: 120, 98 (22 fewer)` */
const line = ({ what, past, today, apart }: Difference) => `${what}: ${past}, ${today}${apart && ` (${apart})`}`

/** The sentence of the largest difference. */
const headline = ([first]: readonly Difference[]) =>
  first && `it said: ${first.clause}. Today it says ${first.today}${first.apart && `, ${first.apart}`}.`

describe('the list of clusters', () => {
  type Said = Parameters<typeof shootsDifferences>[0]
  const item = (name: string, next: NextEvent | null) => ({ namespace: 'garden-a', project: 'a', name, next })
  const said = (items: Said['items'], [total, forced]: readonly [number, number]): Said => ({
    total,
    rolling: 9,
    facets: { event: [{ value: 'forced', count: forced }], minor: [{ value: '1.33', count: total - 1 }] },
    items,
  })

  test('says how many, and what is next for those that both show', () => {
    const [soon, later] = [forcedOn('2026-12-12T21:00:00Z'), forcedOn('2027-01-16T21:00:00Z')]
    const then = said([item('one', soon), item('two', null), item('gone', null)], [120, 76])
    const today = said([item('one', later), item('two', null), item('new', null)], [98, 61])
    const found = shootsDifferences(then, today, ZONE)
    expect(found.map(line)).toEqual([
      'Forced: 76, 61 (15 fewer)',
      'Listed: 120, 98 (22 fewer)',
      'a / one: next: forced to 1.33.11 on 12 Dec 2026, forced to 1.33.11 on 16 Jan 2027 (35 days later)',
      'On 1.33: 119, 97 (22 fewer)',
    ])
    expect(headline(found)).toBe('it said: 76 clusters with a forced update. Today it says 61, 15 fewer.')
    expect(shootsDifferences(then, then, ZONE)).toEqual([])
  })

  test('says who came and went only where all are shown', () => {
    const found = shootsDifferences(said([item('gone', null)], [1, 0]), said([item('new', null)], [1, 0]), ZONE)
    expect(found.map(line)).toEqual(['a / gone: listed, not listed', 'a / new: not listed, listed'])
    expect(headline(found)).toBe('it said: a / gone is listed. Today it says not listed.')
  })

  test('says of one cluster what is next', () => {
    const found = shootsDifferences(
      said([item('one', forcedOn('2026-12-12T21:00:00Z'))], [1, 1]),
      said([item('one', null)], [1, 1]),
      ZONE,
    )
    expect(headline(found)).toBe('it said: of a / one forced to 1.33.11 on 12 Dec 2026. Today it says nothing.')
  })
})

describe('the board of a night', () => {
  type Said = Parameters<typeof tonightDifferences>[0]
  const sum = (clusters: number, max: number) => ({ clusters, nodes: { min: 0, max } })
  const figures = (change: Partial<TonightAnswer['figures']>): TonightAnswer['figures'] => ({
    open: sum(0, 0),
    done: sum(0, 0),
    failed: sum(0, 0),
    toCome: sum(12, 40),
    willFail: 1,
    windows: 5,
    clusters: 12,
    ...change,
  })
  const row = (to: string): Said['rows'][number] => ({
    profile: { kind: 'CloudProfile', name: 'aws' },
    ...forcedOn('2026-11-21T21:00:00Z', to),
    members: [{ project: 'a', name: 'one', window: forcedOn('2026-11-21T21:00:00Z', to).window }],
  })
  const then: Said = { figures: figures({}), rows: [row('1.33.11')] }

  test('says what became of what was to come', () => {
    const change = { toCome: sum(0, 0), willFail: 0, done: sum(4, 40), failed: sum(4, 6), clusters: 8 }
    const found = tonightDifferences(then, { ...then, figures: figures(change) }, ZONE)
    expect(found.map(line)).toEqual(['Failing: 1, 4 (3 more)', 'Clusters: 12, 8 (4 fewer)', 'Nodes: 40, 46 (6 more)'])
    expect(headline(found)).toBe('it said: 1 cluster failing that night. Today it says 4, 3 more.')
    const came = { toCome: sum(0, 0), willFail: 0, done: sum(11, 36), failed: sum(1, 4) }
    expect(tonightDifferences(then, { ...then, figures: figures(came) }, ZONE)).toEqual([])
  })

  test('is compared with the morning after it, once that is over', () => {
    const night = { end: '2026-11-02T05:00:00Z' }
    const asked = (now: string, moment = {}) => momentToCompare(night, moment, Date.parse(now))
    expect(asked('2026-11-02T09:59:59Z')).toEqual({})
    const morning = '2026-11-02T10:00:00Z'
    expect(asked(morning)).toEqual({ at: morning, seen: morning })
    // A clock that is pinned ahead stays.
    expect(asked('2026-11-02T12:00:00Z', { at: '2026-12-01T20:00:00Z' })).toEqual({ at: '2026-12-01T20:00:00Z' })
  })

  test('says of one and the same night what becomes of its rows', () => {
    const found = tonightDifferences(then, { ...then, rows: [row('1.33.12')] }, ZONE)
    expect(found.map(line)).toEqual(['aws, a / one: forced to 1.33.11 at 22:00, forced to 1.33.12 at 22:00'])
  })
})

test('the wall says who is behind, by project, and what days bring that both show', () => {
  type Said = Parameters<typeof wallDifferences>[0]
  const days = (first: number, forced: number) =>
    [0, 1, 2].map((i) => ({ date: `2026-12-0${first + i}`, forced: i === 0 ? 0 : forced, fails: 0 }))
  const then: Said = {
    days: days(1, 3),
    figures: { projects: 4, clusters: 40, behind: 9, stuck: 2, nodes: { min: 0, max: 90 } },
    items: [
      { project: 'a', behind: 5, stuck: 2 },
      { project: 'b', behind: 4, stuck: 0 },
    ],
  }
  const today: Said = {
    days: days(2, 4),
    figures: { ...then.figures, behind: 6, nodes: { min: 0, max: 60 } },
    items: [{ project: 'a', behind: 2, stuck: 2 }],
  }
  const found = wallDifferences(then, today)
  expect(found.map(line)).toEqual([
    'Behind within 3 days: 9, 6 (3 fewer)',
    'Nodes within 3 days: 90, 60 (30 fewer)',
    'a: behind: 5, 2 (3 fewer)',
    'On 2 Dec 2026: 3, 0 (3 fewer)',
    'On 3 Dec 2026: 3, 4 (1 more)',
  ])
  expect(headline(found)).toBe('it said: 9 clusters forced or failing within 3 days. Today it says 6, 3 fewer.')
  expect(wallDifferences(then, then)).toEqual([])
})

describe('a policy', () => {
  type Said = Parameters<typeof policyDifferences>[0]
  const proposal = (version: string, expirationDate: string | null) => ({
    image: null,
    version,
    after: { classification: 'deprecated', expirationDate },
  })
  const said = (proposals: ReturnType<typeof proposal>[], expires: string | null): Said => ({
    outcome: {
      kind: 'ok',
      proposals,
      year: { lists: [{ image: null, versions: [{ version: '1.33.9', added: null, expires }] }] },
    },
  })

  test('says what it would edit, and when versions expire with it', () => {
    const then = said([proposal('1.35.3', '2027-02-05T12:00:00Z')], '2027-01-30T12:00:00Z')
    const found = policyDifferences(then, said([], '2026-12-16T12:00:00Z'), ZONE)
    expect(found.map(line)).toEqual([
      'Versions to edit: 1, 0 (1 fewer)',
      '1.35.3: becomes deprecated until 5 Feb 2027, no change',
      '1.33.9 expires: 30 Jan 2027, 16 Dec 2026 (45 days earlier)',
    ])
    expect(headline(found)).toBe('it said: it proposes to edit 1 version. Today it says 0, 1 fewer.')
    expect(policyDifferences(then, then, ZONE)).toEqual([])
  })

  test('says that it can no longer be carried out', () => {
    const unreadable = { kind: 'unreadable', image: null, version: 'x', reason: 'no number' } as const
    const found = policyDifferences(said([], null), { outcome: unreadable }, ZONE)
    expect(found.map(line)).toEqual(['Policy: can be carried out, is stopped by a version that cannot be read'])
  })
})

test('a project says what is ahead of its clusters, and whom it names', () => {
  type Said = Parameters<typeof projectDifferences>[0]
  const said = (owner: string | null, forced: number, next: NextEvent | null): Said => ({
    name: 'payments',
    about: { owner: owner === null ? null : { kind: 'User', name: owner, namespace: null } },
    figures: { clusters: 9, forced: { clusters: forced, updates: forced, nodes: { min: 0, max: 20 } } },
    stuck: { total: 1 },
    paths: [{ namespace: 'garden-payments', name: 'api', next }],
  })
  const then = said('platform', 3, forcedOn('2026-12-12T21:00:00Z'))
  const found = projectDifferences(then, said(null, 1, null), ZONE)
  expect(found.map(line)).toEqual([
    'Forced within 60 days: 3, 1 (2 fewer)',
    'payments / api: next: forced to 1.33.11 on 12 Dec 2026, nothing',
    'Owner: platform, nobody',
  ])
  expect(headline(found)).toBe('it said: 3 clusters forced within 60 days. Today it says 1, 2 fewer.')
  expect(projectDifferences(then, then, ZONE)).toEqual([])
})
