import { shortList } from './phrases'

/** Pools of a cluster that differ in nothing but their name, and what they are called together. */
export interface AlikePools<T> {
  /** `web-a`, `web-a, ledger and api`; of more than three `30 pools`. */
  readonly title: string
  /** All their names, for a title. */
  readonly names: readonly string[]
  readonly first: T
  readonly all: readonly T[]
}

/**
 * Pools, or what is told of them, together where all is equal that matters there, in the order of the first of each.
 * @param nameOf the name of a pool
 * @param sameOf what has to be equal, as JSON tells it
 */
export function alikePools<T>(
  things: readonly T[],
  nameOf: (thing: T) => string,
  sameOf: (thing: T) => unknown,
): readonly AlikePools<T>[] {
  const found = new Map<string, [T, ...T[]]>()
  for (const thing of things) {
    const key = JSON.stringify(sameOf(thing))
    const same = found.get(key)
    if (same === undefined) found.set(key, [thing])
    else same.push(thing)
  }
  return [...found.values()].map((all) => {
    const names = all.map(nameOf)
    return { title: shortList(names), names, first: all[0], all }
  })
}
