import type { Moment } from '@/lib/browser/at'
import { timed } from '@/lib/browser/query'
import type { ExceptionsRoute, MoreTimeInput, MoreTimeRoute } from './contract'

/** What a draft asks, apart from the moment. */
export type AskedMoreTime = Pick<MoreTimeInput, 'project' | 'profile' | 'image' | 'version' | 'until' | 'clusters'>

export const exceptionsQueries = {
  exceptions: (query: Moment = {}) => timed<ExceptionsRoute>('GET /api/exceptions', { query }),
  /** Asked by POST: clusters may be many. */
  moreTime: (body: MoreTimeInput) => timed<MoreTimeRoute>('POST /api/more-time', { body }),
}
