import { madeOnce } from '@/lib/engine/grouped'

/** What an answer tells once, however often it is said: in a list, in which others name its place. */
export class DistinctValues<T> {
  readonly all: T[] = []
  private readonly places = new Map<string, number>()

  /** The place of a value; one that says the same stands there already. */
  placeOf(value: T): number {
    return madeOnce(this.places, JSON.stringify(value), () => this.all.push(value) - 1)
  }
}

/** A computation that is made once for each of what it is asked about, as long as its caller keeps it. */
export function remembered<K, V>(compute: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>()
  return (key) => madeOnce(known, key, () => compute(key))
}
