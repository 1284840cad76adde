import type { Moment } from '@/lib/browser/at'
import { timed } from '@/lib/browser/query'
import type { Asked } from '@/lib/contract/route'
import type { PolicyEffectsRoute, PolicyRoute, PolicyStatusRoute } from './contract'

export const policyQueries = {
  policyStatus: (query: Moment = {}) => timed<PolicyStatusRoute>('GET /api/policy', { query }),
  /** Asked by POST: a policy does not fit an address. */
  policy: (body: Asked<PolicyRoute>['body']) => timed<PolicyRoute>('POST /api/policy', { body }),
  /** Takes longer than the policy itself: asked when that is shown. */
  policyEffects: (body: Asked<PolicyEffectsRoute>['body']) =>
    timed<PolicyEffectsRoute>('POST /api/policy/effects', { body }),
}
