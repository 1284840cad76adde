import { expect, test } from 'vitest'
import { shootOf, stepOf } from '@/components/outlook/testdata/answers'
import { doneOn, lastMaintenanceOf, lastText, unrecordedText } from './shown-steps'

const step = shootOf().lastMaintenance?.step ?? stepOf()
const done = { at: 5, isForeseen: false, step }

test('a pool that follows the control plane was changed with it', () => {
  const lane = {
    id: 'pool/a/kubernetes',
    pool: 'a',
    what: 'Kubernetes',
    segments: [{ version: '1.32.9', stage: 'supported' as const, from: null, to: null }],
    stuckFrom: null,
  }
  expect(doneOn(lane, done)).toEqual({ at: 5, text: 'done: from 1.32.8 to 1.32.9' })
  expect(doneOn({ ...lane, id: 'pool/a/image', what: 'gardenlinux' }, done)).toBeUndefined()
})

test('what failed changed nothing', () => {
  const failed = { ...step, changes: step.changes.map((change) => ({ ...change, to: null })) }
  const [lane] = shootOf().lanes
  if (lane === undefined) throw new Error('no lane')
  expect(doneOn(lane, { ...done, step: failed })).toBeUndefined()
})

test.each([
  ['four days ago', {}, true],
  ['in which nothing was done that is known', { step: null }, false],
  ['a month and more ago', { at: '2026-10-20T21:06:00Z' }, false],
])('the last maintenance, %s, is a row among the steps: %s', (_, more, isRow) => {
  const { lastMaintenance } = shootOf()
  const answer = shootOf({ lastMaintenance: lastMaintenance && { ...lastMaintenance, ...more } })
  expect(lastMaintenanceOf(answer) !== null).toBe(isRow)
})

test('the last one is not said to be recorded where it is foreseen', () => {
  expect(lastText({ foreseen: false })).toContain('recorded')
  expect(lastText({ foreseen: true })).toContain('forecast')
  expect(lastText({ foreseen: true })).not.toContain('recorded')
})

test('why none is recorded', () => {
  const refused = stepOf({ kind: 'fails', denied: true, state: null })
  expect(unrecordedText({ overdue: false, steps: [refused] })).toBe(
    'None is recorded: one that has nothing to report and is refused leaves no record, only an event.',
  )
  expect(unrecordedText({ overdue: false, steps: [{ ...refused, state: 'Failed' }] })).toContain(
    'none had anything to do',
  )
  expect(unrecordedText({ overdue: true, steps: [] })).toContain('although something was due')
})
