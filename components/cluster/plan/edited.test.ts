import { expect, test } from 'vitest'
import type { PlanAnswer, PlanChoice } from '@/lib/contract/plan'
import { alikePoolsOf, withChoice } from './edited'

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

test('pools that are alike stay together in the form, whatever is planned for one of them', () => {
  const named = (name: string, value: string) => ({ pool: name, field: 'machine.type', value })
  const names = Array.from({ length: 5 }, (_, i) => `w${i}`)
  const form = {
    pools: ['db', ...names].map((name) => ({ name, nodes: { min: 1, max: 3 } })),
    present: [named('db', 'large'), ...names.map((name) => named(name, 'small'))],
  } as unknown as PlanAnswer
  expect(alikePoolsOf(form).map(({ title }) => title)).toEqual(['db', '5 pools'])
})
