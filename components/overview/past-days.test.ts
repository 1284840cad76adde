import { describe, expect, test } from 'vitest'
import { dayAgoText, pastFacts, pastSentence } from '@/lib/words/overview'
import { unrecorded } from '../timeline/range'
import { dayColumns, hatchedParts, isRecordedDay, mondayLabels, type PastDay, type PastMovement } from './days'
import { withPast } from './minors'

const NOTHING = { forced: 0, rolling: 0, fails: 0, auto: 0, byHand: 0, top: [], expected: null }

function day(date: string, change: Partial<PastDay> = {}): PastDay {
  return { date, ...NOTHING, ...change }
}

function movement(change: Partial<PastMovement> = {}): PastMovement {
  return {
    revision: '1',
    observedAt: '2026-11-21T18:00:00Z',
    at: '2026-11-21T12:00:00Z',
    zone: 'UTC',
    since: '2026-09-22T00:00:00Z',
    gaps: [],
    left: 0,
    days: ['2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21'].map((date) => day(date)),
    minors: { at: [], series: [] },
    ...change,
  }
}

describe('what is not recorded', () => {
  const at = (text: string) => Date.parse(text)
  const [from, to] = [at('2026-11-18T00:00:00Z'), at('2026-11-21T12:00:00Z')]

  test('is what lies before the first record, and the gaps, as far as they are shown', () => {
    expect(unrecorded({ since: '2026-09-22T00:00:00Z', gaps: [] }, { from, to })).toEqual([])
    const gaps = [
      { from: '2026-11-10T00:00:00Z', until: '2026-11-12T00:00:00Z' },
      { from: '2026-11-21T06:00:00Z', until: null },
    ]
    expect(unrecorded({ since: '2026-11-19T12:00:00Z', gaps }, { from, to })).toEqual([
      { from, to: at('2026-11-19T12:00:00Z') },
      { from: at('2026-11-21T06:00:00Z'), to },
    ])
  })

  test('is hatched by parts of days, each as wide as any other, also the one that goes on', () => {
    const gaps = [{ from: '2026-11-20T12:00:00Z', until: '2026-11-21T06:00:00Z' }]
    expect(hatchedParts(movement({ since: '2026-11-18T12:00:00Z', gaps }))).toEqual([
      { from: 0, to: 0.5 },
      { from: 2.5, to: 3.5 },
    ])
  })

  test('is said of days of which nothing is known, not of those in part', () => {
    const some = movement({ since: '2026-11-19T12:00:00Z' })
    expect([0, 1, 2, 3].map((index) => isRecordedDay(some, index))).toEqual([false, true, true, true])
  })
})

test('a day says what happened, and what had been expected', () => {
  const days = [
    day('2026-11-19', { expected: { forced: 0, fails: 0, auto: 0 } }),
    day('2026-11-20', {
      forced: 3,
      rolling: 3,
      fails: 1,
      auto: 1,
      byHand: 2,
      expected: { forced: 14, fails: 2, auto: 2 },
    }),
    day('2026-11-21', { auto: 4 }),
  ]
  expect(days.map((one) => pastFacts(one, true))).toEqual([
    'nothing; expected nothing',
    '3 forced, 3 with nodes rolling, 1 began to fail, 1 auto-update, 2 by hand; expected 14 forced, 2 to fail, 2 auto-updates',
    '4 auto-updates',
  ])
  expect(pastFacts(day('2026-11-18'), false)).toBe('not recorded')
  expect([0, 28, 29, 30].map((index) => dayAgoText(index, 31))).toEqual([
    '30 days ago',
    '2 days ago',
    'yesterday',
    'today so far',
  ])
})

describe('the sentence', () => {
  const expected = { forced: 4, fails: 1, auto: 9 }
  test.each<[string, Partial<PastMovement>, string]>([
    [
      'sums up what happened and what was expected of the days of which both are known',
      { days: [day('2026-11-20', { forced: 9 }), day('2026-11-21', { forced: 1, fails: 2, auto: 5, expected })] },
      'Since Sat 21 Nov: 1 forced update (forecast 30 days earlier: 4), 2 new failures (forecast: 1).',
    ],
    [
      'is about all days where that is known',
      { days: [day('2026-11-21', { expected })] },
      'In the last 30 days: 0 forced updates (forecast 30 days earlier: 4), 0 new failures (forecast: 1).',
    ],
    ['waits for what is still computed', { left: 3, days: [day('2026-11-21', { expected })] }, ''],
    [
      'says from when on it is known',
      { since: '2026-11-19T12:00:00Z' },
      'What was expected 30 days before is known from 20 Dec on.',
    ],
    ['says nothing where no forecast is known for another reason', {}, ''],
  ])('%s', (_, change, text) => expect(pastSentence(movement(change))).toBe(text))
})

test('what had been expected is as high as if it had happened', () => {
  const [was, is] = dayColumns([
    day('2026-11-20', { expected: { forced: 30, fails: 10, auto: 9 } }),
    { ...day('2026-11-21'), forced: 40 },
  ])
  expect([was?.expected, was?.figure]).toEqual([is?.kubelet, ''])
})

test('today has its number once, though it stands in two columns', () => {
  const monday = '2026-11-23'
  expect(mondayLabels([{ date: '2026-11-22' }, { date: monday }, { date: monday }])).toEqual([{ text: '23', at: 2.5 }])
})

describe('minors of the past and ahead', () => {
  const ahead = {
    at: ['2026-11-21T18:00:00Z', '2026-12-01T00:00:00Z'],
    series: [
      { minor: '1.9', counts: [3, 0] },
      { minor: '1.10', counts: [4, 7] },
    ],
  }
  const past = {
    at: ['2026-10-01T00:00:00Z', '2026-11-21T18:00:00Z'],
    series: [
      { minor: '1.8', counts: [2, 0] },
      { minor: '1.9', counts: [5, 3] },
    ],
  }

  test('are one row of steps; a minor that is missing on one side is on no cluster there', () => {
    expect(withPast(past, ahead, '2026-10-01T00:00:00Z')).toEqual({
      at: ['2026-10-01T00:00:00Z', ...ahead.at],
      series: [
        { minor: '1.8', counts: [2, 0, 0] },
        { minor: '1.9', counts: [5, 3, 0] },
        { minor: '1.10', counts: [0, 4, 7] },
      ],
    })
  })

  test('begin with nothing where the record begins later', () => {
    const { at, series } = withPast(past, ahead, '2026-09-22T18:00:00Z')
    expect([at[0], series[1]?.counts]).toEqual(['2026-09-22T18:00:00Z', [0, 5, 3, 0]])
  })
})
