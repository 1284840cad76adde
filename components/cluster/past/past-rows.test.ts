import { expect, test } from 'vitest'
import { pastRows, timesFailed } from './past-rows'
import { failureAt, updateOf } from './updates.test.support'

const nights = ['2026-11-20T02:04:00Z', '2026-11-19T02:04:00Z', '2026-11-18T02:04:00Z'] as const
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
