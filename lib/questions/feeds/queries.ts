import { query } from '@/lib/client/query'
import type { FeedScopeQuery } from '@/lib/contract/feed-addresses'
import type { FeedAddressesRoute } from './contract'

export const feedsQueries = {
  /** Addresses of calendars. */
  feedAddresses: (scope: FeedScopeQuery) =>
    query<FeedAddressesRoute>('GET /api/feeds/addresses', { query: { ...scope } }),
}
