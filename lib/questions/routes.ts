import type { AnsweredRoute, JsonRoute, Route } from '@/lib/contract/route'
import * as frame from '@/lib/contract/status'
import * as account from './account/contract'
import * as accuracy from './accuracy/contract'
import * as cluster from './cluster/contract'
import * as clusters from './clusters/contract'
import * as draft from './draft/contract'
import * as exceptions from './exceptions/contract'
import * as feeds from './feeds/contract'
import * as find from './find/contract'
import * as guides from './guides/contract'
import * as journal from './journal/contract'
import * as landscapes from './landscapes/contract'
import * as overview from './overview/contract'
import * as policy from './policy/contract'
import * as profiles from './profiles/contract'
import * as projects from './projects/contract'
import * as status from './status/contract'
import * as version from './version/contract'

/** All that the questions export: their routes, and the schemas of what is asked and answered. */
export const contracts = {
  ...frame,
  ...account,
  ...accuracy,
  ...cluster,
  ...clusters,
  ...draft,
  ...exceptions,
  ...feeds,
  ...find,
  ...guides,
  ...journal,
  ...landscapes,
  ...overview,
  ...policy,
  ...profiles,
  ...projects,
  ...status,
  ...version,
}

type Exported = (typeof contracts)[keyof typeof contracts]
type AnyRoute = Extract<Exported, Route>

/** Every route: for the description, for what may be asked with which method, and for what answers each. */
export const routes: readonly AnyRoute[] = Object.values(contracts).filter(isRoute)

function isRoute(exported: Exported): exported is AnyRoute {
  return typeof exported === 'object' && 'summary' in exported
}

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
