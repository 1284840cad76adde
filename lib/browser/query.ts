import { queryOptions } from '@tanstack/react-query'
import type { Answer, Asked, JsonRoute, NameOf } from '@/lib/contract/route'
import { MINUTE } from '@/lib/words/time-text'
import type { Moment } from './at'
import { ask, type RequestError } from './fetch-json'

export type QueryOf<R extends JsonRoute> = Asked<R> extends { readonly query?: infer Q } ? NonNullable<Q> : never

/**
 * What stays as it is until something changes in the garden. The key is the route and what is asked of it: pages prefetch with the same
 * options (see `prefetch` in `app`), so the browser finds the answer under the same key.
 */
export function query<R extends JsonRoute>(name: NameOf<R>, asked: Asked<R>) {
  return queryOptions<Answer<R>, RequestError, Answer<R>, readonly [NameOf<R>, Asked<R>]>({
    queryKey: [name, asked],
    queryFn: ({ signal }) => ask<R>(name, asked, signal),
  })
}

/** Time goes on even when nothing changes in the garden; a pinned clock does not, nor does the past. */
export function timed<R extends JsonRoute>(
  name: NameOf<R>,
  asked: Asked<R> & { readonly query?: Moment; readonly body?: Moment },
) {
  const { at, seen = at } = asked.query ?? asked.body ?? {}
  return { ...query<R>(name, asked), refetchInterval: seen === undefined ? 5 * MINUTE : (false as const) }
}
