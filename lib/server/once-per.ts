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
