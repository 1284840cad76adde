import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { JsonRouteName } from '@/lib/contract'
import { answer, type Question } from '@/lib/server/answers'

/** How a prefetch went. A page turns a not-found into its 404; other errors are asked for again and shown in place. */
export type Prefetched = { readonly kind: 'ready' } | { readonly kind: 'failed'; readonly error: unknown }

/** Puts an answer of this process, computed without HTTP, under the key that the browser uses for the same question. */
export async function prefetch(
  client: QueryClient,
  { queryKey }: { readonly queryKey: QueryKey & { readonly 0: JsonRouteName; readonly 1: Question } },
): Promise<Prefetched> {
  try {
    client.setQueryData(queryKey, await answer(queryKey[0], queryKey[1]))
    return { kind: 'ready' }
  } catch (error) {
    return { kind: 'failed', error }
  }
}
