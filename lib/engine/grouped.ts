/** Puts one more into the list of a key. */
export function addTo<K, T>(lists: Map<K, T[]>, key: K, one: T): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [one])
  else list.push(one)
}

/** Counts so many more of a key. */
export function countMore<K>(counts: Map<K, number>, key: K, more = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + more)
}

/** What finds values by key: a `Map`, or one of a bounded size. */
interface KeyedMemory<K, V> {
  get(key: K): V | undefined
  set(key: K, value: NoInfer<V>): unknown
}

/** The value of a key, made when it is asked for the first time: `Map.getOrInsertComputed`, which no Node that runs us has. */
export function madeOnce<K, V>(made: KeyedMemory<K, V>, key: K, make: () => V): V {
  const known = made.get(key)
  if (known !== undefined) return known
  const value = make()
  made.set(key, value)
  return value
}

/** Things by what they have in common, in their order: `Map.groupBy`, which the oldest Node that runs us does not have. */
export function groupedBy<T, K>(things: Iterable<T>, keyOf: (thing: T) => K): Map<K, [T, ...T[]]> {
  const groups = new Map<K, [T, ...T[]]>()
  for (const thing of things) {
    const key = keyOf(thing)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [thing])
    else group.push(thing)
  }
  return groups
}

/** What something of each comes to together. */
export function sumOf<T>(things: readonly T[], of: (thing: T) => number): number {
  return things.reduce((sum, one) => sum + of(one), 0)
}

/** None of each kind, to count from. */
export function noneOf<K extends string>(kinds: readonly K[]): Record<K, number> {
  return Object.fromEntries(kinds.map((kind) => [kind, 0])) as Record<K, number>
}

/** What an answer tells once, however often it is said: in a list, in which others name its place. */
export class DistinctValues<T> {
  readonly all: T[] = []
  private readonly places = new Map<string, number>()

  /** The place of a value; one that says the same stands there already. */
  placeOf(value: T): number {
    return madeOnce(this.places, JSON.stringify(value), () => this.all.push(value) - 1)
  }
}
