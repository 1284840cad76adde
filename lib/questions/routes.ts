import type { AnsweredRoute, JsonRoute } from '@/lib/contract/route'
import { statusRoute } from '@/lib/contract/status'
import {
  inPlaceRoute,
  maintenanceRoute,
  nightsRoute,
  planRoute,
  shootApplyRoute,
  shootBadgeRoute,
  shootPastRoute,
  shootPictureRoute,
  shootRoute,
  whyRoute,
} from '@/lib/questions/cluster/contract'
import { shootsCsvRoute, shootsJsonRoute, shootsRoute, tonightRoute } from '@/lib/questions/clusters/contract'
import { movementRoute, overviewPictureRoute, overviewRoute } from '@/lib/questions/overview/contract'
import {
  changeEffectRoute,
  compareRoute,
  defaultsRoute,
  nearestUpdateRoute,
  newClusterRoute,
  profileBadgeRoute,
  profileHistoryRoute,
  profilePictureRoute,
  profileRoute,
  profilesRoute,
} from '@/lib/questions/profiles/contract'
import { evidenceRoute, landscapeEvidenceRoute, versionRoute } from '@/lib/questions/version/contract'
import {
  accountRoute,
  signInAtProviderRoute,
  signInFromProviderRoute,
  signInWithTokenRoute,
  signOutRoute,
} from './account/contract'
import { accuracyRoute } from './accuracy/contract'
import { applyRoute, draftTextsRoute, resetRoute, sourceRoute, whatIfRoute } from './draft/contract'
import { exceptionsRoute, moreTimeApplyRoute, moreTimeRoute } from './exceptions/contract'
import {
  feedAddressesRoute,
  makeFeedAddressRoute,
  profileFeedRoute,
  projectFeedRoute,
  revokeFeedAddressRoute,
  shootFeedRoute,
  shootsFeedRoute,
} from './feeds/contract'
import { findRoute } from './find/contract'
import { guideRoute } from './guides/contract'
import { journalRoute } from './journal/contract'
import { standingRoute } from './landscapes/contract'
import { policyEffectsRoute, policyRoute, policyStatusRoute } from './policy/contract'
import { projectRoute, wallCellRoute, wallRoute } from './projects/contract'
import { eventsRoute, healthRoute, metricsRoute, openapiRoute, readyRoute } from './status/contract'

/** Every route, in the order of docs/api.md: for the description, for what may be asked with which method, and for tests. */
export const routes = [
  statusRoute,
  overviewRoute,
  profilesRoute,
  profileRoute,
  profileHistoryRoute,
  changeEffectRoute,
  versionRoute,
  evidenceRoute,
  compareRoute,
  shootsRoute,
  shootsCsvRoute,
  shootsJsonRoute,
  shootRoute,
  inPlaceRoute,
  maintenanceRoute,
  whyRoute,
  planRoute,
  shootApplyRoute,
  nightsRoute,
  shootPastRoute,
  projectRoute,
  wallRoute,
  wallCellRoute,
  defaultsRoute,
  newClusterRoute,
  findRoute,
  shootFeedRoute,
  projectFeedRoute,
  profileFeedRoute,
  shootsFeedRoute,
  feedAddressesRoute,
  makeFeedAddressRoute,
  revokeFeedAddressRoute,
  accuracyRoute,
  movementRoute,
  tonightRoute,
  nearestUpdateRoute,
  shootBadgeRoute,
  profileBadgeRoute,
  shootPictureRoute,
  profilePictureRoute,
  overviewPictureRoute,
  sourceRoute,
  whatIfRoute,
  applyRoute,
  draftTextsRoute,
  moreTimeRoute,
  moreTimeApplyRoute,
  exceptionsRoute,
  journalRoute,
  policyStatusRoute,
  policyRoute,
  policyEffectsRoute,
  guideRoute,
  resetRoute,
  eventsRoute,
  standingRoute,
  landscapeEvidenceRoute,
  accountRoute,
  signInWithTokenRoute,
  signInAtProviderRoute,
  signInFromProviderRoute,
  signOutRoute,
  openapiRoute,
  healthRoute,
  readyRoute,
  metricsRoute,
] as const

type AnyRoute = (typeof routes)[number]
export type RouteName = AnyRoute['name']
export type RouteNamed<K extends RouteName> = Extract<AnyRoute, { readonly name: K }>
/** Routes whose answer is JSON. */
export type JsonRouteName = Extract<AnyRoute, JsonRoute>['name']
/** Routes that answer once; the others stream, or lead elsewhere. */
export type AnsweredRouteName = Extract<AnyRoute, AnsweredRoute>['name']

export function routeNamed<K extends RouteName>(name: K): RouteNamed<K> {
  const found = routes.find((route): route is RouteNamed<K> => route.name === name)
  if (found === undefined) throw new RangeError(`There is no route ${name}.`)
  return found
}
