import type { Query, QueryClient } from '@tanstack/react-query'
import type { News } from '@/lib/contract/news'
import type { StatusAnswer } from '@/lib/contract/status'

/**
 * What an answer is about, as the `meta` of its query says. One without is about the whole landscape: every change is one of it.
 * `status`: also of what is said of the garden itself.
 */
export type QuerySubject =
  | { readonly kind: 'status' }
  /** The profile of the cluster decides what it runs, and its project who may do what: only changes of other clusters do not matter. */
  | { readonly kind: 'shoot'; readonly name: string }
  /** A profile or one of its versions, with the clusters that use it; `name` as `profileKey` has it. */
  | { readonly kind: 'profile'; readonly name: string }
  /** Another landscape: no change of this one matters to it. */
  | { readonly kind: 'elsewhere' }

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { readonly about?: QuerySubject | undefined; readonly [other: string]: unknown }
  }
}

/** Whether an answer about something may be another one after a change; `changed` as `News` has it. */
export function isNamed(about: QuerySubject | undefined, changed: News['changed']): boolean {
  if (about?.kind === 'elsewhere') return false
  if (changed === null || changed === 'all' || about?.kind === 'status') return true
  const { shoots, profiles, used, projects, problems } = changed
  if (profiles.length > 0 || projects.length > 0 || problems) return true
  if (about === undefined) return shoots.length > 0
  return about.kind === 'shoot' ? shoots.includes(about.name) : used.includes(about.name)
}

/** Asks again for the answers that news names, unless they are of this very state of the garden. */
export function askAgain(client: QueryClient, news: News): void {
  for (const query of client.getQueryCache().getAll()) {
    if (isNamed(query.meta?.about, news.changed)) ask(client, query, news)
  }
}

export function askAgainForAll(client: QueryClient): void {
  for (const query of client.getQueryCache().getAll()) ask(client, query, null)
}

export function askAgainForStatus(client: QueryClient): void {
  for (const query of client.getQueryCache().getAll()) {
    if (query.meta?.about?.kind === 'status') ask(client, query, null)
  }
}

/** Queries whose answer is on its way, with the last news that named it. */
const onTheirWay = new WeakMap<Query, { news: News | null }>()

/**
 * Asks again for one answer, unless it is of the state that news tells; null: in any case. One that is on its way may have been
 * computed before: it is waited for, so that a page of a busy garden gets its answers, and asks the next time once it has them.
 */
function ask(client: QueryClient, query: Query, news: News | null): void {
  const again = (latest: News | null) => {
    if (latest === null || !isOf(query, latest))
      void client.invalidateQueries({ queryKey: query.queryKey, exact: true })
  }
  if (query.state.fetchStatus === 'idle') {
    again(news)
    return
  }
  const known = onTheirWay.get(query)
  if (known !== undefined) {
    known.news = news
    return
  }
  const waiting = { news }
  onTheirWay.set(query, waiting)
  const answered = () => {
    onTheirWay.delete(query)
    again(waiting.news)
  }
  void query.promise?.then(answered, answered)
}

function isOf(query: Query, { revision, state, changed }: News): boolean {
  const own = revisionOf(query)
  // The first news of a stream says nothing against an answer that does not tell its state.
  if (own === undefined) return changed === null && query.state.data !== undefined
  if (own !== revision) return false
  return query.meta?.about?.kind !== 'status' || (query.state.data as StatusAnswer).garden.state === state
}

function revisionOf({ state: { data } }: Query): string | undefined {
  if (typeof data !== 'object' || data === null || !('revision' in data)) return undefined
  return typeof data.revision === 'string' ? data.revision : undefined
}
