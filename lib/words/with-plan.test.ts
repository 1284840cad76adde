import { describe, expect, it, test } from 'vitest'
import { TONIGHT_WINDOW, windowFrom } from '@/components/outlook/testdata/answers'
import { comparedRows, copyPlanText, ifNothingWords } from './checklist'

const NOW = '2026-11-21T18:00:00Z'
type Answer = Parameters<typeof comparedRows>[0]
type Prospect = Answer['before']

/** What is forced on a day; null: nothing. */
function forcedOn(day: string | null): Prospect['forced'] {
  const change = { pool: null, image: null, from: '1.32.13', to: '1.33.11', why: 'expired' }
  return day === null
    ? null
    : ({ window: windowFrom(`${day}T21:00:00Z`), changes: [change] } as unknown as Prospect['forced'])
}

function prospect(day: string | null, stuckFrom: string | null = null, nodes = 0, nights = 0): Prospect {
  return { steps: [], lanes: [], forced: forcedOn(day), stuckFrom, rolling: { nodes, nights } }
}

/** The same with a maintenance that fails on a day. */
function failingOn(day: string, other: Prospect): Prospect {
  const step = { kind: 'fails', window: windowFrom(`${day}T21:00:00Z`) }
  return { ...other, steps: [step] as unknown as Prospect['steps'] }
}

const shoot = { nextWindow: TONIGHT_WINDOW } as Answer['shoot']

describe('if nothing is done', () => {
  const told = (before: Prospect) => ifNothingWords({ before, shoot }, NOW)

  it('says what is forced and when, and from when on it is stuck', () => {
    expect(told(prospect('2026-12-15', '2027-04-30T20:00:00Z'))).toEqual({
      kind: 'forced',
      text: 'forced to Kubernetes 1.33.11 on Tue 15 Dec 22:00–23:00 +01:00, stuck from Fri 30 Apr 2027',
    })
  })

  it('says of what fails today that it is so already', () => {
    expect(told(prospect(null, NOW))).toEqual({ kind: 'fails', text: 'stuck already' })
  })

  it.each<[string, Prospect, ReturnType<typeof told>]>([
    [
      'before something is forced',
      failingOn('2026-12-12', prospect('2026-12-15')),
      {
        kind: 'fails',
        text: 'maintenance fails from Sat 12 Dec, forced to Kubernetes 1.33.11 on Tue 15 Dec 22:00–23:00 +01:00',
      },
    ],
    ['alone', failingOn('2026-12-12', prospect(null)), { kind: 'fails', text: 'maintenance fails from Sat 12 Dec' }],
    [
      'as what it is stuck for',
      failingOn('2026-12-12', prospect(null, '2026-12-12T21:00:00Z')),
      { kind: 'fails', text: 'stuck from Sat 12 Dec' },
    ],
  ])('says that maintenance fails %s', (_, before, words) => {
    expect(told(before)).toEqual(words)
  })

  it('says nothing where nothing is forced', () => {
    expect(told(prospect(null))).toBeNull()
  })
})

test('what a plan changes stands beside what comes without it', () => {
  const answer = {
    shoot,
    before: prospect('2026-12-15', NOW, 28, 2),
    after: prospect('2027-01-10', null, 20, 1),
    until: '2027-11-21T18:00:00Z',
    stepsUntil: null,
  } as unknown as Answer
  expect(comparedRows(answer).map((row) => Object.values(row))).toEqual([
    ['Next forced', '15 Dec 2026', '10 Jan 2027'],
    ['Stuck from', '21 Nov 2026', 'never, as far as known'],
    ['Node replacements until 21 Nov 2027, at most', '28', '20'],
    ['Nights in which nodes are replaced', '2', '1'],
  ])
})

test.each([
  [1, 'Copy the patch'],
  [2, 'Copy both patches'],
  [3, 'Copy all 3 patches'],
])('of %i', (count, text) => {
  expect(copyPlanText(count)).toBe(text)
})
