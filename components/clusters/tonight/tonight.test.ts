import { describe, expect, it } from 'vitest'
import type { TonightAnswer } from '@/lib/questions/clusters/contract'
import {
  groupText,
  nightText,
  quietNightText,
  resultText,
  tonightMoveText,
  tonightReportText,
  tonightTimeText,
} from '@/lib/words/tonight'
import {
  arrangedRows,
  boardLines,
  freeShares,
  ownFirst,
  type TonightLine,
  type TonightTableRow,
  tonightLines,
} from './lines'
import { pinForNight } from './tonight-board'
import { isShownNext } from './tonight-table'

const zone = 'Europe/Berlin'
const night = { begin: '2026-11-21T17:00:00Z', end: '2026-11-22T05:00:00Z', zone }
const nodes = { min: 1, max: 3 }
const NOW = '2026-11-21T20:10:00Z'

/** An hour that begins so many minutes after 20:00 UTC. */
function windowAt(minutes: number): TonightTableRow['members'][number]['window'] {
  const at = (more: number) => new Date(Date.parse('2026-11-21T20:00:00Z') + (minutes + more) * 60_000).toISOString()
  return { begin: at(0), latestStart: at(45), end: at(60), offset: '+01:00' }
}

/** Clusters of one row: their names, each with the begin of its window. */
function rowOf(names: Readonly<Record<string, number>>, part: Partial<TonightTableRow> = {}): TonightTableRow {
  const members = Object.entries(names).map(([name, minutes]) => ({
    project: 'payments',
    namespace: 'garden-payments',
    name,
    nodes,
    window: windowAt(minutes),
  }))
  const begins = [...new Set(Object.values(names))]
  return {
    state: 'toCome',
    profile: { kind: 'CloudProfile', name: 'aws' },
    kind: 'auto',
    what: 'Kubernetes',
    from: '1.34.6',
    to: '1.34.7',
    effect: 'rolling',
    cause: null,
    clusters: members.length,
    members,
    nodes: { min: members.length, max: 3 * members.length },
    windows: begins.map((begin) => ({
      ...windowAt(begin),
      clusters: Object.values(names).filter((one) => one === begin).length,
    })),
    reconciling: false,
    progress: null,
    lastDoneAt: null,
    foreseen: true,
    failureReason: null,
    reported: null,
    ...part,
  }
}

it.each([
  ['beside each other all of each', [0, 60, 180], [1, 1, 1]],
  ['what the next one leaves', [0, 15, 60], [0.25, 0.75, 1]],
  ['of the same hour that which is drawn last', [0, 0], [0, 1]],
] as const)('finds room for the figure of a window, of those that stand %s', (_, minutes, free) => {
  expect(freeShares(minutes.map(windowAt))).toEqual(free)
})

it.each<[string, Partial<TonightTableRow>]>([
  ['1.34.6 → 1.34.7', {}],
  ['gardenlinux 1877.4.0 → 1877.9.0', { what: 'gardenlinux', from: '1877.4.0', to: '1877.9.0' }],
  ['gardenlinux 1312.7.0', { what: 'gardenlinux', from: '1312.7.0', to: null, effect: 'none' }],
])('says what a window does: %s', (text, part) => {
  expect(tonightMoveText(rowOf({ api: 0 }, part))).toBe(text)
})

it.each([
  ['toCome', '2 forced, 1 auto-update'],
  ['open', 'filled: time that has passed, not work done'],
  ['willFail', ''],
  [null, '1 failing, 2 forced, 1 auto-update, 2 other changes'],
] as const)('says of a group what there is in it: %s', (state, text) => {
  const others = state === null ? [rowOf({ idp: 0, ldap: 0 }, { kind: 'other' })] : []
  const ahead = [rowOf({ api: 0, web: 0 }, { kind: 'forced' }), rowOf({ db: 0 }), ...others]
  expect(groupText(state, state === null ? [...ahead, rowOf({ old: 0 }, { kind: 'fails' })] : ahead)).toBe(text)
})

