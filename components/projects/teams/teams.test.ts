import { describe, expect, it } from 'vitest'
import type { WallAnswer, WallCellAnswer } from '@/lib/questions/projects/contract'
import { cellNotice, cellSentence, type DayLoadBody, dayLoadText, dayRangeText, teamsHeadline } from '@/lib/words/teams'
import { shortSubject } from '../subject'
import {
  cellsOf,
  columnLoads,
  columnsOf,
  figuresShown,
  inkOf,
  NO_LOAD,
  percentRangeOf,
  signOf,
  weekendsIn,
} from './cells'
import { readTeamsState } from './teams-state'

const dates = Array.from({ length: 60 }, (_, i) => new Date(Date.UTC(2026, 10, 21 + i)).toISOString().slice(0, 10))
const nodes = (max: number) => ({ min: max, max })
const load = (part: Partial<DayLoadBody>): DayLoadBody => ({ ...NO_LOAD, ...part })

describe('columns', () => {
  it('are days or weeks from today on, and the last may be shorter', () => {
    expect(columnsOf(60, 1)).toHaveLength(60)
    const weeks = columnsOf(60, 7)
    expect([weeks[0], weeks.at(-1)]).toEqual([
      { from: 0, to: 6 },
      { from: 56, to: 59 },
    ])
    expect(percentRangeOf({ from: 30, to: 44 }, 60)).toEqual({ left: 50, width: 25 })
  })

  it('lie over weekends', () => {
    expect(weekendsIn(dates).slice(0, 2)).toEqual([
      { from: 0, to: 1 },
      { from: 7, to: 8 },
    ])
  })
})

describe('cells', () => {
  const days = [
    { day: 0, ...load({ fails: 1 }), before: null },
    { day: 6, ...load({ forced: 2, nodes: nodes(12) }), before: null },
    { day: 7, ...load({}), before: load({ forced: 1, nodes: nodes(3) }) },
  ]

  it('add up the days of their column, before a draft and after', () => {
    expect(cellsOf(days, columnsOf(60, 7))).toEqual([
      {
        column: 0,
        load: load({ fails: 1, forced: 2, nodes: nodes(12) }),
        before: load({ fails: 1, forced: 2, nodes: nodes(12) }),
      },
      { column: 1, load: load({}), before: load({ forced: 1, nodes: nodes(3) }) },
    ])
    const all = dates.map((date, day) => ({ date, ...NO_LOAD, before: null, ...days.find((one) => one.day === day) }))
    expect(columnLoads(all, columnsOf(60, 7)).slice(0, 2)).toEqual(cellsOf(days, columnsOf(60, 7)))
  })

  it.each<[string, DayLoadBody, string | null]>([
    ['fails before forced', load({ fails: 1, forced: 5, auto: 9 }), 'fails'],
    ['forced before auto', load({ forced: 1, auto: 9 }), 'forced'],
    ['auto', load({ auto: 1 }), 'auto'],
    ['a settings change that rolls nodes', load({ nodes: nodes(1) }), 'other'],
    ['nothing', NO_LOAD, null],
  ])('have one sign: %s', (_, one, sign) => expect(signOf(one)).toBe(sign))

  it('have ink in four steps', () => {
    expect([0, 1, 9, 10, 29, 30, 79, 80, 5000].map(inkOf)).toEqual([0, 1, 1, 2, 2, 3, 3, 4, 4])
  })

  it('tell the largest figures, none beside another', () => {
    const sums = [5, 9, 3, 0, 1].map((max, column) => ({ column, load: load({ nodes: nodes(max) }), before: NO_LOAD }))
    expect([...figuresShown(sums, 2)].sort()).toEqual([1, 4])
  })
})

