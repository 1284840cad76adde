import { queryOptions } from '@tanstack/react-query'
import type { FeedScopeQuery, ProfileChangeBody, ProfileRefBody } from '@/lib/contract'
import type { Answer, Asked, JsonRoute, NameOf } from '@/lib/contract/route'
import type { AccuracyRoute } from '@/lib/questions/accuracy/contract'
import type {
  InPlaceRoute,
  MaintenanceRoute,
  NightsRoute,
  PlanRoute,
  ShootPastRoute,
  ShootRoute,
  WhyRoute,
} from '@/lib/questions/cluster/contract'
import type { ShootsRoute, TonightRoute } from '@/lib/questions/clusters/contract'
import type { DraftTextsRoute, SourceRoute } from '@/lib/questions/draft/contract'
import type { FeedAddressesRoute } from '@/lib/questions/feeds/contract'
import type { FindRoute } from '@/lib/questions/find/contract'
import type { JournalRoute } from '@/lib/questions/journal/contract'
import type { MovementRoute, OverviewRoute } from '@/lib/questions/overview/contract'
import type { PolicyEffectsRoute, PolicyRoute, PolicyStatusRoute } from '@/lib/questions/policy/contract'
import type {
  ChangeEffectRoute,
  CompareRoute,
  NearestUpdateRoute,
  NewClusterRoute,
  ProfileHistoryRoute,
  ProfileRoute,
  ProfilesRoute,
} from '@/lib/questions/profiles/contract'
import type { ProjectRoute, WallCellRoute, WallRoute } from '@/lib/questions/projects/contract'
import type { StatusRoute } from '@/lib/questions/status/contract'
import type { EvidenceRoute, VersionRoute } from '@/lib/questions/version/contract'
import type { Moment } from './at'
import { ask, type RequestError } from './fetch-json'
import type { Plan } from './plan'
import { MINUTE } from './time-text'

export interface ShootName {
  readonly namespace: string
  readonly name: string
}

export type QueryOf<R extends JsonRoute> = Asked<R> extends { readonly query?: infer Q } ? NonNullable<Q> : never

