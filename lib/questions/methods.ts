import type { Route } from '@/lib/contract/route'
import { type RouteName, routes } from './routes'

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

interface Found {
  readonly name: RouteName
  /** The parts of the path that vary, as `PathOf` has them; the last one without what the path ends with. */
  readonly path: Readonly<Record<string, string | readonly string[]>>
}

/**
 * The route that is asked, and about what; null where there is none.
 * @param path below the base path, decoded
 */
export function routeAt(method: string, path: string): Found | null {
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