describe('the headline', () => {
  const empty = { behind: 0, stuck: 0, nodes: nodes(0) }
  const answer = (part: object, first: object[] = [], loads: [string, number, number?][] = []) =>
    ({
      draft: null,
      first,
      alike: 0,
      figures: { projects: 3, clusters: 9, owned: 3, ...empty, before: null, ...part },
      days: dates.map((date) => {
        const [, now = 0, was] = loads.find(([day]) => day === date) ?? []
        return { date, ...load({ nodes: nodes(now) }), before: was === undefined ? null : load({ nodes: nodes(was) }) }
      }),
    }) as unknown as WallAnswer

  const equal = [
    { project: 'ads', behind: 2, stuck: 0 },
    { project: 'billing', behind: 2, stuck: 0 },
  ] as const
  const alikeOf = (alike: number) => ({ ...answer({}, [...equal]), alike })
  it.each<[string, WallAnswer, string]>([
    [
      'nobody',
      answer({}, [{ project: 'a', behind: 0, stuck: 0 }]),
      'No project is behind: nothing is forced or fails in the next 60 days.',
    ],
    [
      'one',
      answer({}, [
        { project: 'ads', behind: 1, stuck: 0 },
        { project: 'b', behind: 0, stuck: 0 },
      ]),
      'Furthest behind is ads.',
    ],
    [
      'two',
      answer({}, [
        { project: 'billing', behind: 3, stuck: 0 },
        { project: 'ads', behind: 1, stuck: 0 },
      ]),
      'Furthest behind are billing and ads.',
    ],
    ['eight alike', alikeOf(6), '8 projects are furthest behind, with 2 clusters each.'],
    [
      'one before seven that are alike',
      { ...answer({}, [{ project: 'billing', behind: 3, stuck: 0 }, equal[1]]), alike: 6 },
      'Furthest behind is billing.',
    ],
  ])('says who is furthest behind: %s', (_, one, fact) => expect(teamsHeadline(one, []).fact).toBe(fact))

  it.each([
    ['stuck clusters', 1, 'Each has 1 cluster that is stuck or will be.'],
    ['none', 0, ''],
  ])('calls nobody first where only names put them first: %s', (_, stuck, warning) => {
    const first = equal.map((one) => ({ ...one, stuck }))
    expect(teamsHeadline({ ...answer({ stuck: 8 * stuck }, first), alike: 6 }, []).warning).toBe(warning)
  })

  it('names nobody first where there is one project', () => {
    const first = [{ project: 'ads', behind: 3, stuck: 1 }]
    const alone = (stuck: number) => teamsHeadline(answer({ projects: 1, stuck }, first), [])
    expect(alone(1)).toMatchObject({
      fact: '3 of 9 clusters of ads are behind.',
      warning: '1 cluster is stuck or will be.',
    })
    expect(alone(0).warning).toBe('')
  })

  const both = [
    { project: 'billing', behind: 17, stuck: 2 },
    { project: 'ads', behind: 10, stuck: 2 },
  ]
  it.each<[string, WallAnswer, string]>([
    ['some', answer({ stuck: 7 }, both), 'Call them first: they have 4 of the 7 clusters that are stuck or will be.'],
    [
      'two',
      answer({ stuck: 2 }, [
        { project: 'billing', behind: 17, stuck: 1 },
        { project: 'ads', behind: 10, stuck: 1 },
      ]),
      'Call them first: they have both clusters that are stuck or will be.',
    ],
    ['all', answer({ stuck: 4 }, both), 'Call them first: they have all 4 clusters that are stuck or will be.'],
    [
      'the only one',
      answer({ stuck: 1 }, [
        { project: 'ads', behind: 1, stuck: 1 },
        { project: 'b', behind: 1, stuck: 0 },
      ]),
      'Call ads first: they have the one cluster that is stuck or will be.',
    ],
    ['none', answer({}, [{ project: 'ads', behind: 1, stuck: 0 }]), ''],
  ])('says whom to call first: %s', (_, one, warning) => expect(teamsHeadline(one, []).warning).toBe(warning))

  it('says what rolls in the fullest month, how much of it in the freeze, and what it was before the draft', () => {
    const loads: [string, number, number?][] = [
      ['2026-12-10', 40, 100],
      ['2026-12-25', 5],
      ['2027-01-10', 30],
    ]
    const freezes = [{ from: '2026-12-20', to: '2027-01-03' }]
    expect(teamsHeadline(answer({}, [], loads), freezes).load).toBe(
      '45 nodes roll in December, 5 of them in the freeze; without it 105.',
    )
    expect(teamsHeadline({ ...answer({}, [], loads), draft: {} as WallAnswer['draft'] }, []).load).toBe(
      'With the draft, 45 nodes roll in December; without it 105.',
    )
    expect(teamsHeadline(answer({}), freezes).load).toBe('')
  })
})