describe('another night', () => {
  it.each([
    ['the next one is seen from its begin', 1, '2026-11-21T20:00:00Z', '2026-11-22T17:00:00Z'],
    ['one before that is over is seen from its end', -1, '2026-11-21T20:00:00Z', '2026-11-21T05:00:00Z'],
    ['the night of now needs no pin', 1, '2026-11-22T20:00:00Z', undefined],
    ['and is that until noon', 1, '2026-11-23T10:59:00Z', undefined],
    ['from noon on it is the next', 1, '2026-11-23T11:00:00Z', '2026-11-23T05:00:00Z'],
  ] as const)('%s', (_, by, now, pin) => expect(pinForNight(night, by, now)).toBe(pin))

  it('keeps to the clock on the wall when summer time ends', () => {
    const october = { begin: '2026-10-24T16:00:00Z', end: '2026-10-25T05:00:00Z', zone }
    expect(pinForNight(october, 1, '2026-10-20T12:00:00Z')).toBe('2026-10-25T17:00:00Z')
  })
})

describe('a night', () => {
  it.each([
    ['2026-11-21T12:00:00Z', 'Tonight', 'No window opens tonight.'],
    ['2026-11-22T04:59:59Z', 'Tonight', 'No window opens tonight.'],
    ['2026-11-22T05:00:00Z', 'Last night', 'No window opened last night.'],
    ['2026-11-22T10:59:00Z', 'Last night', 'No window opened last night.'],
  ])('is told at %s as %s', (at, name, quiet) => {
    expect([nightText({ ...night, at }), quietNightText({ ...night, at })]).toEqual([name, quiet])
  })
})

describe('a row', () => {
  it.each<[string, string, Partial<TonightTableRow>]>([
    ['auto-update', 'in 50 min', {}],
    ['forced', 'in 50 min', { kind: 'forced' }],
    ['no version to move to', 'in 50 min', { state: 'willFail', kind: 'fails', cause: 'no-version' }],
    ['not begun', 'until 23:00', { state: 'open' }],
    ['rolling, 24 %', 'until 23:00', { state: 'open', reconciling: true, progress: 24, lastDoneAt: NOW }],
    ['reconciled', 'until 23:00', { state: 'open', reconciling: true, effect: 'none', lastDoneAt: NOW }],
    ['as forecast', '21:10', { state: 'done', lastDoneAt: NOW }],
    ['done', '21:10', { state: 'done', lastDoneAt: NOW, foreseen: false }],
    ['as forecast: no version to move to', '21:10', { state: 'failed', cause: 'no-version', lastDoneAt: NOW }],
  ])('says what becomes of it and when: %s, %s', (result, when, part) => {
    const row = rowOf({ api: 60 }, part)
    expect([resultText(row, NOW, true), tonightTimeText(row, NOW, zone)]).toEqual([result, when])
  })

  it('of several tells the last window, the least progress, and by when all were done', () => {
    const row = (part: Partial<TonightTableRow>) => rowOf({ a: 60, b: 60, c: 120 }, part)
    expect(tonightTimeText(row({}), NOW, zone)).toBe('last in 1 h 50 min')
    expect(resultText(row({ state: 'open', reconciling: true, progress: 24 }), NOW, true)).toBe('rolling, from 24 %')
    expect(tonightTimeText(row({ state: 'done', lastDoneAt: NOW }), NOW, zone)).toBe('by 21:10')
    expect(tonightReportText(row({ reported: { clusters: 1, text: 'Not ready.' } }))).toBe(
      '1 of 3 clusters: Not ready.',
    )
  })

  it('says that it is last known when nothing was heard for a while', () => {
    const text = (part: Partial<TonightTableRow>) =>
      resultText(rowOf({ api: 0 }, { state: 'open', ...part }), NOW, false)
    expect(text({})).toBe('not begun, last known')
    expect(text({ reconciling: true, progress: 24 })).toBe('rolling, 24 %, last known')
  })
})

/** What a line is called, and how many clusters each of its windows has. */
const told = ({ name, row }: TonightLine) => [
  'cluster' in name ? name.cluster.name : name.text,
  ...row.windows.map(({ clusters }) => clusters),
]

