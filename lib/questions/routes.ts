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

type ContractExport = (typeof contracts)[keyof typeof contracts]
type AnyRoute = Extract<ContractExport, Route>

/** Every route: for the description, for what may be asked with which method, and for what answers each. */
export const routes: readonly AnyRoute[] = Object.values(contracts).filter(isRoute)

function isRoute(exported: ContractExport): exported is AnyRoute {
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

/** The name of each route, with what finds it: `GET /api/shoots/garden-core/api`. The parts of the path are named groups. */
const patterns: readonly (readonly [name: RouteName, pattern: RegExp])[] = routes.map((route) => [
  route.name,
  patternOf(route),
])

function patternOf({ name, ending }: Route): RegExp {
  const pattern = name
    .replaceAll('.', '\\.')
    .replace(/\[\\\.\\\.\\\.(\w+)\]/g, (_, key: string) => `(?<${key}>.+)`)
    .replace(/\[(\w+)\]/g, (_, key: string) => `(?<${key}>[^/]+)`)
  return new RegExp(`^${pattern}${ending === undefined ? '' : `\\.${ending}`}$`)
}

/**
 * What a path of a route may be asked with, `HEAD` and `OPTIONS` included; null where there is no such route.
 * @param path below the base path, without a question
 */
export function methodsOf(path: string): readonly string[] | null {
  const methods = ['GET', 'POST'].filter((method) => patterns.some(([, pattern]) => pattern.test(`${method} ${path}`)))
  if (methods.length === 0) return null
  return ['OPTIONS', ...(methods.includes('GET') ? ['HEAD'] : []), ...methods].sort()
}

interface FoundRoute {
  readonly name: RouteName
  /** The parts of the path that vary, as `PathOf` has them; the last one without what the path ends with. */
  readonly path: Readonly<Record<string, string | readonly string[]>>
}

/**
 * The route that is asked, and about what; null where there is none.
 * @param path below the base path, decoded
 */
export function routeAt(method: string, path: string): FoundRoute | null {
  for (const [name, pattern] of patterns) {
    const found = pattern.exec(`${method} ${path}`)
    if (found === null) continue
    const parts = Object.entries({ ...found.groups }).map(([key, part = '']) => [
      key,
      name.includes(`[...${key}]`) ? part.split('/') : part,
    ])
    return { name, path: Object.fromEntries(parts) }
  }
  return null
}
