import { describe, expect, test } from 'vitest'
import { windowFrom } from '@/components/outlook/testdata/answers'
import type { Advice } from '@/lib/contract/clusters'
import {
  beforeWords,
  checklistCountsText,
  checklistOf,
  dayItemOf,
  decideText,
  doneItems,
  goodNight,
  plannedCount,
  toDoText,
  tooLateText,
} from './checklist'

const NOW = '2026-11-21T18:00:00Z'
const ZONE = '+01:00'
const TONIGHT = '2026-11-21T21:00:00Z'
const DECEMBER = '2026-12-15T21:00:00Z'

const advice = (title: string, kind: Advice['kind'], before: string | null, edits: Advice['edits'] = []): Advice => ({
  title,
  kind,
  before,
  edits,
  text: '',
  patch: null,
  patchType: null,
  asksForTime: false,
})
const edit = { field: 'spec.kubernetes.version', value: '1.33.7' } as const
const update = advice('update', 'do', DECEMBER, [edit])
const keep = advice('keep', 'choice', TONIGHT)
const ask = advice('ask', 'warning', null)
const window = advice('window', 'no-help', null)
const on = advice('on', 'done', null)

const told = (list: ReturnType<typeof checklistOf>) => [
  ...list.groups.map(({ before, items }) => [before, ...items.map((item) => `${item.advice.title} ${item.state}`)]),
  list.rest.map((item) => `${item.advice.title} ${item.state}`),
]

test.each([
  [
    'the most urgent first, then what is done, then what is of no use',
    [update, window, keep, ask, on],
    [],
    [
      [null, 'ask others'],
      [TONIGHT, 'keep open'],
      [DECEMBER, 'update open'],
      ['on done', 'window no-help'],
    ],
  ],
  ['what the plan has', [update], [edit], [[DECEMBER, 'update planned'], []]],
  [
    'another value of the same field is another plan',
    [update],
    [{ ...edit, value: '1.33.6' }],
    [[DECEMBER, 'update open'], []],
  ],
  ['what nobody can plan is never planned', [keep], [edit], [[TONIGHT, 'keep open'], []]],
  ['nothing', [], [], [[]]],
] as const)('%s', (_, all, planned, list) => {
  expect(told(checklistOf(all, planned))).toEqual(list)
})

test.each([
  [TONIGHT, 'before tonight 22:00'],
  [DECEMBER, 'before Tue 15 Dec 22:00'],
  [null, 'now'],
])('%s is %s', (before, text) => {
  expect(beforeWords(before, ZONE, NOW)).toBe(text)
})

test.each([
  ['One thing to decide before tonight 22:00', [update, keep], []],
  ['2 things to decide before Tue 15 Dec 22:00', [update, advice('b', 'do', DECEMBER)], []],
  ['Nothing is left for you to decide', [update], [edit]],
  ['Only operators can help', [ask, window], []],
  ['There is nothing that you have to do', [on], []],
] as const)('%s', (text, all, planned) => {
  expect(decideText(checklistOf(all, planned), ZONE, NOW).join(' ').trim()).toBe(text)
})

test.each([
  ['1 open, 1 in your plan, 3 done', [update, keep, on, window], [edit], 2],
  ['1 for operators', [ask], [], 0],
  ['nothing is forced, and nothing fails', [window], [], 0],
] as const)('%s', (text, all, planned, done) => {
  expect(checklistCountsText(checklistOf(all, planned), done)).toBe(text)
})

test('the tab counts what is left to do, and the night is chosen beside an update that is planned', () => {
  expect([toDoText([update, keep, ask, window, on]), toDoText([ask, window])]).toEqual(['2 to do', null])
  const choice = { ...keep, edits: [{ field: 'spec.kubernetes.version', value: '1.33.7' }] } as Advice
  expect(dayItemOf(checklistOf([choice, update], [edit]))?.advice).toBe(update)
  expect(plannedCount(checklistOf([choice, update, window], [edit]))).toBe(2)
  expect(dayItemOf(checklistOf([choice], [edit]))).toBeNull()
})

test.each([
  ['a day that is in time', '2026-12-14T21:00:00Z', null],
  ['at once', null, null],
  [
    'a day on which it helps no more',
    DECEMBER,
    'Your plan is for Tue 15 Dec. That is too late for this: send it before.',
  ],
])('%s', (_, on, text) => {
  expect(tooLateText(update, on, ZONE)).toBe(text)
})

describe('what is done is recognised', () => {
  const move = { component: 'controlPlane', pool: null, image: null, from: '1.32.8', to: '1.32.9' } as const
  const moved = {
    at: '2026-11-17T21:06:00Z',
    after: null,
    cause: 'by-hand' as const,
    moves: [move],
    step: null,
    reconciliation: null,
    known: [],
  }
  const past = {
    since: '2026-10-01T00:00:00Z',
    updates: [moved],
    settings: [
      { at: '2026-11-18T10:00:00Z', fact: { kind: 'auto-update', of: 'machineImage', on: false } },
      { at: '2026-11-12T10:00:00Z', fact: { kind: 'profile', from: 'aws', to: 'garden-payments/aws-extended' } },
    ] as const,
  }

  test('as updates were made, and as its owner set it since', () => {
    expect(doneItems([edit], past, ZONE)).toEqual([
      { title: 'Updated the control plane to Kubernetes 1.32.9', text: 'Tue 17 Nov 2026 22:06, by hand.' },
      { title: 'Image auto-update was turned off.', text: 'Wed 18 Nov 2026 11:00.' },
      {
        title: 'The cluster was moved from the profile aws to garden-payments/aws-extended.',
        text: 'Thu 12 Nov 2026 11:00.',
      },
    ])
  })

  test('as the plan has it, where nothing is recorded', () => {
    expect(doneItems([edit], { since: null, updates: [], settings: [] }, ZONE).map(({ title }) => title)).toEqual([
      'Kubernetes: 1.33.7',
    ])
  })

  test('of a thing to do, until it is advised no more', () => {
    expect(told(checklistOf([update, keep], [edit], [edit]))).toEqual([[TONIGHT, 'keep open'], ['update done']])
  })

  test('a maintenance that failed has done nothing', () => {
    const failed = { ...moved, moves: [{ ...move, to: null }] }
    expect(doneItems([], { ...past, updates: [failed], settings: [] }, ZONE)).toEqual([])
  })
})

describe('a good night', () => {
  const night = (day: number, is: { readonly isQuiet?: boolean; readonly isWeekend?: boolean } = {}) => ({
    window: windowFrom(`2026-11-${day}T21:00:00Z`),
    isWeekend: false,
    isFrozen: false,
    own: null,
    isQuiet: true,
    ...is,
    others: { clusters: 0, names: [], nodes: 0 },
  })
  const nights = [night(20), night(21, { isQuiet: false }), night(22, { isWeekend: true }), night(23), night(24)]

  test.each([
    ['is a quiet weekday that is still to come', null, '2026-11-23T21:00:00Z'],
    ['is before the time', '2026-11-24T21:00:00Z', '2026-11-23T21:00:00Z'],
    ['is not the one in which it is forced', '2026-11-23T21:00:00Z', undefined],
  ])('%s', (_, before, begin) => {
    expect(goodNight(nights, before, NOW)?.window.begin).toBe(begin)
  })
})