describe('clusters that are alike', () => {
  it('have a line each, where they are two', () => {
    expect(tonightLines([rowOf({ a: 0, b: 60 })], new Set()).map(told)).toEqual([
      ['a', 1],
      ['b', 1],
    ])
  })

  it('are one line from three on, after the first, with a bar for each window and its count', () => {
    const row = rowOf({ a: 0, b: 0, c: 60, d: 60, e: 60 })
    const lines = tonightLines([row], new Set())
    expect(lines.map(told)).toEqual([
      ['a', 1],
      ['4 more of aws', 1, 3],
    ])
    expect(lines[1]?.row).toMatchObject({ clusters: 4, nodes: { min: 4, max: 12 } })
    const open = tonightLines([row], new Set([lines[1]?.key ?? '']))
    expect(open.map(told).slice(2)).toEqual([
      ['b', 1],
      ['c', 1],
      ['d', 1],
      ['e', 1],
    ])
  })

  it('that the answer does not name are counted below those that it names', () => {
    const row = { ...rowOf({ a: 0, b: 0, c: 0 }), clusters: 120 }
    const [, more] = tonightLines([row], new Set())
    expect(
      tonightLines([row], new Set([more?.key ?? '']))
        .map(told)
        .at(-1)?.[0],
    ).toBe('117 more clusters not named here')
  })

  it('are one line on a board, which has fifteen', () => {
    const rows = [rowOf({ a: 0, b: 60 }), ...Array.from({ length: 20 }, (_, i) => rowOf({ [`c-${i}`]: i }))]
    const { lines, left } = boardLines(rows)
    expect(lines).toHaveLength(15)
    expect(lines.slice(0, 2).map(told)).toEqual([
      ['2 of payments', 1, 1],
      ['c-0', 1],
    ])
    expect(left).toBe(6)
  })
})

it('puts rows with projects of one’s own first in their state, and hides nothing', () => {
  const of = (name: string, project: string, state: TonightTableRow['state'] = 'toCome') => {
    const row = rowOf({ [name]: 0 }, { state })
    return { ...row, members: row.members.map((member) => ({ ...member, project })) }
  }
  const rows = [of('a', 'ads', 'willFail'), of('b', 'ads'), of('c', 'media')]
  const names = (own: readonly string[]) => ownFirst(rows, own).map(({ members }) => members[0]?.name)
  expect(names(['media'])).toEqual(['a', 'c', 'b'])
  expect(names([])).toEqual(['a', 'b', 'c'])
})

describe('rows of a night are arranged', () => {
  const gcp = { kind: 'CloudProfile', name: 'gcp' } as const
  const rows = [
    rowOf({ a: 90 }, { state: 'willFail' }),
    rowOf({ b: 30 }, { state: 'willFail', profile: gcp }),
    rowOf({ c: 60 }),
    rowOf({ d: 0 }, { profile: gcp }),
  ]
  it.each([
    ['state', 'attention', 'abcd'],
    ['state', 'time', 'badc'],
    ['profile', 'attention', 'acbd'],
    ['profile', 'time', 'cadb'],
    ['none', 'time', 'dbca'],
  ] as const)('by %s and %s: %s', (group, sort, expected) => {
    const names = arrangedRows(rows, { group, sort }).map(({ members }) => members[0]?.name)
    expect(names.join('')).toBe(expected)
  })
})

it('changes what is seen with the minute, not with every answer', () => {
  const answer = (at: string, begin = night.begin) => ({ at, begin, zone }) as TonightAnswer
  const shown = answer('2026-11-21T20:10:05Z')
  expect(isShownNext(undefined, shown)).toBe(true)
  expect(isShownNext(shown, answer('2026-11-21T20:10:40Z'))).toBe(false)
  expect(isShownNext(shown, answer('2026-11-21T20:11:00Z'))).toBe(true)
  // Another night at once; and a pinned clock has no other minute.
  expect(isShownNext(shown, answer('2026-11-21T20:10:40Z', '2026-11-22T17:00:00Z'))).toBe(true)
  expect(isShownNext(shown, answer('2026-11-21T20:10:05Z'))).toBe(true)
})
