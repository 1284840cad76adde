import { queryOptions } from '@tanstack/react-query'
import type { Answer, Asked, JsonRoute, NameOf } from '@/lib/contract/route'
import type { StatusRoute } from '@/lib/contract/status'
import { MINUTE } from '@/lib/words/time-text'
import type { About } from './ask-again'
import type { Moment } from './at'
import { ask, type RequestError } from './fetch-json'

export type QueryOf<R extends JsonRoute> = Asked<R> extends { readonly query?: infer Q } ? NonNullable<Q> : never

/**
 * What stays as it is until something changes in the garden. The key is the route and what is asked of it: pages prefetch with the same
 * options (see `prefetch` in `app`), so the browser finds the answer under the same key. `about` says which changes matter to it; absent:
 * all.
 */
export function query<R extends JsonRoute>(name: NameOf<R>, asked: Asked<R>, about?: About) {
  return queryOptions<Answer<R>, RequestError, Answer<R>, readonly [NameOf<R>, Asked<R>]>({
    queryKey: [name, asked],
    queryFn: ({ signal }) => ask<R>(name, asked, signal),
    meta: { about },
  })
}

/** Time goes on even when nothing changes in the garden; a pinned clock does not, nor does the past. */
export function timed<R extends JsonRoute>(
  name: NameOf<R>,
  asked: Asked<R> & { readonly query?: Moment; readonly body?: Moment },
  about?: About,
) {
  const { at, seen = at } = asked.query ?? asked.body ?? {}
  return { ...query<R>(name, asked, about), refetchInterval: seen === undefined ? 5 * MINUTE : (false as const) }
}

export const statusQueries = {
  status: () => timed<StatusRoute>('GET /api/status', {}, { kind: 'status' }),
}
