import { QueryCache, QueryClient } from '@tanstack/react-query'
import { MINUTE, SECOND } from '@/lib/words/time-text'
import { mayRetry, type RequestError } from './fetch-json'

/**
 * How long a query keeps an answer that is not shown, as its `gcTime`. On the server there is no such time: it would hold the
 * page in memory until it is over, though the page was sent long ago and nothing else refers to its client.
 */
export function keptFor(milliseconds: number): number {
  return typeof window === 'undefined' ? Number.POSITIVE_INFINITY : milliseconds
}

/** A new one per server render, one for the life of a browser tab. */
export function makeQueryClient(): QueryClient {
  const client = new QueryClient({
    queryCache: new QueryCache({
      // Too much was asked for at once: what is still shown then is asked for again.
      onError: (error, { queryKey }) => {
        const { retryAfter } = error as RequestError
        if (retryAfter) setTimeout(() => client.invalidateQueries({ queryKey }), retryAfter * SECOND)
      },
    }),
    defaultOptions: {
      queries: {
        // What the server rendered is fresh; live updates say when it no longer is.
        staleTime: MINUTE,
        gcTime: keptFor(10 * MINUTE),
        retry: (failures, error) => failures < 2 && mayRetry(error),
        retryDelay: (failures) => Math.min(SECOND * 2 ** failures, 8 * SECOND),
      },
    },
  })
  return client
}
