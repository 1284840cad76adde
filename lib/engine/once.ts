import { madeOnce } from './grouped'

/** What is found when it is first asked for. */
export function once<T>(find: () => T): () => T {
  let found: { readonly value: T } | undefined
  return () => {
    found ??= { value: find() }
    return found.value
  }
}

/** `make`, run once for each object, for as long as that object lives: what follows from it is dropped with it. */
export function oncePer<K extends object, V>(make: (key: K) => V): (key: K) => V {
  return onceIn(new WeakMap(), make)
}

/** The same in a memory that is kept elsewhere. */
export function onceIn<K extends object, V>(
  known: WeakMap<K, { readonly value: V }>,
  make: (key: K) => V,
): (key: K) => V {
  return (key) => {
    let one = known.get(key)
    if (one === undefined) {
      one = { value: make(key) }
      known.set(key, one)
    }
    return one.value
  }
}

/** A computation that is made once for each of what it is asked about, as long as its caller keeps it. */
export function remembered<K, V>(compute: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>()
  return (key) => madeOnce(known, key, () => compute(key))
}
