import { onceIn, oncePer } from '@/lib/engine/once'

/** A value that the process has once, by name. It is kept on `globalThis`, as each bundle holds a copy of every module. */
export function processWide<T>(name: string, make: () => T): T {
  const key = Symbol.for(`almanac.${name}`)
  const global: typeof globalThis & { [key: symbol]: unknown } = globalThis
  global[key] ??= make()
  return global[key] as T
}

/**
 * The name of `methodsOf` in `lib/questions/routes.ts`, for proxy.ts: with all routes in its bundle too, there would be so many modules
 * that their ids are longer on every page.
 */
export const METHODS = 'methods'

/**
 * `oncePer` for the whole process, by name. It is for what takes long to compute from a whole landscape: pages and routes have bundles of
 * their own, and would compute it once each. In development each bundle keeps its own, so that results of older code are not shown.
 */
export function oncePerProcess<K extends object, V>(name: string, make: (key: K) => V): (key: K) => V {
  if (process.env.NODE_ENV === 'development') return oncePer(make)
  return onceIn(
    processWide(`once per ${name}`, () => new WeakMap()),
    make,
  )
}
