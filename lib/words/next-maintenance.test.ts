import { describe, expect, it, test } from 'vitest'
import { NOW, TONIGHT_WINDOW, windowFrom } from '@/components/outlook/testdata/answers'
import type { FailingSoFar } from '@/lib/contract/clusters'
import type { PoolEffectBody } from '@/lib/contract/steps'
import type { MaintenanceTask } from '@/lib/questions/cluster/contract/maintenance'
import {
  alikeTasks,
  beginMomentText,
  beginSentence,
  effectsOfTasks,
  inEachText,
  inOrderText,
  isOwn,
  onceFinishedText,
  outcomeSentence,
  worstCaseText,
} from './next-maintenance'
import { plain } from './phrases'

const now = Date.parse(NOW)

test.each([
  [TONIGHT_WINDOW, 'Europe/Berlin', 'The next maintenance begins in 3 h, tonight 22:00–23:00 +01:00.'],
  [
    TONIGHT_WINDOW,
    'Asia/Kolkata',
    'The next maintenance begins in 3 h, tonight 22:00–23:00 +01:00, Sun 22 Nov 02:30–03:30 for you.',
  ],
  [
    windowFrom('2026-11-21T17:30:00Z'),
    'Europe/Berlin',
    'The next maintenance may begin now, at any moment until 19:15 +01:00.',
  ],
  [
    windowFrom('2026-11-21T00:00:00Z', 24 * 60 + 14),
    'Europe/Berlin',
    'The next maintenance may begin at any time of the day: no window that can be read says when.',
  ],
])('it says when it begins: %#', (window, zone, text) => {
  expect(plain(beginSentence(window, now, zone))).toBe(text)
})

const web: PoolEffectBody = { pool: 'web', effect: 'rolling', nodes: { min: 3, max: 3 }, because: [] }
function task(kind: MaintenanceTask['kind'], over: Partial<MaintenanceTask> = {}): MaintenanceTask {
  const nothing = { from: null, to: null, stays: false, note: '', reason: null, text: '', effects: [], restarts: false }
  return { kind, state: 'runs', component: null, pool: null, what: kind, ...nothing, ...over }
}

describe('what becomes of it', () => {
  const said = (over: Partial<Parameters<typeof outcomeSentence>[0]>, failing?: FailingSoFar) =>
    outcomeSentence({ outcome: 'changes', tasks: [], asLast: null, window: TONIGHT_WINDOW, ...over }, now, failing).text

  it('is as the last one only where that is known', () => {
    expect(said({ outcome: 'refused' })).toBe('It will be refused.')
    expect(said({ outcome: 'refused', asLast: '2026-11-20T20:12:00Z' })).toBe(
      'It will be refused, as the last one was on Fri 20 Nov.',
    )
    expect(said({ outcome: 'fails', asLast: '2026-11-20T20:12:00Z' })).toBe(
      'Part of it will fail, as the last one did on Fri 20 Nov.',
    )
    const failing = { since: '2026-11-16T20:00:00Z', nights: 5, last: '2026-11-20T20:12:00Z' }
    expect(said({ outcome: 'refused', asLast: failing.last }, failing)).toBe(
      'It will be refused, as on the last 5 nights, since Mon 16 Nov.',
    )
  })

  it('counts what changes', () => {
    const tasks = [
      task('change'),
      task('change'),
      task('change', { state: 'fails' }),
      task('rotation'),
      task('operation'),
    ]
    expect(said({ tasks })).toBe('2 versions change, 1 rotation starts and 1 operation starts.')
    expect(said({ outcome: 'nothing-due', tasks: [task('reconciliation')] })).toBe(
      'Nothing is due: it only reconciles.',
    )
    expect(said({ outcome: 'nothing-due', tasks: [task('reconciliation', { state: 'waits' })] })).toBe(
      'Nothing is due, and no reconciliation is started.',
    )
  })
})

test('a pool is touched once, by the first part that does', () => {
  const tasks = [
    task('change', { effects: [web] }),
    task('change', { effects: [web], restarts: true }),
    task('operation', { state: 'waits' }),
    task('rotation', { state: 'refused' }),
    task('change'),
    task('reconciliation'),
  ]
  expect(effectsOfTasks(tasks).map((lines) => lines.map(({ text }) => text))).toEqual([
    ['3 nodes roll'],
    ['API server and controllers restart', 'In the same run'],
    ['Waits'],
    [],
    ['No node is touched'],
    [''],
  ])
})

