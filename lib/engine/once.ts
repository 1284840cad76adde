import { madeOnce } from './grouped'

/** A function that computes its result with the first call, and returns it with every other. */
export function once<T>(find: () => T): () => T {
  let found: { readonly value: T } | undefined
  return () => {
    found ??= { value: find() }
    return found.value
  }
}

/** `make`, run once for each object. The result is kept for as long as the object lives. */
export function oncePer<K extends object, V>(make: (key: K) => V): (key: K) => V {
  return onceIn(new WeakMap(), make)
}

/** As `oncePer`, with a memory that the caller keeps. */
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

/** `compute`, run once for each key. The results are kept for as long as the returned function. */
export function remembered<K, V>(compute: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>()
  return (key) => madeOnce(known, key, () => compute(key))
}
