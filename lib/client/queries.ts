import { queryOptions } from '@tanstack/react-query'
import type { Answer, Asked, FeedScopeQuery, JsonRouteName, ProfileRefBody } from '@/lib/contract'
import type { Moment } from './at'
import { ask, type RequestError } from './fetch-json'
import type { Plan } from './plan'
import { MINUTE } from './time-text'

export interface ShootName {
  readonly namespace: string
  readonly name: string
}

export type QueryOf<K extends JsonRouteName> = Asked<K> extends { readonly query?: infer Q } ? NonNullable<Q> : never

/** What the clusters table asks for; each may be left out. */
export type ShootsParams = QueryOf<'GET /api/shoots'>

/** One version of a profile. `what` is `Kubernetes` or an image's name. */
interface VersionName {
  readonly profile: ProfileRefBody
  readonly what: string
  readonly version: string
}

/**
 * The questions of the pages. A key is the route and what is asked of it: pages prefetch with the same options (see `prefetch` in
 * `app`), so the browser finds the answer under the same key.
 */
export const queries = {
  status: () => timed('GET /api/status', {}),
  profiles: (query: Moment = {}) => timed('GET /api/cloudprofiles', { query }),
  profile: (ref: ProfileRefBody, query: QueryOf<'GET /api/cloudprofiles/[...ref]'> = {}) =>
    timed('GET /api/cloudprofiles/[...ref]', { path: { ref: profileParts(ref) }, query }),

  /** The whole landscape. */
  garden: (query: QueryOf<'GET /api/garden'>) => timed('GET /api/garden', { query }),
  find: (query: Moment & { readonly q: string }) => timed('GET /api/find', { query }),
  tonight: (query: Moment & { readonly zone: string }) => timed('GET /api/tonight', { query }),
  nearestUpdate: (query: QueryOf<'GET /api/updates/nearest'>) => timed('GET /api/updates/nearest', { query }),
  /** How it moved. */
  movement: (query: QueryOf<'GET /api/movement'>) => timed('GET /api/movement', { query }),
  /** What became of forecasts. */
  accuracy: (query: QueryOf<'GET /api/accuracy'>) => timed('GET /api/accuracy', { query }),

  shoots: (query: ShootsParams = {}) => timed('GET /api/shoots', { query }),
  shoot: (namespace: string, name: string, query: Moment = {}) =>
    timed('GET /api/shoots/[namespace]/[name]', { path: { namespace, name }, query }),
  maintenance: (path: ShootName, query: Moment = {}) =>
    timed('GET /api/shoots/[namespace]/[name]/maintenance', { path, query }),
  inPlace: (path: ShootName, query: Moment = {}) =>
    timed('GET /api/shoots/[namespace]/[name]/in-place', { path, query }),
  /** Asked by POST: a plan has many edits. */
  plan: ({ namespace, name }: ShootName, { at, seen, plan }: Moment & { readonly plan: Plan }) => {
    const body = { at, seen, edits: [...plan.edits], ...(plan.on !== null && { on: plan.on }) }
    return timed('POST /api/shoots/[namespace]/[name]/plan', { path: { namespace, name }, body })
  },
  /** When an update could be done by hand. */
  nights: ({ namespace, name }: ShootName, query: Moment = {}) =>
    timed('GET /api/shoots/[namespace]/[name]/nights', { path: { namespace, name }, query }),
  past: (path: ShootName, query: Moment = {}) => timed('GET /api/shoots/[namespace]/[name]/past', { path, query }),
  /** `window`: begin of the maintenance that is asked about. */
  why: (namespace: string, name: string, query: Moment & { readonly window: string }) =>
    timed('GET /api/shoots/[namespace]/[name]/why', { path: { namespace, name }, query }),
  /** Why a maintenance took the versions that it took, by what was known then. */
  whyThen: (path: ShootName, { seen, window }: { readonly seen: string; readonly window: string }) =>
    timed('GET /api/shoots/[namespace]/[name]/why', { path, query: { seen, at: seen, window } }),

  project: (name: string, query: Moment & { readonly zone: string }) =>
    timed('GET /api/projects/[name]', { path: { name }, query }),
  film: (body: Asked<'POST /api/film'>['body']) => timed('POST /api/film', { body }),
  wall: (body: Asked<'POST /api/wall'>['body']) => timed('POST /api/wall', { body }),
  /** One project on some days. */
  wallCell: (body: Asked<'POST /api/wall/cell'>['body']) => timed('POST /api/wall/cell', { body }),

  version: ({ profile, what, version }: VersionName, query: Moment & { readonly zone: string }) =>
    timed('GET /api/versions/[...ref]', { path: { ref: versionParts(profile, what, version) }, query }),
  evidence: ({ profile, what, version }: VersionName, query: QueryOf<'GET /api/evidence/[...ref]'>) =>
    timed('GET /api/evidence/[...ref]', { path: { ref: versionParts(profile, what, version) }, query }),
  newCluster: (ref: ProfileRefBody, query: QueryOf<'GET /api/new-cluster/[...ref]'> = {}) =>
    timed('GET /api/new-cluster/[...ref]', { path: { ref: profileParts(ref) }, query }),
  /** Both as `profileName` has them. */
  compare: (query: QueryOf<'GET /api/compare'>) => timed('GET /api/compare', { query }),
  /** The past of a profile. */
  profileHistory: (ref: ProfileRefBody, asked: Moment & { readonly zone: string }) =>
    timed('GET /api/history/cloudprofiles/[...ref]', { path: { ref: profileParts(ref) }, query: asked }),
  /** What the change of a profile did that followed on `before`. */
  changeEffect: (ref: ProfileRefBody, before: string) =>
    query('GET /api/history/effects/[...ref]', { path: { ref: profileParts(ref) }, query: { seen: before } }),

  /** The profile as a draft of edits begins with it. */
  source: (ref: ProfileRefBody, query: Moment = {}) =>
    timed('GET /api/workbench/[...ref]', { path: { ref: profileParts(ref) }, query }),
  /** A draft for other tools: diff, merge patch, command. */
  draftTexts: (body: Asked<'POST /api/apply/texts'>['body']) => query('POST /api/apply/texts', { body }),
  /** What was applied, newest first. */
  journal: () => query('GET /api/journal', {}),
  policyStatus: (query: Moment = {}) => timed('GET /api/policy', { query }),
  /** Asked by POST: a policy does not fit an address. */
  policy: (body: Asked<'POST /api/policy'>['body']) => timed('POST /api/policy', { body }),
  /** Takes longer than the policy itself: asked when that is shown. */
  policyEffects: (body: Asked<'POST /api/policy/effects'>['body']) => timed('POST /api/policy/effects', { body }),
  /** Addresses of calendars. */
  feedAddresses: (scope: FeedScopeQuery) => query('GET /api/feeds/addresses', { query: { ...scope } }),
}

/** What stays as it is until something changes in the garden. */
function query<K extends JsonRouteName>(name: K, asked: Asked<K>) {
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
function profileParts(ref: ProfileRefBody): string[] {
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

/** The parts of a version's path: those of its profile, then `kubernetes` or an image's name, and the version. */
export function versionParts(ref: ProfileRefBody, what: string, version: string): string[] {
  return [...profileParts(ref), what === 'Kubernetes' ? 'kubernetes' : what, version]
}