it.each<[DayLoadBody, string]>([
  [NO_LOAD, 'nothing begins'],
  [
    load({ fails: 1, forced: 2, nodes: { min: 3, max: 8 } }),
    '1 cluster begins to fail, 2 are forced, up to 8 nodes roll',
  ],
  [load({ auto: 1, nodes: nodes(1) }), '1 cluster updates by itself, 1 node rolls'],
])('says what begins: %#', (one, text) => expect(dayLoadText(one)).toBe(text))

it('says days, and names short', () => {
  expect(dayRangeText('2026-12-15', '2026-12-15')).toBe('Tue 15 Dec 2026')
  expect(dayRangeText('2026-12-13', '2026-12-19')).toBe('13 Dec – 19 Dec 2026')
  expect(dayRangeText('2026-12-27', '2027-01-02')).toBe('27 Dec 2026 – 2 Jan 2027')
  expect(shortSubject({ kind: 'User', name: 'ads-lead@example.com', namespace: null })).toBe('ads-lead')
  expect(shortSubject({ kind: 'Group', name: 'oncall', namespace: null })).toBe('oncall')
})

it('says of a cell what ends, what goes on, and what the draft changes', () => {
  const cell = {
    project: 'ads',
    at: '2026-11-21T18:00:00Z',
    ...load({ forced: 2, nodes: nodes(8) }),
    before: NO_LOAD,
    total: 2,
    again: 1,
    causes: [
      {
        profile: { kind: 'CloudProfile', name: 'gcp' },
        what: 'Kubernetes',
        version: '1.32.9',
        at: '2026-12-15T12:00:00Z',
        clusters: 2,
      },
      { profile: { kind: 'CloudProfile', name: 'gcp' }, what: 'gardenlinux', version: '1.2.3', at: null, clusters: 1 },
    ],
    items: [],
  } as unknown as WallCellAnswer
  const later = { ...cell, at: '2026-12-15T18:00:00Z' }
  expect(cellSentence(later, '2026-12-15', '2026-12-15', 'UTC', false).causes[0]).toBe(
    '1.32.9 of gcp expired on 15 Dec 2026.',
  )
  expect(cellSentence(cell, '2026-12-15', '2026-11-21', 'UTC', true)).toEqual({
    when: 'In 24 days',
    what: '2 clusters are forced, 8 nodes roll, 1 cluster fails again every night',
    causes: ['1.32.9 of gcp expires on 15 Dec 2026.', 'gardenlinux 1.2.3 is not listed in gcp.'],
    draft: 'Without the draft: nothing begins.',
  })
  expect(cellSentence({ ...cell, ...NO_LOAD }, '2026-12-15', '2026-11-21', 'UTC', false).what).toBe(
    '1 cluster fails again every night, nothing else begins',
  )
  expect(cellNotice(cell, 'Tue 15 Dec 2026', 'UTC', cell.at)).toBe(
    'ads, Tue 15 Dec 2026: 2 clusters are forced, 8 nodes roll\n… and 2 more clusters.\n1 cluster fails again every night.\n' +
      'Forced updates come in the maintenance window, also where auto-update is off.\nAs of 21 Nov 2026, as far as expiry dates are set.\n',
  )
})

it.each([
  ['', { range: '60d', open: null, withDraft: true, isAll: false, isTable: false }],
  [
    'range=1y&open=ads/2026-12-15&dates=as-they-are&rows=all&view=table',
    { range: '1y', open: { project: 'ads', date: '2026-12-15' }, withDraft: false, isAll: true, isTable: true },
  ],
  ['range=2y&open=ads', { range: '60d', open: null }],
  ['open=ads/2026-13-15', { open: null }],
])('reads the address: %s', (search, state) => expect(readTeamsState(new URLSearchParams(search))).toMatchObject(state))
