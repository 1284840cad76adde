import { QueryClient } from '@tanstack/react-query'
import { mayRetry } from './fetch-json'
import { MINUTE, SECOND } from './time-text'

/** A new one per server render, one for the life of a browser tab. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // What the server rendered is fresh; live updates say when it no longer is.
        staleTime: MINUTE,
        gcTime: 10 * MINUTE,
        retry: (failures, error) => failures < 2 && mayRetry(error),
        retryDelay: (failures) => Math.min(SECOND * 2 ** failures, 8 * SECOND),
      },
    },
  })
}

/** Anything that has a key and can be answered: what the functions in `queries` return. */
interface Keyed {
  readonly queryKey: readonly unknown[]
}

/** How a prefetch went. A page turns a not-found into its 404; other errors are asked for again and shown in place. */
export type Prefetched = { readonly kind: 'ready' } | { readonly kind: 'failed'; readonly error: unknown }

/**
 * Puts an answer of this process under the key that the browser uses for the same route.
 * @param answer computes it without HTTP
 */
export async function prefetch(
  client: QueryClient,
  query: Keyed,
  answer: () => unknown | Promise<unknown>,
): Promise<Prefetched> {
  try {
    client.setQueryData(query.queryKey, await answer())
    return { kind: 'ready' }
  } catch (error) {
    return { kind: 'failed', error }
  }
}
