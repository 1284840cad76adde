/**
 * What the process has once, by name: bundles hold copies of this module, so it is kept on `globalThis`.
 */
export function processWide<T>(name: string, make: () => T): T {
  const key = Symbol.for(`almanac.${name}`)
  const global: typeof globalThis & { [key: symbol]: unknown } = globalThis
  global[key] ??= make()
  return global[key] as T
}