test('parts that do the same to many pools are one, with the effects on all of them; few stay apart', () => {
  const change = (pool: string, to: string) => ({
    ...task('change', { effects: [{ ...web, pool }] }),
    component: 'poolImage' as const,
    pool,
    what: `Pool ${pool}, image`,
    note: to,
    text: '',
  })
  const pools = (count: number) => Array.from({ length: count }, (_, i) => `w${i}`)
  const said = (tasks: readonly ReturnType<typeof change>[]) =>
    alikeTasks(tasks).map(({ what, note, effects }) => `${what} ${note}: ${effects.length}`)
  expect(said([change('db', '2'), ...pools(30).map((pool) => change(pool, '1'))])).toEqual([
    'Pool db, image 2: 1',
    '30 pools, image 1: 30',
  ])
  expect(said(pools(2).map((pool) => change(pool, '1')))).toEqual(['Pool w0, image 1: 1', 'Pool w1, image 1: 1'])
})

test('the worst case is set against the window', () => {
  const pools = [{ pool: 'web', milliseconds: 7_200_000, figure: '1 × (drain 2 h)' }]
  const window = 3_600_000
  const said = (worst: Parameters<typeof worstCaseText>[0]) => worstCaseText(worst, TONIGHT_WINDOW, now)
  expect(said({ milliseconds: 7_200_000, window, pools })).toBe(
    'Work on nodes takes at most 2 h (pool web: 1 × (drain 2 h)); the window is 1 h long, and nothing is stopped at its end. Begun at the last moment, it may go on until Sun 22 Nov 00:45.',
  )
  expect(said({ milliseconds: 1_800_000, window, pools: [] })).toBe(
    'Work on nodes takes at most 30 min; the window is 1 h long.',
  )
  expect(said({ milliseconds: null, window, pools: [{ pool: 'db', milliseconds: null, figure: '' }] })).toBe(
    'It goes on after the window: the nodes of db wait until somebody selects them; the window is 1 h long.',
  )
  expect(said(null)).toBeNull()
  const anyTime = windowFrom('2026-11-21T00:00:00Z', 24 * 60 + 14)
  expect(worstCaseText({ milliseconds: 7_200_000, window: 86_400_000, pools: [] }, anyTime, now)).toBe(
    'Work on nodes takes at most 2 h.',
  )
})

test('the moment is random, from now on where the window is open', () => {
  expect(beginMomentText(TONIGHT_WINDOW, now)).toContain('between 22:00 and 22:45')
  expect(beginMomentText(TONIGHT_WINDOW, Date.parse('2026-11-21T21:20:00Z'))).toContain('between now and 22:45')
})

test.each([
  ['If all nodes of pool db are updated before it begins, this maintenance runs.', 'changes', ['db']],
  ['If all nodes of pools a and db are updated before it begins, this maintenance runs.', 'changes', ['a', 'db']],
  [null, 'refused', ['db']],
  [null, 'fails', ['db']],
  [null, null, []],
] as const)('%s', (text, onceFinished, pending) => {
  expect(onceFinishedText({ onceFinished }, { pending: [...pending] })).toBe(text)
})

test('what was looked at and is in order is named in one sentence', () => {
  const checks = [
    { verdict: 'holds', title: 'Profile is known' },
    { verdict: 'no-matter', title: 'Without influence' },
    { verdict: 'holds', title: 'Window can be read' },
  ] as const
  expect(inOrderText(checks)).toBe('No problem: profile is known and window can be read')
  expect(inOrderText(checks.slice(1, 2))).toBe('Checks that decide nothing')
})

test('what comes last in each maintenance is told in one line', () => {
  const tasks = [
    { kind: 'change', what: 'Control plane' },
    { kind: 'roll-out', what: 'Confined roll-out' },
    { kind: 'reconciliation', what: 'Reconciliation' },
    { kind: 'infrastructure', what: 'Infrastructure and DNS' },
    { kind: 'restarts', what: 'Restarts' },
  ] as const
  expect(tasks.map(isOwn)).toEqual([true, true, false, false, false])
  expect(inEachText(tasks.slice(2))).toBe('Last in each maintenance: reconciliation, infrastructure and DNS, restarts')
})
