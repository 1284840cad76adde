import type { Asked } from '@/lib/contract'
import type { Moment } from './at'
import { timed } from './queries'

/** What is asked about a policy. */
export const policyQueries = {
  policyStatus: (query: Moment = {}) => timed('GET /api/policy', { query }),
  /** Asked by POST: a policy does not fit an address. */
  policy: (body: Asked<'POST /api/policy'>['body']) => timed('POST /api/policy', { body }),
  /** Takes longer than the policy itself: asked when that is shown. */
  policyEffects: (body: Asked<'POST /api/policy/effects'>['body']) => timed('POST /api/policy/effects', { body }),
}
