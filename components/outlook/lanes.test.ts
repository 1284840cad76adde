import { describe, expect, test } from 'vitest'
import type { LaneBody, ShootAnswer } from '@/lib/contract/clusters'
import { shownSteps, stuckText } from '@/lib/words/shown-steps'
import { namedOnce } from '../timeline/lane'
import { type ChartBox, placedRuns } from '../timeline/layout'
import { laneGroups, laneMarks, lanePath, laneRange, laneSegments, mergedLanes, runsOf } from './lanes'
import { NOW, shootOf } from './testdata/answers'

const now = Date.parse(NOW)
const day = (at: number) => new Date(at).toISOString().slice(0, 10)
const boxOf = (answer: ShootAnswer, width = 860): ChartBox => ({
  range: laneRange(answer, now),
  width,
  now,
  measure: (text) => text.length * 6,
})
const laneOf = (id: string, answer = shootOf()): LaneBody => {
  const lane = answer.lanes.find((one) => one.id === id)
  if (lane === undefined) throw new Error(`no lane ${id}`)
  return lane
}

const drawn = (lane: LaneBody, answer: ShootAnswer) =>
  namedOnce(laneSegments(lane, answer.steps, { zone: '+01:00', now }), boxOf(answer), [])

describe('the range of a forecast', () => {
  test.each([
    ['to the end of the month of the last date that is set', {}, '2026-10-31', '2027-08-31'],
    ['without dates: half a year', { knownUntil: null, steps: [] }, '2026-10-31', '2027-05-31'],
    ['never beyond what is computed', { knownUntil: '2031-01-01T00:00:00Z' }, '2026-10-31', '2027-11-30'],
  ])('%s', (_, over, from, to) => {
    // Months begin at 23:00 UTC the day before at +01:00.
    const range = laneRange(shootOf(over), now)
    expect([day(range.from), day(range.to)]).toEqual([from, to])
  })
})

describe('a lane', () => {
  test('has a diamond where its version changes; a pool without its own version moves with the control plane', () => {
    const { steps } = shootOf()
    const marks = (id: string) => laneMarks(laneOf(id), steps).map(({ at, kind }) => `${day(at)} ${kind}`)
    expect(marks('control-plane')).toEqual(['2026-12-15 forced', '2027-06-30 forced'])
    expect(marks('pool/web-a/kubernetes')).toEqual(marks('control-plane'))
    expect(marks('pool/web-a/image')).toEqual(['2026-11-21 auto'])
    expect(marks('pool/batch/image')).toEqual(['2027-01-12 forced', '2027-04-30 fails'])
  })

  test('names each version once, and says on the red line that nothing follows', () => {
    const answer = shootOf()
    const texts = (id: string) =>
      drawn(laneOf(id), answer).map(({ span, textAt, words }) => (textAt === null ? `(${words})` : span.label))
    expect(texts('pool/batch/image')).toEqual(['15.5.20250901', '15.6.20260930', '(no version to move to)'])
    expect(texts('control-plane')).toEqual(['1.32.9', '1.33.7', '1.34.3'])
  })

  test('of a pool that a maintenance does not come to it says that it stays, not that there is no version', () => {
    const { steps } = shootOf()
    const silent = steps.map((step) => ({
      ...step,
      changes: step.changes.map((change) =>
        change.to === null ? { ...change, unreported: 'Nothing is said.' } : change,
      ),
    }))
    expect(stuckText(laneOf('pool/batch/image'), silent)).toBe('stays: the images end before it')
    expect(laneMarks(laneOf('pool/batch/image'), silent).map(({ text }) => text)).toContainEqual(
      expect.stringMatching(/^fails: stays on /),
    )
  })

  test('a version that ages within the lane is named in the first stretch with room', () => {
    const answer = shootOf()
    const lane: LaneBody = {
      ...laneOf('control-plane'),
      segments: [
        { version: '1.1.1', stage: 'preview', from: null, to: '2026-11-02T00:00:00Z' },
        { version: '1.1.1', stage: 'supported', from: '2026-11-02T00:00:00Z', to: '2027-03-01T00:00:00Z' },
        { version: '1.1.1', stage: 'deprecated', from: '2027-03-01T00:00:00Z', to: null },
      ],
    }
    expect(drawn(lane, answer).map(({ textAt }) => textAt !== null)).toEqual([false, true, false])
  })
})

test('lanes that look the same are one line of the small chart', () => {
  expect(mergedLanes(shootOf().lanes).map(({ title }) => title)).toEqual(['Kubernetes', 'web-a and ledger', 'batch'])
})

test('in words, a lane names each version once, in its stage at that time', () => {
  const lane: LaneBody = {
    ...laneOf('control-plane'),
    segments: [
      { version: '1.1.1', stage: 'preview', from: null, to: '2026-11-02T00:00:00Z' },
      { version: '1.1.1', stage: 'supported', from: '2026-11-02T00:00:00Z', to: '2027-03-01T00:00:00Z' },
      { version: '1.2.0', stage: 'deprecated', from: '2027-03-01T00:00:00Z', to: null },
    ],
  }
  expect(lanePath(lane, now).map(({ version, stage }) => `${version} ${stage}`)).toEqual([
    '1.1.1 supported',
    '1.2.0 deprecated',
  ])
})

test('groups tell what their pool has', () => {
  expect(laneGroups(shootOf()).map(({ title, note }) => `${title}: ${note}`)).toEqual([
    'Control plane: ',
    'web-a: 12 nodes',
    'batch: 8 nodes',
    'ledger: 4 nodes, in place',
  ])
})

test('many pools whose lanes are the same are one group, with the nodes of all; each is there when it is wanted', () => {
  const answer = shootOf()
  const [first] = answer.shoot.pools.filter(({ name }) => name === 'web-a')
  const lanes = answer.lanes.filter(({ pool }) => pool === 'web-a')
  if (first === undefined) throw new Error('no pool web-a')
  const names = Array.from({ length: 30 }, (_, i) => `web-${i}`)
  const many = {
    ...answer,
    shoot: { ...answer.shoot, pools: names.map((name) => ({ ...first, name })) },
    lanes: names.flatMap((pool) => lanes.map((lane) => ({ ...lane, id: `${lane.id} ${pool}`, pool }))),
  }
  expect(laneGroups(many).map(({ title, note }) => `${title}: ${note}`)).toEqual([
    `30 pools: ${30 * first.nodes.max} nodes`,
  ])
  expect(laneGroups(many, true)).toHaveLength(30)
})

describe('the labels of runs', () => {
  const answer = shootOf()
  const labels = (width: number) =>
    placedRuns(runsOf(shownSteps(answer), now), boxOf(answer, width))
      .filter(({ labelAt }) => labelAt !== null)
      .map(({ first }) => first)

  test('all, where there is room', () => {
    expect(labels(1600)).toEqual(['21 Nov', '15 Dec', '12 Jan', '30 Apr', '30 Jun'])
  })

  test('when they collide, the next forced one is kept, then the one that fails, then the nearest', () => {
    expect(labels(260)).toEqual(['15 Dec', '30 Apr'])
    expect(labels(600)).toEqual(['15 Dec', '30 Apr', '30 Jun'])
  })
})
