import { describe, expect, test } from 'vitest'
import type { LaneBody, LaneSegmentBody, ShootAnswer } from '@/lib/contract/clusters'
import type { ShootPastAnswer } from '@/lib/questions/cluster/contract'
import { placedRuns } from '../../timeline/layout'
import { pastRows, pastRuns, timesFailed, updatesOn, wholeLanes } from './past-lanes'
import { failureAt, updateOf } from './testdata/updates'

const NOW = Date.parse('2026-11-21T18:00:00Z')
const segment = (version: string, from: string | null, to: string | null): LaneSegmentBody => ({
  version,
  stage: 'supported',
  from,
  to,
})
const lane = (id: string, segments: LaneSegmentBody[], pool: string | null = null): LaneBody => ({
  id,
  pool,
  what: 'Kubernetes',
  segments,
  stuckFrom: null,
})
const whole = (ahead: LaneSegmentBody[], before: LaneSegmentBody[]) =>
  wholeLanes(
    { lanes: [lane('control-plane', ahead)] } as unknown as ShootAnswer,
    { lanes: [{ id: 'control-plane', segments: before }] } as unknown as ShootPastAnswer,
    NOW,
  )[0]?.segments.map(({ version, from, to }) => [version, from, to])

describe('a whole lane', () => {
  test('one version goes on over now as one stretch', () => {
    expect(
      whole(
        [segment('1.33.1', null, '2026-12-01T00:00:00Z'), segment('1.34.0', '2026-12-01T00:00:00Z', null)],
        [
          segment('1.32.1', '2026-09-22T18:00:00Z', '2026-10-01T00:00:00Z'),
          segment('1.33.1', '2026-10-01T00:00:00Z', '2026-11-21T18:00:00Z'),
        ],
      ),
    ).toEqual([
      ['1.32.1', '2026-09-22T18:00:00Z', '2026-10-01T00:00:00Z'],
      ['1.33.1', '2026-10-01T00:00:00Z', '2026-12-01T00:00:00Z'],
      ['1.34.0', '2026-12-01T00:00:00Z', null],
    ])
  })

  test('another version ahead begins where the record ends', () => {
    expect(
      whole([segment('1.34.0', null, null)], [segment('1.33.1', '2026-10-01T00:00:00Z', '2026-11-21T17:00:00Z')]),
    ).toEqual([
      ['1.33.1', '2026-10-01T00:00:00Z', '2026-11-21T17:00:00Z'],
      ['1.34.0', '2026-11-21T17:00:00Z', null],
    ])
  })

  test('without a record it is the forecast, without what lies before now', () => {
    expect(
      whole([segment('1.32.1', null, '2026-11-01T00:00:00Z'), segment('1.33.1', '2026-11-01T00:00:00Z', null)], []),
    ).toEqual([['1.33.1', '2026-11-01T00:00:00Z', null]])
  })
})

const nights = ['2026-11-20T02:04:00Z', '2026-11-19T02:04:00Z', '2026-11-18T02:04:00Z'] as const

describe('the labels of updates', () => {
  const range = { from: NOW - 60 * 86_400_000, to: NOW + 60 * 86_400_000 }
  const box = { range, width: 1200, now: NOW, measure: (text: string) => text.length * 6 }
  const placed = (...updates: ReturnType<typeof updateOf>[]) =>
    placedRuns(pastRuns({ updates, gaps: [] }, 'UTC'), box).map(({ first, second, labelAt }) => [
      first,
      second,
      labelAt,
    ])

  test('stand right of their lines, and left of the label of now where they would touch it', () => {
    expect(
      placed(updateOf({ at: '2026-11-20T18:00:00Z' }), updateOf({ at: '2026-11-01T18:00:00Z', cause: 'by-hand' })),
    ).toEqual([
      ['20 Nov', 'forced', 522],
      ['1 Nov', 'by hand', 406],
    ])
  })

  test('those nearest to now are kept where they would touch', () => {
    expect(
      placed(
        updateOf({ at: '2026-11-02T18:00:00Z' }),
        updateOf({ at: '2026-11-01T18:00:00Z' }),
        updateOf({ at: '2026-10-10T18:00:00Z', cause: 'auto' }),
      ).map(([day, , at]) => [day, at !== null]),
    ).toEqual([
      ['2 Nov', true],
      ['1 Nov', false],
      ['10 Oct', true],
    ])
  })

  test('failures night after night have one, at the first', () => {
    const nights = ['2026-11-19T02:04:00Z', '2026-11-18T02:04:00Z', '2026-11-17T02:04:00Z'].map((at) => failureAt(at))
    expect(placed(...nights).map(([day, cause]) => [day, cause])).toEqual([['17 Nov', 'failed']])
  })
})

test('an update stands on the lanes that it changed', () => {
  const image = { component: 'poolImage', pool: 'web', image: 'gardenlinux', from: '1', to: '2' } as const
  const update = updateOf({ moves: [image] })
  const plane = updateOf()
  const on = (id: string, pool: string | null, followers: string[] = []) =>
    updatesOn(lane(id, [], pool), [update, plane], new Set(followers))
  expect(on('control-plane', null)).toEqual([plane])
  expect(on('pool/web/image', 'web')).toEqual([update])
  expect(on('pool/db/image', 'db')).toEqual([])
  expect(on('pool/web/kubernetes', 'web', ['web'])).toEqual([plane])
  expect(on('pool/web/kubernetes', 'web')).toEqual([])
})

const [third, second, first] = nights.map((at) => failureAt(at)) as [
  ReturnType<typeof failureAt>,
  ReturnType<typeof failureAt>,
  ReturnType<typeof failureAt>,
]
const short = (rows: ReturnType<typeof pastRows>) =>
  rows.map((row) => (row.kind === 'gap' ? `gap ${row.at}` : `${row.update.at} to ${row.first.at}: ${row.count}`))

test('failures that repeat each other are one row', () => {
  expect(short(pastRows({ updates: [third, second, first], gaps: [] }))).toEqual([`${nights[0]} to ${nights[2]}: 3`])
})

test('what lies in between parts them: an update, another reason, a time of which nothing is recorded', () => {
  const update = updateOf({ at: '2026-11-18T12:00:00Z' })
  expect(pastRows({ updates: [third, second, update, first], gaps: [] })).toHaveLength(3)
  expect(pastRows({ updates: [third, failureAt(nights[1], 'another reason')], gaps: [] })).toHaveLength(2)
  const gap = { from: '2026-11-18T12:00:00Z', until: '2026-11-18T13:00:00Z' }
  expect(short(pastRows({ updates: [third, second, first], gaps: [gap] }))).toEqual([
    `${nights[0]} to ${nights[1]}: 2`,
    `gap ${gap.from}`,
    `${nights[2]} to ${nights[2]}: 1`,
  ])
})

test('updates that did the same are two', () => {
  const updates = [updateOf({ at: nights[0] }), updateOf({ at: nights[1] })]
  expect(pastRows({ updates, gaps: [] })).toHaveLength(2)
})

test('how often it had failed counts back from the one that is asked about', () => {
  const updates = [third, second, updateOf({ at: '2026-11-18T12:00:00Z' }), first]
  expect(updates.map((update) => timesFailed(updates, update))).toEqual([2, 1, 1, 1])
})
