import { clockQuery } from '@/lib/contract/common'
import { policyAnswer, policyEffectsAnswer, policyQuery, policyStatusAnswer } from '@/lib/contract/policy'
import type { Route } from '@/lib/contract/route'
import { notFound } from '@/lib/contract/route'

export const policyStatusRoute = {
  name: 'GET /api/policy',
  summary: 'How far each CloudProfile is from the policy that `POLICY` names',
  query: clockQuery,
  answer: policyStatusAnswer,
} as const satisfies Route
export type PolicyStatusRoute = typeof policyStatusRoute

export const policyRoute = {
  name: 'POST /api/policy',
  summary: 'What a policy would edit in a CloudProfile, now and in a year',
  body: policyQuery,
  answer: policyAnswer,
  refusals: notFound,
} as const satisfies Route
export type PolicyRoute = typeof policyRoute

export const policyEffectsRoute = {
  name: 'POST /api/policy/effects',
  summary: 'What that means for its clusters',
  body: policyQuery,
  answer: policyEffectsAnswer,
  costly: 'sight',
  refusals: notFound,
} as const satisfies Route
export type PolicyEffectsRoute = typeof policyEffectsRoute
