import { expect, test } from 'vitest'
import type { PlanAnswer, PlanChoice } from '@/lib/questions/cluster/contract/plan'
import { withChoice } from './edited'

const STRATEGY = { pool: 'ledger', field: 'updateStrategy' }
const answer = {
  present: [
    { ...STRATEGY, value: 'AutoInPlaceUpdate' },
    { pool: 'ledger', field: 'maxSurge', value: 1 },
  ],
} as unknown as PlanAnswer
const choice = (value: string, also: PlanChoice['also'] = []): PlanChoice => ({
  value,
  also,
  stage: null,
  expires: null,
  isPresent: value === 'AutoInPlaceUpdate',
  refusal: null,
})
const surge = { pool: 'ledger', field: 'maxSurge', value: null } as const
const strategies = [choice('AutoInPlaceUpdate'), choice('ManualInPlaceUpdate', [surge])]
const other = { field: 'spec.kubernetes.version', value: '1.33.7' } as const

test('a strategy is planned with what the API server would refuse beside it, and without it again when it is taken back', () => {
  const plan = { on: null, edits: [other] }
  const manual = withChoice(answer, plan, STRATEGY, strategies, 'ManualInPlaceUpdate')
  expect(manual.edits).toEqual([other, { ...STRATEGY, value: 'ManualInPlaceUpdate' }, surge])
  expect(withChoice(answer, manual, STRATEGY, strategies, 'AutoInPlaceUpdate')).toEqual(plan)
})
