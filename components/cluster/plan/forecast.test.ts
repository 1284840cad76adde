import { expect, test } from 'vitest'
import type { PlanAnswer } from '@/lib/contract/plan'
import { NOW, shootOf } from '../../outlook/testdata/answers'
import { forecastRows, stepRows } from './forecast'

const { shoot, lanes, steps } = shootOf()
const pool = shoot.pools.find(({ name }) => name === 'web-a')
const step = steps.find(({ changes }) => changes.some((change) => change.pool === 'web-a'))
const change = step?.changes.find((one) => one.pool === 'web-a')
if (pool === undefined || step === undefined || change === undefined) throw new Error('nothing of web-a')
const names = Array.from({ length: 30 }, (_, i) => `web-${i}`)
const prospect = {
  steps: [{ ...step, operations: [], changes: names.map((name) => ({ ...change, pool: name })) }],
  lanes: [
    ...lanes.filter((lane) => lane.pool === null),
    ...names.flatMap((name) =>
      lanes
        .filter((lane) => lane.pool === 'web-a')
        .map((lane) => ({ ...lane, id: `${lane.what} ${name}`, pool: name })),
    ),
  ],
}
const before = {
  ...prospect,
  lanes: prospect.lanes.map((lane) =>
    lane.pool === 'web-7' ? { ...lane, segments: lane.segments.slice(0, 1) } : lane,
  ),
}
const answer = {
  before: prospect,
  after: prospect,
  sentAt: NOW,
  shoot: { ...shoot, pools: names.map((name) => ({ ...pool, name })) },
} as unknown as PlanAnswer
const other = { ...answer, before: { ...answer.before, ...before } }
const told = (given: PlanAnswer, isEach?: boolean) =>
  forecastRows(given, isEach).map(({ title, note }) => `${title} ${note}`.trim())

test('lanes of many pools that are the same, without the plan and with it, are one; each is there when it is wanted', () => {
  expect(told(answer)).toEqual(['Control plane', '30 pools Kubernetes', '30 pools gardenlinux'])
  expect(told(answer, true)).toHaveLength(1 + 2 * 30)
  expect(told(other)).toContain('web-7 gardenlinux')
  expect(told(other)).toContain('29 pools gardenlinux')
})

test('what happens to many pools alike in a window is said once', () => {
  expect(stepRows(answer).map((row) => row.with)).toEqual([`30 pools: gardenlinux ${change.from} → ${change.to}`])
})
