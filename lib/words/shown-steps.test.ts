import { describe, expect, test } from 'vitest'
import { STEPS, shootOf, windowFrom } from '@/components/outlook/testdata/answers'
import type { DeadEndBody, ForecastStepBody } from '@/lib/contract/steps'
import { shownSteps, stuckText } from './shown-steps'
import { stepBlocks } from './steps'

const [, december, , april] = STEPS as readonly [ForecastStepBody, ForecastStepBody, ForecastStepBody, ForecastStepBody]
const mixed: ForecastStepBody = {
  ...december,
  kind: 'fails',
  window: windowFrom('2027-06-30T21:00:00Z'),
  changes: [...december.changes, ...april.changes],
}
const after: ForecastStepBody = {
  ...april,
  window: windowFrom('2027-07-01T21:00:00Z'),
  lastWindowBegin: '2027-08-29T21:00:00Z',
}

const UNTIL = '2027-08-30T00:00:00Z'
const shownOf = (...steps: readonly ForecastStepBody[]) => shownSteps({ steps: [...steps], until: UNTIL, stuck: null })

describe('what is new in a step', () => {
  test('a forced update while something else still fails is a forced update', () => {
    const shown = shownOf(april, mixed, after)
    expect(shown.map(({ kind }) => kind)).toEqual(['fails', 'forced'])
    const rows = stepBlocks(mixed, true, shown[1]).map(({ since, rows }) => [since, rows.at(-1)?.effect.text])
    expect(rows).toEqual([
      [null, '20 nodes roll; 4 nodes in place'],
      ['2027-04-30T21:00:00Z', 'Still fails every night'],
    ])
  })

  test('what failed before the forecast begins has done so since then', () => {
    const [change] = april.changes
    if (change === undefined) throw new Error('nothing fails')
    const end: DeadEndBody = {
      kind: 'image-end-of-life',
      until: null,
      text: '',
      component: change.component,
      pool: change.pool,
      image: change.image,
      version: change.from,
      to: null,
      rule: null,
      since: april.window.begin,
      began: '2027-04-20T21:00:00Z',
    }
    const shown = shownSteps({ steps: [april, mixed, after], until: UNTIL, stuck: { failing: null, deadEnds: [end] } })
    expect(shown.map(({ since }) => [...since.values()])).toEqual([[], ['2027-04-20T21:00:00Z']])
  })

  test('an update and its first failure in the same run: it fails', () => {
    expect(shownOf(mixed).map(({ kind }) => kind)).toEqual(['fails'])
  })

  test('another error, or another version it fails from, is new', () => {
    const other = { ...after, changes: april.changes.map((change) => ({ ...change, error: 'something else' })) }
    expect(shownOf(april, other)).toHaveLength(2)
  })

  test('a refusal is always shown', () => {
    const denied = { ...december, kind: 'fails' as const, denied: true }
    expect(shownOf(denied, denied).map(({ kind }) => kind)).toEqual(['fails', 'fails'])
  })
})

test('why a lane goes no further', () => {
  const { lanes, steps } = shootOf()
  const texts = lanes.map((lane) => stuckText(lane, steps))
  expect(texts.filter((text) => text !== '')).toEqual(['no version to move to'])
  const [controlPlane] = lanes
  if (controlPlane === undefined) throw new Error('no lane')
  const denied = { ...december, kind: 'fails' as const, denied: true }
  expect(stuckText({ ...controlPlane, stuckFrom: december.window.begin }, [denied])).toBe('refused every night')
})
