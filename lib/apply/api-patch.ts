import { applyPatch, createPatch, type Operation } from 'rfc6902'
import type { Json, JsonObject } from '@/lib/garden'
import { smallestMergePatch } from '@/lib/garden/merge-patch'

/** What the API server is sent, so that it refuses it where somebody else was faster. */
export type ApiPatch =
  | { readonly type: 'merge'; readonly resourceVersion: string; readonly content: JsonObject }
  | { readonly type: 'json'; readonly content: readonly Operation[] }

/**
 * The change of an object as a patch for the API server. An object that has a resourceVersion is patched as it is in that version,
 * or not at all. One that has none, as files and the demo have it, is patched only where each value that is replaced or removed, and
 * the name or version of each entry of a list that is changed, is still what it was.
 */
export function apiPatchOf(before: JsonObject, after: JsonObject): ApiPatch {
  const resourceVersion = memberOf(before.metadata, 'resourceVersion')
  if (typeof resourceVersion === 'string' && resourceVersion !== '') {
    const patch = smallestMergePatch(before, after)
    return { type: 'merge', resourceVersion, content: { metadata: { resourceVersion }, ...patch } }
  }
  return { type: 'json', content: guarded(before, createPatch(before, after)) }
}

/** Each operation behind the tests of what it is about, as the object is by then. */
function guarded(before: JsonObject, operations: readonly Operation[]): readonly Operation[] {
  const object = structuredClone(before)
  return operations.flatMap((operation) => {
    const tests = testsOf(object, operation)
    applyPatch(object, [operation])
    return [...tests, operation]
  })
}

function testsOf(object: JsonObject, { op, path }: Operation): readonly Operation[] {
  const tests: Operation[] = []
  const names = path.split('/').slice(1)
  let value: Json | undefined = object
  let place = ''
  for (const [i, name] of names.entries()) {
    const isList = Array.isArray(value)
    value = memberOf(value, name.replaceAll('~1', '/').replaceAll('~0', '~'))
    place += `/${name}`
    if (i === names.length - 1 || !isList) continue
    const key = ['name', 'version'].find((one) => typeof memberOf(value, one) === 'string')
    const is = key === undefined ? undefined : memberOf(value, key)
    if (key !== undefined && is !== undefined) tests.push({ op: 'test', path: `${place}/${key}`, value: is })
  }
  if (value !== undefined && op !== 'add') tests.push({ op: 'test', path, value: structuredClone(value) })
  return tests
}

function memberOf(value: Json | undefined, name: string): Json | undefined {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
