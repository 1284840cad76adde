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

/** So many that are alike are one row where each could have one. */
const MANY = 4

/** As `alikePools`, for rows: few that are alike stay apart, many are together in the place of the first. */
export function alikeRows<T>(
  things: readonly T[],
  nameOf: (thing: T) => string,
  sameOf: (thing: T) => unknown,
): readonly AlikePools<T>[] {
  const many = alikePools(things, nameOf, sameOf).filter(({ all }) => all.length >= MANY)
  return things.flatMap((thing) => {
    const group = many.find(({ all }) => all.includes(thing))
    if (group === undefined) return alikePools([thing], nameOf, sameOf)
    return group.first === thing ? [group] : []
  })
}

/**
 * Sentences about pools, in their order; those that say the same of many are one: `From 10 Dec 2026 on each of 30 pools cannot leave …`.
 * @param pools the names of the pools of the cluster
 */
export function alikeTexts<T extends { readonly text: string }>(
  sentences: readonly T[],
  pools: readonly string[],
): T[] {
  const names = new Set(pools)
  const without = (text: string, word: string) =>
    text.replaceAll(/\bpool ([a-z0-9-]+)/g, (whole, name) => (names.has(name) ? word : whole))
  const groups = alikeRows(
    sentences,
    ({ text }) => text,
    ({ text }) => without(text, 'pool'),
  )
  return groups.map(({ first, all }) =>
    all.length === 1 ? first : { ...first, text: without(first.text, `each of ${all.length} pools`) },
  )
}
