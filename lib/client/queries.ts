import { queryOptions } from '@tanstack/react-query'
import type {
  FindAnswer,
  GardenAnswer,
  PolicyAnswer,
  PolicyEffectsAnswer,
  PolicyQuery,
  PolicyStatusAnswer,
  ProfileAnswer,
  ProfileRefBody,
  ProfilesAnswer,
  ShootAnswer,
  ShootsAnswer,
  ShootsQuery,
  SourceAnswer,
  StatusAnswer,
  WhyAnswer,
} from '@/lib/contract'
import { fetchJson, postJson, type RequestError, type SearchValue, searchText } from './fetch-json'
import { MINUTE } from './time-text'

/** The pinned clock; undefined: now. */
interface At {
  readonly at?: string | undefined
}

/** What the clusters table asks for; each may be left out. */
export type ShootsParams = { readonly [K in keyof ShootsQuery]?: ShootsQuery[K] | undefined }

/**
 * One definition per route: key and function live together. Pages prefetch with the same options and their own function
 * (see `prefetch`), so the browser finds the answer under the same key.
 */
export const queries = {
  status: () => route<StatusAnswer>('/api/status', {}),
  garden: (params: At & { readonly zone: string }) => route<GardenAnswer>('/api/garden', { ...params }),
  find: (params: At & { readonly q: string }) => route<FindAnswer>('/api/find', { ...params }),
  profiles: (params: At = {}) => route<ProfilesAnswer>('/api/cloudprofiles', { ...params }),
  profile: (ref: ProfileRefBody, params: At & { readonly select?: string | undefined } = {}) =>
    route<ProfileAnswer>(`/api/cloudprofiles/${profilePath(ref)}`, { ...params }),
  policyStatus: (params: At = {}) => route<PolicyStatusAnswer>('/api/policy', { ...params }),
  /** Asked by POST: a policy does not fit an address. */
  policy: (body: PolicyQuery) =>
    queryOptions<PolicyAnswer, RequestError>({
      queryKey: ['/api/policy', 'POST', body],
      queryFn: ({ signal }) => postJson<PolicyAnswer>('/api/policy', body, signal),
      refetchInterval: body.at === undefined ? 5 * MINUTE : false,
    }),
  /** The profile as a draft of edits begins with it. */
  source: (ref: ProfileRefBody, params: At = {}) =>
    route<SourceAnswer>(`/api/workbench/${profilePath(ref)}`, { ...params }),
  /** Takes longer than the policy itself: asked when that is shown. */
  policyEffects: (body: PolicyQuery) =>
    queryOptions<PolicyEffectsAnswer, RequestError>({
      queryKey: ['/api/policy/effects', 'POST', body],
      queryFn: ({ signal }) => postJson<PolicyEffectsAnswer>('/api/policy/effects', body, signal),
      refetchInterval: body.at === undefined ? 5 * MINUTE : false,
    }),
  shoots: (params: ShootsParams = {}) => route<ShootsAnswer>('/api/shoots', { ...params }),
  shoot: (namespace: string, name: string, params: At = {}) =>
    route<ShootAnswer>(shootPath(namespace, name), { ...params }),
  /** `window`: begin of the maintenance that is asked about. */
  why: (namespace: string, name: string, params: At & { readonly window: string }) =>
    route<WhyAnswer>(`${shootPath(namespace, name)}/why`, { ...params }),
}

function shootPath(namespace: string, name: string): string {
  return `/api/shoots/${encodeURIComponent(namespace)}/${encodeURIComponent(name)}`
}

/** `aws`, or `garden-core/aws-ext` for a namespaced one: in addresses of pages and routes. */
export function profilePath(ref: ProfileRefBody): string {
  const name = encodeURIComponent(ref.name)
  return ref.kind === 'CloudProfile' ? name : `${encodeURIComponent(ref.namespace)}/${name}`
}

/** `aws` or `garden-core/aws-ext`, to read. */
export function profileName(ref: ProfileRefBody): string {
  return ref.kind === 'CloudProfile' ? ref.name : `${ref.namespace}/${ref.name}`
}

function route<T>(path: string, params: Readonly<Record<string, SearchValue>>) {
  return queryOptions<T, RequestError>({
    queryKey: [path, params],
    queryFn: ({ signal }) => fetchJson<T>(path + searchText(params), signal),
    // Time goes on even when nothing changes in the garden; a pinned clock does not.
    refetchInterval: params.at === undefined ? 5 * MINUTE : false,
  })
}
