import { isDeepEqual } from '../deep-equal'
import { isJsonObject, type Json, type JsonObject } from '../merge-patch'

/** Which entry of `before` each of `after` is, or -1; always in the order of `before`. */
export function matches(before: readonly JsonObject[], after: readonly JsonObject[]): number[] {
  let last = -1
  const places = new Map(before.map((entry, i) => [entry, i]))
  return after.map((entry) => {
    // Most entries are where they were, or stand a little later.
    const same = (places.get(entry) ?? -1) > last ? before.indexOf(entry, last + 1) : -1
    const found = same === -1 ? before.findIndex((other, i) => i > last && isSameName(other, entry)) : same
    if (found !== -1) last = found
    return found
  })
}

function isSameName(a: JsonObject, b: JsonObject): boolean {
  const field = ['version', 'name', 'classification'].find((name) => typeof a[name] === 'string')
  return field === undefined ? isDeepEqual(a, b) : a[field] === b[field]
}

export function isObjects(value: Json | undefined): value is readonly JsonObject[] {
  return Array.isArray(value) && value.length > 0 && value.every(isJsonObject)
}
