import { isDeepEqual } from '@/lib/engine/deep-equal'
import { isJsonObject, type Json, type JsonObject } from '@/lib/engine/json'

/**
 * The smallest JSON merge patch (RFC 7386) that makes `after` of `before`: what stays is left out, what goes is null, and a list
 * is replaced whole as soon as anything in it differs. The last one is a property of merge patches: whoever changes one version
 * of a CloudProfile sends all versions, so that the patch must carry the resourceVersion that it was made from.
 * An entry of `after` that is null counts as absent, because a merge patch cannot say otherwise. `{}` when nothing differs.
 */
export function smallestMergePatch(before: JsonObject, after: JsonObject): JsonObject {
  const entries: [string, Json][] = []
  for (const name of Object.keys(before)) {
    const is = own(before, name)
    if (is !== null && is !== undefined && (own(after, name) ?? null) === null) entries.push([name, null])
  }
  for (const name of Object.keys(after)) {
    const is = own(before, name)
    const will = own(after, name)
    if (will === null || will === undefined || isDeepEqual(is, will)) continue
    if (!isJsonObject(will)) entries.push([name, will])
    else if (isJsonObject(is)) {
      const inner = smallestMergePatch(is, will)
      if (Object.keys(inner).length > 0) entries.push([name, inner])
    } else entries.push([name, smallestMergePatch({}, will)])
  }
  return Object.fromEntries(entries)
}

function own(object: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined
}
