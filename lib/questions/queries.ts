import type { QuerySubject } from '@/lib/browser/ask-again'
import type { ShownMoment } from '@/lib/browser/at'
import { type QueryOf, query, timed } from '@/lib/browser/query'
import type { ProfileRefBody } from '@/lib/contract/common'
import type { RouteQuestion } from '@/lib/contract/route'
import type { NamespacedName } from '@/lib/engine/types'
import type { accuracyRoute } from '@/lib/questions/accuracy/contract'
import type { ClusterPlan } from '@/lib/questions/cluster/browser/plan-address'
import type {
  inPlaceRoute,
  maintenanceRoute,
  nightsRoute,
  planRoute,
  shootPastRoute,
  shootRoute,
  whyRoute,
} from '@/lib/questions/cluster/contract'
import type { clusterViewsRoute, shootsRoute, tonightRoute } from '@/lib/questions/clusters/contract'
import type { FeedScopeQuery, feedAddressesRoute } from '@/lib/questions/feeds/contract'
import type { findRoute } from '@/lib/questions/find/contract'
import type { journalRoute } from '@/lib/questions/journal/contract'
import type { movementRoute, overviewRoute } from '@/lib/questions/overview/contract'
import type { policyEffectsRoute, policyRoute, policyStatusRoute } from '@/lib/questions/policy/contract'
import type {
  changeEffectRoute,
  compareRoute,
  nearestUpdateRoute,
  newClusterRoute,
  profileHistoryRoute,
  profileRoute,
  profilesRoute,
} from '@/lib/questions/profiles/contract'
import type { ProfileChangeBody } from '@/lib/questions/profiles/contract/history'
import type { projectRoute, wallCellRoute, wallRoute } from '@/lib/questions/projects/contract'
import { profileName, profileParts } from '@/lib/words/phrases'

export const overviewQueries = {
  /** The whole landscape. */
  garden: (query: QueryOf<typeof overviewRoute>) => timed<typeof overviewRoute>('GET /api/garden', { query }),
  /** How it moved. */
  movement: (query: QueryOf<typeof movementRoute>) => timed<typeof movementRoute>('GET /api/movement', { query }),
}

/** What the clusters table asks for; each may be left out. */
export type ShootsParams = QueryOf<typeof shootsRoute>
export type TonightParams = QueryOf<typeof tonightRoute>

export const clustersQueries = {
  tonight: (query: TonightParams) => timed<typeof tonightRoute>('GET /api/tonight', { query }),
  views: (query: QueryOf<typeof clusterViewsRoute>) =>
    timed<typeof clusterViewsRoute>('GET /api/cluster-views', { query }),
  shoots: (query: ShootsParams) => timed<typeof shootsRoute>('GET /api/shoots', { query }),
}

/** All but when others update: that is about the clusters of the landscape. */
const about = ({ namespace, name }: NamespacedName): QuerySubject => ({ kind: 'shoot', name: `${namespace}/${name}` })

export const clusterQueries = {
  shoot: (path: NamespacedName, query: ShownMoment) =>
    timed<typeof shootRoute>('GET /api/shoots/[namespace]/[name]', { path, query }, about(path)),
  maintenance: (path: NamespacedName, query: ShownMoment) =>
    timed<typeof maintenanceRoute>('GET /api/shoots/[namespace]/[name]/maintenance', { path, query }, about(path)),
  inPlace: (path: NamespacedName, query: ShownMoment) =>
    timed<typeof inPlaceRoute>('GET /api/shoots/[namespace]/[name]/in-place', { path, query }, about(path)),
  /** Asked by POST: a plan has many edits. */
  plan: (path: NamespacedName, { at, seen, plan }: ShownMoment & { readonly plan: ClusterPlan }) => {
    const body = { at, seen, edits: [...plan.edits], ...(plan.on !== null && { on: plan.on }) }
    return timed<typeof planRoute>('POST /api/shoots/[namespace]/[name]/plan', { path, body }, about(path))
  },
  /** When an update could be done by hand. */
  nights: (path: NamespacedName, query: ShownMoment) =>
    timed<typeof nightsRoute>('GET /api/shoots/[namespace]/[name]/nights', { path, query }),
  past: (path: NamespacedName, query: ShownMoment) =>
    timed<typeof shootPastRoute>('GET /api/shoots/[namespace]/[name]/past', { path, query }, about(path)),
  /** `window`: begin of the maintenance that is asked about. */
  why: (path: NamespacedName, query: ShownMoment & { readonly window: string }) =>
    timed<typeof whyRoute>('GET /api/shoots/[namespace]/[name]/why', { path, query }, about(path)),
}

