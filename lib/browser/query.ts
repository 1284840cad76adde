import { QueryCache, QueryClient, queryOptions } from '@tanstack/react-query'
import type { JsonRoute, NameOf, RouteAnswer, RouteQuestion } from '@/lib/contract/route'
import type { statusRoute } from '@/lib/contract/status'
import { MINUTE, SECOND } from '@/lib/words/time-text'
import type { QuerySubject } from './ask-again'
import type { ShownMoment } from './at'
import { ask, mayRetry, type RequestError } from './fetch-json'

export type QueryOf<R extends JsonRoute> =
  RouteQuestion<R> extends { readonly query?: infer Q } ? NonNullable<Q> : never

/**
 * What stays as it is until something changes in the garden. The key is the route and what is asked of it: pages prefetch with the same
 * options (see `prefetch` in `app`), so the browser finds the answer under the same key. `about` says which changes matter to it; absent:
 * all.
 */
export function query<R extends JsonRoute>(name: NameOf<R>, asked: RouteQuestion<R>, about?: QuerySubject) {
  return queryOptions<RouteAnswer<R>, RequestError, RouteAnswer<R>, readonly [NameOf<R>, RouteQuestion<R>]>({
    queryKey: [name, asked],
    queryFn: ({ signal }) => ask<R>(name, asked, signal),
    meta: { about },
  })
}

/** Time goes on even when nothing changes in the garden; a pinned clock does not, nor does the past. */
export function timed<R extends JsonRoute>(
  name: NameOf<R>,
  asked: RouteQuestion<R> & { readonly query?: ShownMoment; readonly body?: ShownMoment },
  about?: QuerySubject,
) {
  const { at, seen = at } = asked.query ?? asked.body ?? {}
  return { ...query<R>(name, asked, about), refetchInterval: seen === undefined ? 5 * MINUTE : (false as const) }
}

export const statusQueries = {
  status: () => timed<typeof statusRoute>('GET /api/status', {}, { kind: 'status' }),
}

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
