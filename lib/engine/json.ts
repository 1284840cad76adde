/** What JSON can say. An entry that is undefined is not there. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject
export type JsonObject = { readonly [name: string]: Json | undefined }

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

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

/**
 * The smallest JSON merge patch (RFC 7386) that makes `after` of `before`: what stays is left out, what goes is null, and a list
 * is replaced whole as soon as anything in it differs. The last one is a property of merge patches: an edit of one version
 * of a CloudProfile sends all versions, so that the patch must carry the resourceVersion that it was made from.
 * An entry of `after` that is null counts as absent, because a merge patch cannot say otherwise. `{}` when nothing differs.
 */
export function smallestMergePatch(before: JsonObject, after: JsonObject): JsonObject {
  const entries: [string, Json][] = []
  for (const name of Object.keys(before)) {
    const is = ownValue(before, name)
    if (is !== null && is !== undefined && (ownValue(after, name) ?? null) === null) entries.push([name, null])
  }
  for (const name of Object.keys(after)) {
    const is = ownValue(before, name)
    const will = ownValue(after, name)
    if (will === null || will === undefined || isDeepEqual(is, will)) continue
    if (!isJsonObject(will)) entries.push([name, will])
    else if (isJsonObject(is)) {
      const inner = smallestMergePatch(is, will)
      if (Object.keys(inner).length > 0) entries.push([name, inner])
    } else entries.push([name, smallestMergePatch({}, will)])
  }
  return Object.fromEntries(entries)
}

/** What an object has itself by a name. */
export function ownValue(object: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined
}
