import { onceIn, oncePer } from '@/lib/engine/once'

/** What is kept as long as the process lives, or as long as something else does. */

/** What the process has once, by name: bundles hold copies of every module, so it is kept on `globalThis`. */
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
 * `oncePer` for the whole process, by name: for what takes long to make of a whole landscape, which pages and routes would make
 * once each, as both bundles hold this module. In development each keeps its own: what was made before a change of the code is
 * not shown after it.
 */
export function oncePerProcess<K extends object, V>(name: string, make: (key: K) => V): (key: K) => V {
  if (process.env.NODE_ENV === 'development') return oncePer(make)
  return onceIn(
    processWide(`once per ${name}`, () => new WeakMap()),
    make,
  )
}
