import { groupedBy } from '@/lib/engine/grouped'
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
  const found = groupedBy(things, (thing) => JSON.stringify(sameOf(thing)))
  return [...found.values()].map((all) => {
    const names = all.map(nameOf)
    return { title: shortList(names), names, first: all[0], all }
  })
}

/** How many that are alike become one row. */
const MANY = 4

/** As `alikePools`, for rows: few that are alike stay apart, many are joined at the place of the first. */
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

/** A pool in a sentence; `of` says of how many that are alike it is said. */
export function poolWord(pool: string | null, of: number): string {
  return of === 1 ? `pool ${pool}` : `each of ${of} pools`
}

/**
 * What is said of each thing, beside it. Where the same would be said of many, it is said of all of them: `each of 30 pools cannot …`.
 * @param textOf the sentence about one thing, said of so many
 */
export function alikeSaid<T>(
  things: readonly T[],
  textOf: (thing: T, of: number) => string,
): readonly (readonly [T, string])[] {
  return alikeRows(things, String, (thing) => textOf(thing, MANY)).flatMap(({ first, all }) => {
    const text = textOf(first, all.length)
    return all.map((thing) => [thing, text] as const)
  })
}
