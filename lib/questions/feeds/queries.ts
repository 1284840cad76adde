import { query } from '@/lib/browser/query'
import type { FeedAddressesRoute, FeedScopeQuery } from './contract'

export const feedsQueries = {
  /** Addresses of calendars. */
  feedAddresses: (scope: FeedScopeQuery) =>
    query<FeedAddressesRoute>('GET /api/feeds/addresses', { query: { ...scope } }),
}