/** What the clusters table asks for; each may be left out. */
export type ShootsParams = QueryOf<ShootsRoute>

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
  status: () => timed<StatusRoute>('GET /api/status', {}),
  profiles: (query: Moment = {}) => timed<ProfilesRoute>('GET /api/cloudprofiles', { query }),
  profile: (ref: ProfileRefBody, query: QueryOf<ProfileRoute> = {}) =>
    timed<ProfileRoute>('GET /api/cloudprofiles/[...ref]', { path: { ref: profileParts(ref) }, query }),

  /** The whole landscape. */
  garden: (query: QueryOf<OverviewRoute>) => timed<OverviewRoute>('GET /api/garden', { query }),
  find: (query: Moment & { readonly q: string }) => timed<FindRoute>('GET /api/find', { query }),
  tonight: (query: Moment & { readonly zone: string }) => timed<TonightRoute>('GET /api/tonight', { query }),
  nearestUpdate: (query: QueryOf<NearestUpdateRoute>) =>
    timed<NearestUpdateRoute>('GET /api/updates/nearest', { query }),
  /** How it moved. */
  movement: (query: QueryOf<MovementRoute>) => timed<MovementRoute>('GET /api/movement', { query }),
  /** What became of forecasts. */
  accuracy: (query: QueryOf<AccuracyRoute>) => timed<AccuracyRoute>('GET /api/accuracy', { query }),

  shoots: (query: ShootsParams = {}) => timed<ShootsRoute>('GET /api/shoots', { query }),
  shoot: (namespace: string, name: string, query: Moment = {}) =>
    timed<ShootRoute>('GET /api/shoots/[namespace]/[name]', { path: { namespace, name }, query }),
  maintenance: (path: ShootName, query: Moment = {}) =>
    timed<MaintenanceRoute>('GET /api/shoots/[namespace]/[name]/maintenance', { path, query }),
  inPlace: (path: ShootName, query: Moment = {}) =>
    timed<InPlaceRoute>('GET /api/shoots/[namespace]/[name]/in-place', { path, query }),
  /** Asked by POST: a plan has many edits. */
  plan: ({ namespace, name }: ShootName, { at, seen, plan }: Moment & { readonly plan: Plan }) => {
    const body = { at, seen, edits: [...plan.edits], ...(plan.on !== null && { on: plan.on }) }
    return timed<PlanRoute>('POST /api/shoots/[namespace]/[name]/plan', { path: { namespace, name }, body })
  },
  /** When an update could be done by hand. */
  nights: ({ namespace, name }: ShootName, query: Moment = {}) =>
    timed<NightsRoute>('GET /api/shoots/[namespace]/[name]/nights', { path: { namespace, name }, query }),
  past: (path: ShootName, query: Moment = {}) =>
    timed<ShootPastRoute>('GET /api/shoots/[namespace]/[name]/past', { path, query }),
  /** `window`: begin of the maintenance that is asked about. */
  why: (namespace: string, name: string, query: Moment & { readonly window: string }) =>
    timed<WhyRoute>('GET /api/shoots/[namespace]/[name]/why', { path: { namespace, name }, query }),
  /** Why a maintenance took the versions that it took, by what was known then. */
  whyThen: (path: ShootName, { seen, window }: { readonly seen: string; readonly window: string }) =>
    timed<WhyRoute>('GET /api/shoots/[namespace]/[name]/why', { path, query: { seen, at: seen, window } }),

  project: (name: string, query: Moment & { readonly zone: string }) =>
    timed<ProjectRoute>('GET /api/projects/[name]', { path: { name }, query }),
  wall: (body: Asked<WallRoute>['body']) => timed<WallRoute>('POST /api/wall', { body }),
  /** One project on some days. */
  wallCell: (body: Asked<WallCellRoute>['body']) => timed<WallCellRoute>('POST /api/wall/cell', { body }),

  version: ({ profile, what, version }: VersionName, query: Moment & { readonly zone: string }) =>
    timed<VersionRoute>('GET /api/versions/[...ref]', { path: { ref: versionParts(profile, what, version) }, query }),
  evidence: ({ profile, what, version }: VersionName, query: QueryOf<EvidenceRoute>) =>
    timed<EvidenceRoute>('GET /api/evidence/[...ref]', { path: { ref: versionParts(profile, what, version) }, query }),
  newCluster: (ref: ProfileRefBody, query: QueryOf<NewClusterRoute> = {}) =>
    timed<NewClusterRoute>('GET /api/new-cluster/[...ref]', { path: { ref: profileParts(ref) }, query }),
  /** Both as `profileName` has them. */
  compare: (query: QueryOf<CompareRoute>) => timed<CompareRoute>('GET /api/compare', { query }),
  /** The past of a profile. */
  profileHistory: (ref: ProfileRefBody, asked: Moment & { readonly zone: string }) =>
    timed<ProfileHistoryRoute>('GET /api/history/cloudprofiles/[...ref]', {
      path: { ref: profileParts(ref) },
      query: asked,
    }),
  /** What a change of a profile did: `change` is its moment, as it has it. */
  changeEffect: (ref: ProfileRefBody, { change }: Pick<ProfileChangeBody, 'change'>) =>
    query<ChangeEffectRoute>('GET /api/history/effects/[...ref]', {
      path: { ref: profileParts(ref) },
      query: { change },
    }),

  /** The profile as a draft of edits begins with it. */
  source: (ref: ProfileRefBody, query: Moment = {}) =>
    timed<SourceRoute>('GET /api/workbench/[...ref]', { path: { ref: profileParts(ref) }, query }),
  /** A draft for other tools: diff, merge patch, command. */
  draftTexts: (body: Asked<DraftTextsRoute>['body']) => query<DraftTextsRoute>('POST /api/apply/texts', { body }),
  /** What was applied, newest first. */
  journal: () => query<JournalRoute>('GET /api/journal', {}),
  policyStatus: (query: Moment = {}) => timed<PolicyStatusRoute>('GET /api/policy', { query }),
  /** Asked by POST: a policy does not fit an address. */
  policy: (body: Asked<PolicyRoute>['body']) => timed<PolicyRoute>('POST /api/policy', { body }),
  /** Takes longer than the policy itself: asked when that is shown. */
  policyEffects: (body: Asked<PolicyEffectsRoute>['body']) =>
    timed<PolicyEffectsRoute>('POST /api/policy/effects', { body }),
  /** Addresses of calendars. */
  feedAddresses: (scope: FeedScopeQuery) =>
    query<FeedAddressesRoute>('GET /api/feeds/addresses', { query: { ...scope } }),
}

/** What stays as it is until something changes in the garden. */
function query<R extends JsonRoute>(name: NameOf<R>, asked: Asked<R>) {
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
