/** What is kept as long as the process lives, or as long as something else does. What is kept as the last few is an `LRUCache`. */

/** What the process has once, by name: bundles hold copies of every module, so it is kept on `globalThis`. */
export function processWide<T>(name: string, make: () => T): T {
  const key = Symbol.for(`almanac.${name}`)
  const global: typeof globalThis & { [key: symbol]: unknown } = globalThis
  global[key] ??= make()
  return global[key] as T
}

/**
 * The name of `methodsOf` in `methods.ts`, for proxy.ts: with the whole table of routes in its bundle too, there would be so many modules
 * that their ids are longer on every page.
 */
export const METHODS = 'methods'

/** `make`, run once for each key for as long as the key lives. */
export function oncePer<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const made = new WeakMap<K, { readonly value: V }>()
  return (key) => {
    let known = made.get(key)
    if (known === undefined) {
      known = { value: make(key) }
      made.set(key, known)
    }
    return known.value
  }
}
