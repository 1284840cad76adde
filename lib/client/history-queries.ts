import type { ProfileRefBody } from '@/lib/contract'
import type { Moment } from './at'
import { profileParts, query, timed } from './queries'

/** The questions about the past of profiles. */
export const historyQueries = {
  profile: (ref: ProfileRefBody, asked: Moment & { readonly zone: string }) =>
    timed('GET /api/history/cloudprofiles/[...ref]', { path: { ref: profileParts(ref) }, query: asked }),
  /** Of the change that followed on `before`. */
  effect: (ref: ProfileRefBody, before: string) =>
    query('GET /api/history/effects/[...ref]', { path: { ref: profileParts(ref) }, query: { seen: before } }),
}
