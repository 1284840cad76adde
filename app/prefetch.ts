import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { unstable_rethrow } from 'next/navigation'
import { cache } from 'react'
import type { Answer, JsonRouteName } from '@/lib/contract'
import type { Question } from '@/lib/server/answers'
import { answerHere } from './answer'

/** How a prefetch went. A page turns a not-found into its 404; other errors are asked for again and shown in place. */
export type Prefetched = { readonly kind: 'ready' } | { readonly kind: 'failed'; readonly error: unknown }

interface Query<K extends JsonRouteName> {
  readonly queryKey: QueryKey & { readonly 0: K; readonly 1: Question }
}

/** Puts an answer of this process, computed without HTTP, under the key that the browser uses for the same question. */
export async function prefetch(client: QueryClient, { queryKey }: Query<JsonRouteName>): Promise<Prefetched> {
  try {
    client.setQueryData(queryKey, await answerOnce(JSON.stringify(queryKey)))
    return { kind: 'ready' }
  } catch (error) {
    // A redirect is thrown too.
    unstable_rethrow(error)
    return { kind: 'failed', error }
  }
}

/** So long a page waits for what it is whole without, in milliseconds. */
const patience = 200

/** The same for what a page can do without for now: when it takes longer, the browser asks for it. */
export async function prefetchSoon(client: QueryClient, query: Query<JsonRouteName>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, patience)
  })
  await Promise.race([prefetch(client, query), late]).finally(() => clearTimeout(timer))
}

/** The answer for what is said of a page elsewhere, computed once with the page's own; null: there is none. */
export async function askedOf<K extends JsonRouteName>({ queryKey }: Query<K>): Promise<Answer<K> | null> {
  try {
    return (await answerOnce(JSON.stringify(queryKey))) as Answer<K>
  } catch (error) {
    unstable_rethrow(error)
    return null
  }
}

/** Once for each request, whoever asks for it. */
const answerOnce = cache(async (key: string): Promise<unknown> => {
  const [name, question] = JSON.parse(key) as [JsonRouteName, Question]
  return answerHere(name, question)
})
