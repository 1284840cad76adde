import { describe, expect, it, test } from 'vitest'
import { comparedRows, copyPlanText, ifNothingWords } from './with-plan'

const NOW = '2026-11-21T18:00:00Z'
type Answer = Parameters<typeof comparedRows>[0]
type Step = Answer['before']['steps'][number]

/** A night in which so many nodes are replaced. */
function step(day: string, nodes: number, is: Partial<Step> = {}): Step {
  const begin = `${day}T21:00:00Z`
  const window = { begin, end: `${day}T22:00:00Z`, latestStart: `${day}T21:45:00Z`, offset: '+01:00' }
  const forced = { pool: null, image: null, from: '1.32.13', to: '1.33.11', why: 'expired' }
  const effects = [
    { pool: 'web', effect: 'rolling', nodes: { min: 0, max: nodes }, because: [] },
    { pool: 'own', effect: 'inPlace', nodes: { min: 4, max: 4 }, because: [] },
  ]
  return { window, changes: [forced], denied: false, effects, ...is } as unknown as Step
}

function prospect(steps: readonly Step[], stuckFrom: string | null = null): Answer['before'] {
  return { steps, lanes: [{ stuckFrom: null }, { stuckFrom }] }
}

const shoot = { nextWindow: step('2026-11-21', 0).window } as unknown as Answer['shoot']

describe('if nothing is done', () => {
  const told = (before: Answer['before']) => ifNothingWords({ before, shoot }, NOW)

  it('says what is forced and when, and from when on it is stuck', () => {
    expect(told(prospect([step('2026-12-15', 3)], '2027-04-30T20:00:00Z'))).toEqual({
      kind: 'forced',
      text: 'forced to Kubernetes 1.33.11 on Tue 15 Dec 22:00–23:00 +01:00, stuck from Fri 30 Apr 2027',
    })
  })

  it('says of what fails today that it is so already', () => {
    expect(told(prospect([], NOW))).toEqual({ kind: 'fails', text: 'stuck already' })
  })

  it('says nothing where nothing is forced', () => {
    expect(told(prospect([step('2026-12-15', 3, { changes: [] })]))).toBeNull()
  })
})

test('what a plan changes stands beside what comes without it', () => {
  const answer: Answer = {
    shoot,
    before: prospect([step('2026-12-15', 20), step('2027-01-10', 8), step('2027-02-01', 9, { denied: true })], NOW),
    after: prospect([step('2027-01-10', 8)]),
    until: '2027-11-21T18:00:00Z',
    stepsUntil: null,
    sentAt: '2026-11-23T21:00:00Z',
    rollOut: null,
    parts: [
      { effect: 'rolling', nodes: { min: 0, max: 12 } },
      { effect: 'inPlace', nodes: { min: 4, max: 4 } },
    ],
  }
  expect(comparedRows(answer).map((row) => Object.values(row))).toEqual([
    ['Next forced', '15 Dec 2026', '10 Jan 2027'],
    ['Stuck from', '21 Nov 2026', 'never, as far as known'],
    ['Node replacements until 21 Nov 2027, at most', '28', '20'],
    ['Nights in which nodes are replaced', '2', '2'],
  ])
  // What is rolled out in the window of a step is replaced in that night.
  const together = { ...answer, rollOut: { begin: '2027-01-10T21:00:00Z' } }
  expect(comparedRows(together).at(-1)).toMatchObject({ with: '1' })
})

test.each([
  [1, 'Copy the patch'],
  [2, 'Copy both patches'],
  [3, 'Copy all 3 patches'],
])('of %i', (count, text) => {
  expect(copyPlanText(count)).toBe(text)
})
