import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { headers } from 'next/headers'
import { redirect, unstable_rethrow } from 'next/navigation'
import { cache } from 'react'
import type { AnsweredRoute, JsonRoute, RouteAnswer, RouteQuestion } from '@/lib/contract/route'
import { type AnswerTo, answer, askerOf, identityOf, type RequestInput } from '@/lib/http/answer'
import { doneWithin } from '@/lib/process/done-within'
import { isCoded } from '@/lib/process/errors'

/** The answer of a route for the reader of the page, who signs in first where they have to. Throws as `answer` does. */
export async function answerHere<R extends AnsweredRoute>(
  route: R,
  answerTo: AnswerTo<NoInfer<R>>,
  question?: RequestInput,
) {
  const sent = await headers()
  try {
    const asker = await askerOf(sent)
    return await answer(route, answerTo, asker, { ...question, identity: identityOf(asker, sent) })
  } catch (error) {
    if (!isCoded(error) || error.code !== 'unauthenticated') throw error
    const address = `${sent.get('x-path') ?? '/'}${sent.get('x-search') ?? ''}`
    redirect(`/signin?to=${encodeURIComponent(address)}`)
  }
}

/** What the garden calls the reader of the page; null: there is no sign-in here, or it does not say now. */
export async function readerName(): Promise<string | null> {
  try {
    return (await askerOf(await headers())).user?.name ?? null
  } catch {
    return null
  }
}

/** How a prefetch went. A page turns a not-found into its 404; other errors are asked for again and shown in place. */
export type PrefetchOutcome = 'ready' | 'not-found' | 'failed'

/** What the browser asks of a route. */
export interface BrowserQuery<R extends JsonRoute> {
  readonly queryKey: QueryKey & readonly [name: R['name'], asked: RouteQuestion<R>]
}

/** Puts an answer of this process, computed without HTTP, under the key that the browser uses for the same question. */
export async function prefetch<R extends JsonRoute>(
  client: QueryClient,
  route: R,
  answerTo: AnswerTo<NoInfer<R>>,
  { queryKey }: BrowserQuery<NoInfer<R>>,
): Promise<PrefetchOutcome> {
  try {
    client.setQueryData(queryKey, await answerOnce(route, answerTo, JSON.stringify(queryKey[1])))
    return 'ready'
  } catch (error) {
    // A redirect is thrown too.
    unstable_rethrow(error)
    return isCoded(error) && error.code === 'not-found' ? 'not-found' : 'failed'
  }
}

/** How long a page waits for what it may be sent without, in milliseconds. */
const patience = 200

/** As `prefetch`, for what a page can do without for now: if it takes longer, the browser asks for it. */
export async function prefetchSoon<R extends JsonRoute>(
  client: QueryClient,
  route: R,
  answerTo: AnswerTo<NoInfer<R>>,
  query: BrowserQuery<NoInfer<R>>,
): Promise<void> {
  await doneWithin(prefetch(client, route, answerTo, query), patience)
}

/** The answer for what is said of a page elsewhere, computed once with the page's own; null: there is none. */
export async function askedOf<R extends JsonRoute>(
  route: R,
  answerTo: AnswerTo<NoInfer<R>>,
  { queryKey }: BrowserQuery<NoInfer<R>>,
): Promise<RouteAnswer<R> | null> {
  try {
    return (await answerOnce(route, answerTo, JSON.stringify(queryKey[1]))) as RouteAnswer<R>
  } catch (error) {
    unstable_rethrow(error)
    return null
  }
}

/** Once for each request, for all parts of the page that ask for it. */
const answerOnce = cache(
  async <R extends JsonRoute>(route: R, answerTo: AnswerTo<NoInfer<R>>, asked: string): Promise<unknown> =>
    answerHere(route, answerTo, JSON.parse(asked) as RequestInput),
)
