import { madeOnce } from '@/lib/engine/grouped'

/** A computation that is made once for each of what it is asked about, as long as its caller keeps it. */
export function remembered<K, V>(compute: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>()
  return (key) => madeOnce(known, key, () => compute(key))
}