export const profilesQueries = {
  profiles: (query: ShownMoment) => timed<typeof profilesRoute>('GET /api/cloudprofiles', { query }),
  profile: (ref: ProfileRefBody, query: QueryOf<typeof profileRoute>) =>
    timed<typeof profileRoute>(
      'GET /api/cloudprofiles/[...ref]',
      { path: { ref: profileParts(ref) }, query },
      { kind: 'profile', name: profileName(ref) },
    ),
  nearestUpdate: (query: QueryOf<typeof nearestUpdateRoute>) =>
    timed<typeof nearestUpdateRoute>('GET /api/updates/nearest', { query }),
  newCluster: (ref: ProfileRefBody, query: QueryOf<typeof newClusterRoute>) =>
    timed<typeof newClusterRoute>(
      'GET /api/new-cluster/[...ref]',
      { path: { ref: profileParts(ref) }, query },
      { kind: 'profile', name: profileName(ref) },
    ),
  /** Both as `profileName` has them. */
  compare: (query: QueryOf<typeof compareRoute>) => timed<typeof compareRoute>('GET /api/compare', { query }),
  /** The past of a profile. */
  profileHistory: (ref: ProfileRefBody, asked: ShownMoment & { readonly zone: string }) =>
    timed<typeof profileHistoryRoute>('GET /api/history/cloudprofiles/[...ref]', {
      path: { ref: profileParts(ref) },
      query: asked,
    }),
  /** What a change of a profile did: `change` is its moment, as it has it. */
  changeEffect: (ref: ProfileRefBody, { change }: Pick<ProfileChangeBody, 'change'>) =>
    query<typeof changeEffectRoute>('GET /api/history/effects/[...ref]', {
      path: { ref: profileParts(ref) },
      query: { change },
    }),
}

export const projectsQueries = {
  project: (name: string, query: ShownMoment & { readonly zone: string }) =>
    timed<typeof projectRoute>('GET /api/projects/[name]', { path: { name }, query }),
  wall: (body: RouteQuestion<typeof wallRoute>['body']) => timed<typeof wallRoute>('POST /api/wall', { body }),
  /** One project on some days. */
  wallCell: (body: RouteQuestion<typeof wallCellRoute>['body']) =>
    timed<typeof wallCellRoute>('POST /api/wall/cell', { body }),
}

export const findQueries = {
  find: (query: ShownMoment & { readonly q: string }) => timed<typeof findRoute>('GET /api/find', { query }),
}

export const policyQueries = {
  policyStatus: (query: ShownMoment) => timed<typeof policyStatusRoute>('GET /api/policy', { query }),
  /** Asked by POST: a policy does not fit an address. */
  policy: (body: RouteQuestion<typeof policyRoute>['body']) => timed<typeof policyRoute>('POST /api/policy', { body }),
  /** Takes longer than the policy itself: asked when that is shown. */
  policyEffects: (body: RouteQuestion<typeof policyEffectsRoute>['body']) =>
    timed<typeof policyEffectsRoute>('POST /api/policy/effects', { body }),
}

export const accuracyQueries = {
  /** What became of forecasts. */
  accuracy: (query: QueryOf<typeof accuracyRoute>) => timed<typeof accuracyRoute>('GET /api/accuracy', { query }),
}

export const journalQueries = {
  /** What was applied, newest first. */
  journal: () => query<typeof journalRoute>('GET /api/journal', {}),
}

export const feedsQueries = {
  /** Addresses of calendars. */
  feedAddresses: (scope: FeedScopeQuery) =>
    query<typeof feedAddressesRoute>('GET /api/feeds/addresses', { query: { ...scope } }),
}
