/** Whether two plain values (objects, lists, texts, numbers, flags) say the same. An absent entry differs from undefined. */
export function isDeepEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const keys = Object.keys(a)
  if (keys.length !== Object.keys(b).length) return false
  return keys.every((key) => Object.hasOwn(b, key) && isDeepEqual(valueAt(a, key), valueAt(b, key)))
}

function valueAt(object: object, key: string): unknown {
  return (object as Readonly<Record<string, unknown>>)[key]
}
