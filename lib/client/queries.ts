import { queryOptions } from '@tanstack/react-query'
import type { Answer, Asked, JsonRouteName, ProfileRefBody } from '@/lib/contract'
import type { Moment } from './at'
import { ask, type RequestError } from './fetch-json'
import { MINUTE } from './time-text'

export interface ShootName {
  readonly namespace: string
  readonly name: string
}

export type QueryOf<K extends JsonRouteName> = Asked<K> extends { readonly query?: infer Q } ? NonNullable<Q> : never

/** What the clusters table asks for; each may be left out. */
export type ShootsParams = QueryOf<'GET /api/shoots'>

/**
 * The questions of the pages. A key is the route and what is asked of it: pages prefetch with the same options (see `prefetch` in
 * `app`), so the browser finds the answer under the same key.
 */
export const queries = {
  status: () => timed('GET /api/status', {}),
  profiles: (query: Moment = {}) => timed('GET /api/cloudprofiles', { query }),
  profile: (ref: ProfileRefBody, query: QueryOf<'GET /api/cloudprofiles/[...ref]'> = {}) =>
    timed('GET /api/cloudprofiles/[...ref]', { path: { ref: profileParts(ref) }, query }),
  /** The profile as a draft of edits begins with it. */
  source: (ref: ProfileRefBody, query: Moment = {}) =>
    timed('GET /api/workbench/[...ref]', { path: { ref: profileParts(ref) }, query }),
  /** What was applied, newest first. */
  journal: () => query('GET /api/journal', {}),
}

/** What stays as it is until something changes in the garden. */
export function query<K extends JsonRouteName>(name: K, asked: Asked<K>) {
  return queryOptions<Answer<K>, RequestError, Answer<K>, readonly [K, Asked<K>]>({
    queryKey: [name, asked],
    queryFn: ({ signal }) => ask(name, asked, signal),
  })
}

/** Time goes on even when nothing changes in the garden; a pinned clock does not, nor does the past. */
export function timed<K extends JsonRouteName>(
  name: K,
  asked: Asked<K> & { readonly query?: Moment; readonly body?: Moment },
) {
  const { at, seen = at } = asked.query ?? asked.body ?? {}
  return { ...query(name, asked), refetchInterval: seen === undefined ? 5 * MINUTE : (false as const) }
}

/** The parts of a profile's path: its name, of a namespaced one after its namespace. */
export function profileParts(ref: ProfileRefBody): string[] {
  return ref.kind === 'CloudProfile' ? [ref.name] : [ref.namespace, ref.name]
}

/** `aws`, or `garden-core/aws-ext` for a namespaced one: in addresses of pages. */
export function profilePath(ref: ProfileRefBody): string {
  return profileParts(ref).map(encodeURIComponent).join('/')
}

/** `aws` or `garden-core/aws-ext`, to read. */
export function profileName(ref: ProfileRefBody): string {
  return profileParts(ref).join('/')
}
