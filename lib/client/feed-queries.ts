import type { FeedScopeQuery } from '@/lib/contract'
import { query } from './queries'

/** The questions about addresses of calendars: apart from the others, as few ask them. */
export const feedQueries = {
  addresses: (scope: FeedScopeQuery) => query('GET /api/feeds/addresses', { query: { ...scope } }),
}
