import { LRUCache } from 'lru-cache'
import { oncePer } from '@/lib/engine/once'
import { oncePerProcess } from '@/lib/process/kept'
import { eachOf } from '@/lib/process/turns'
import type { Classed, Classes, Differences, ShootClass } from './classes'

/** What is added up over the classes of an index. A class adds what follows from it alone, whatever else there is. */
export interface ClassSum {
  /** Adds a class once, or takes away what it added. */
  add(shoots: ShootClass, times: 1 | -1): void
}

/** A sum, and what it was added up from. */
interface Added<S> {
  readonly sum: S
  classes: readonly ShootClass[]
}

/** Readers of one landscape live in few zones. */
const keptZones = 16
/** Of so many classes that differ, a sum is brought up to date without a break; of more it is made anew. */
const mostDifferences = 512

/**
 * A sum that goes on with the landscape: what a change did to it is taken away and added, where the instant and the profiles stay the
 * same. `tell` has no part in what the sum holds: it changes afterwards.
 * @param name of all that there are in the process
 */
export function classSum<S extends ClassSum, V>(
  name: string,
  { make, tell }: { make: (index: Classed, zone: string) => S; tell: (sum: S, index: Classed) => V },
): (index: Classed, zone?: string) => Promise<V> {
  const kept = oncePerProcess(name, (_: Classed['running']) => new LRUCache<string, Added<S>>({ max: keptZones }))
  return async (index, zone = 'UTC') => {
    const { classes } = index.classes
    const known = kept(index.running).get(zone)
    const differences = known && differencesTo(index.classes, known.classes)
    // Without a break: others may bring the same sum up to date with an index of theirs.
    if (known !== undefined && differences !== null && differences !== undefined) {
      for (const one of differences.gone) known.sum.add(one, -1)
      for (const one of differences.come) known.sum.add(one, 1)
      known.classes = classes
      return tell(known.sum, index)
    }
    const sum = make(index, zone)
    await eachOf(classes, (one) => sum.add(one, 1))
    kept(index.running).set(zone, { sum, classes })
    return tell(sum, index)
  }
}

/** Null: there are too many. */
function differencesTo({ classes, since }: Classes, before: readonly ShootClass[]): Differences | null {
  return since?.before === before ? since : lookedFor(classes)(before)
}

/** Once for all sums. */
const lookedFor = oncePer((after: readonly ShootClass[]) =>
  oncePer((before: readonly ShootClass[]) => differencesOf(before, after)),
)

/** A class that did not change is the same object, wherever it stands. Null: there are too many. */
function differencesOf(before: readonly ShootClass[], after: readonly ShootClass[]): Differences | null {
  const most = Math.min(before.length, after.length)
  let begin = 0
  while (begin < most && before[begin] === after[begin]) begin++
  let end = 0
  while (end < most - begin && before[before.length - 1 - end] === after[after.length - 1 - end]) end++
  const [was, is] = [before.slice(begin, before.length - end), after.slice(begin, after.length - end)]
  const [known, kept] = [new Set(was), new Set(is)]
  const gone = was.filter((one) => !kept.has(one))
  const come = is.filter((one) => !known.has(one))
  return gone.length + come.length > mostDifferences ? null : { gone, come }
}
