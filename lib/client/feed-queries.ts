import type { FeedScopeQuery } from '@/lib/contract'
import { query } from './queries'

/** The questions about addresses of calendars. */
export const feedQueries = {
  addresses: (scope: FeedScopeQuery) => query('GET /api/feeds/addresses', { query: { ...scope } }),
}
