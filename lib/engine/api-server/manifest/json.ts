/**
 * JSON as values: read with a check of the type, changed by copying. Nothing in here knows what the values mean.
 */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [key: string]: Json | undefined
}

export const EMPTY: JsonObject = {}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The object at a path of keys, or undefined if anything on the way is missing or no object. */
export function objectAt(value: Json | undefined, ...keys: readonly string[]): JsonObject | undefined {
  const found = valueAt(value, ...keys)
  return isObject(found) ? found : undefined
}

export function textAt(value: Json | undefined, ...keys: readonly string[]): string | undefined {
  const found = valueAt(value, ...keys)
  return typeof found === 'string' ? found : undefined
}

export function numberAt(value: Json | undefined, ...keys: readonly string[]): number | undefined {
  const found = valueAt(value, ...keys)
  return typeof found === 'number' ? found : undefined
}

export function flagAt(value: Json | undefined, ...keys: readonly string[]): boolean | undefined {
  const found = valueAt(value, ...keys)
  return typeof found === 'boolean' ? found : undefined
}

/** The objects of a list; empty if it is missing, entries that are no objects are skipped. */
export function objectsAt(value: Json | undefined, ...keys: readonly string[]): readonly JsonObject[] {
  const found = valueAt(value, ...keys)
  return Array.isArray(found) ? found.filter(isObject) : []
}

export function textsAt(value: Json | undefined, ...keys: readonly string[]): readonly string[] {
  const found = valueAt(value, ...keys)
  return Array.isArray(found) ? found.filter((entry): entry is string => typeof entry === 'string') : []
}

/** The entries of an object whose values are texts, such as labels. */
export function textMapAt(value: Json | undefined, ...keys: readonly string[]): Readonly<Record<string, string>> {
  const entries = Object.entries(objectAt(value, ...keys) ?? EMPTY)
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}

export function valueAt(value: Json | undefined, ...keys: readonly string[]): Json | undefined {
  let found: Json | undefined = value
  for (const key of keys) {
    if (!isObject(found) || !Object.hasOwn(found, key)) return undefined
    found = found[key]
  }
  return found ?? undefined
}

/** The object with one key set, or without it if the value is undefined. */
export function withKey(object: JsonObject, key: string, value: Json | undefined): JsonObject {
  if (value !== undefined) return { ...object, [key]: value }
  if (!Object.hasOwn(object, key)) return object
  const { [key]: _, ...rest } = object
  return rest
}

/** Equal values, whatever the order of keys; null and a missing key count as the same. */
export function sameJson(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true
  if (a === null || a === undefined || b === null || b === undefined) return (a ?? null) === (b ?? null)
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false
    return a.every((entry, i) => sameJson(entry, b[i]))
  }
  if (!isObject(a) || !isObject(b)) return false
  return (
    Object.keys(a).every((key) => sameJson(a[key], valueAt(b, key))) &&
    Object.keys(b).every((key) => Object.hasOwn(a, key) || (b[key] ?? null) === null)
  )
}
