import type { QuerySubject } from '@/lib/browser/ask-again'
import type { ShownMoment } from '@/lib/browser/at'
import { type QueryOf, query, timed } from '@/lib/browser/query'
import type { ProfileRefBody } from '@/lib/contract/common'
import type { RouteQuestion } from '@/lib/contract/route'
import type { AccuracyRoute } from '@/lib/questions/accuracy/contract'
import type { ClusterPlan } from '@/lib/questions/cluster/browser/plan-address'
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
import type { FeedAddressesRoute, FeedScopeQuery } from '@/lib/questions/feeds/contract'
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
import type { ProfileChangeBody } from '@/lib/questions/profiles/contract/history'
import type { ProjectRoute, WallCellRoute, WallRoute } from '@/lib/questions/projects/contract'
import { profileName, profileParts } from '@/lib/words/phrases'

export const overviewQueries = {
  /** The whole landscape. */
  garden: (query: QueryOf<OverviewRoute>) => timed<OverviewRoute>('GET /api/garden', { query }),
  /** How it moved. */
  movement: (query: QueryOf<MovementRoute>) => timed<MovementRoute>('GET /api/movement', { query }),
}

/** What the clusters table asks for; each may be left out. */
export type ShootsParams = QueryOf<ShootsRoute>
export type TonightParams = QueryOf<TonightRoute>

export const clustersQueries = {
  tonight: (query: TonightParams) => timed<TonightRoute>('GET /api/tonight', { query }),
  shoots: (query: ShootsParams) => timed<ShootsRoute>('GET /api/shoots', { query }),
}

export interface ShootName {
  readonly namespace: string
  readonly name: string
}

/** All but when others update: that is about the clusters of the landscape. */
const about = ({ namespace, name }: ShootName): QuerySubject => ({ kind: 'shoot', name: `${namespace}/${name}` })

export const clusterQueries = {
  shoot: (namespace: string, name: string, query: ShownMoment) =>
    timed<ShootRoute>(
      'GET /api/shoots/[namespace]/[name]',
      { path: { namespace, name }, query },
      about({ namespace, name }),
    ),
  maintenance: (path: ShootName, query: ShownMoment) =>
    timed<MaintenanceRoute>('GET /api/shoots/[namespace]/[name]/maintenance', { path, query }, about(path)),
  inPlace: (path: ShootName, query: ShownMoment) =>
    timed<InPlaceRoute>('GET /api/shoots/[namespace]/[name]/in-place', { path, query }, about(path)),
  /** Asked by POST: a plan has many edits. */
  plan: ({ namespace, name }: ShootName, { at, seen, plan }: ShownMoment & { readonly plan: ClusterPlan }) => {
    const body = { at, seen, edits: [...plan.edits], ...(plan.on !== null && { on: plan.on }) }
    return timed<PlanRoute>(
      'POST /api/shoots/[namespace]/[name]/plan',
      { path: { namespace, name }, body },
      about({ namespace, name }),
    )
  },
  /** When an update could be done by hand. */
  nights: ({ namespace, name }: ShootName, query: ShownMoment) =>
    timed<NightsRoute>('GET /api/shoots/[namespace]/[name]/nights', { path: { namespace, name }, query }),
  past: (path: ShootName, query: ShownMoment) =>
    timed<ShootPastRoute>('GET /api/shoots/[namespace]/[name]/past', { path, query }, about(path)),
  /** `window`: begin of the maintenance that is asked about. */
  why: (namespace: string, name: string, query: ShownMoment & { readonly window: string }) =>
    timed<WhyRoute>(
      'GET /api/shoots/[namespace]/[name]/why',
      { path: { namespace, name }, query },
      about({ namespace, name }),
    ),
  /** Why a maintenance took the versions that it took, by what was known then. */
  whyThen: (path: ShootName, { seen, window }: { readonly seen: string; readonly window: string }) =>
    timed<WhyRoute>('GET /api/shoots/[namespace]/[name]/why', { path, query: { seen, at: seen, window } }, about(path)),
}

export const profilesQueries = {
  profiles: (query: ShownMoment) => timed<ProfilesRoute>('GET /api/cloudprofiles', { query }),
  profile: (ref: ProfileRefBody, query: QueryOf<ProfileRoute>) =>
    timed<ProfileRoute>(
      'GET /api/cloudprofiles/[...ref]',
      { path: { ref: profileParts(ref) }, query },
      { kind: 'profile', name: profileName(ref) },
    ),
  nearestUpdate: (query: QueryOf<NearestUpdateRoute>) =>
    timed<NearestUpdateRoute>('GET /api/updates/nearest', { query }),
  newCluster: (ref: ProfileRefBody, query: QueryOf<NewClusterRoute>) =>
    timed<NewClusterRoute>(
      'GET /api/new-cluster/[...ref]',
      { path: { ref: profileParts(ref) }, query },
      { kind: 'profile', name: profileName(ref) },
    ),
  /** Both as `profileName` has them. */
  compare: (query: QueryOf<CompareRoute>) => timed<CompareRoute>('GET /api/compare', { query }),
  /** The past of a profile. */
  profileHistory: (ref: ProfileRefBody, asked: ShownMoment & { readonly zone: string }) =>
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
}

export const projectsQueries = {
  project: (name: string, query: ShownMoment & { readonly zone: string }) =>
    timed<ProjectRoute>('GET /api/projects/[name]', { path: { name }, query }),
  wall: (body: RouteQuestion<WallRoute>['body']) => timed<WallRoute>('POST /api/wall', { body }),
  /** One project on some days. */
  wallCell: (body: RouteQuestion<WallCellRoute>['body']) => timed<WallCellRoute>('POST /api/wall/cell', { body }),
}

export const findQueries = {
  find: (query: ShownMoment & { readonly q: string }) => timed<FindRoute>('GET /api/find', { query }),
}

export const policyQueries = {
  policyStatus: (query: ShownMoment) => timed<PolicyStatusRoute>('GET /api/policy', { query }),
  /** Asked by POST: a policy does not fit an address. */
  policy: (body: RouteQuestion<PolicyRoute>['body']) => timed<PolicyRoute>('POST /api/policy', { body }),
  /** Takes longer than the policy itself: asked when that is shown. */
  policyEffects: (body: RouteQuestion<PolicyEffectsRoute>['body']) =>
    timed<PolicyEffectsRoute>('POST /api/policy/effects', { body }),
}

export const accuracyQueries = {
  /** What became of forecasts. */
  accuracy: (query: QueryOf<AccuracyRoute>) => timed<AccuracyRoute>('GET /api/accuracy', { query }),
}

export const journalQueries = {
  /** What was applied, newest first. */
  journal: () => query<JournalRoute>('GET /api/journal', {}),
}

export const feedsQueries = {
  /** Addresses of calendars. */
  feedAddresses: (scope: FeedScopeQuery) =>
    query<FeedAddressesRoute>('GET /api/feeds/addresses', { query: { ...scope } }),
}
