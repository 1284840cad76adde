import {
  isObject,
  type Json,
  type JsonObject,
  objectsAt,
  type ShootManifest,
  sameJson,
  textAt,
  withKey,
} from '@/lib/engine/manifest'

/** One operation of a JSON patch (RFC 6902). */
export interface PatchOperation {
  readonly op: 'add' | 'replace' | 'remove' | 'test'
  readonly path: string
  readonly value?: Json
}

/**
 * The JSON patch that makes one manifest of another with the same pools in the same order. It begins with tests: of the version
 * that it is made for where the shoot has one, else of the names of the pools that it changes, as it finds those by their place.
 */
export function patchBetween(before: ShootManifest, after: ShootManifest): readonly PatchOperation[] {
  const changes = differences(before, after, '')
  if (changes.length === 0) return []
  const version = textAt(before, 'metadata', 'resourceVersion')
  if (version !== undefined) return [{ op: 'test', path: '/metadata/resourceVersion', value: version }, ...changes]
  const pools = objectsAt(before, 'spec', 'provider', 'workers')
  const tests = pools.flatMap((pool, i): PatchOperation[] => {
    const path = `/spec/provider/workers/${i}/`
    return changes.some((change) => change.path.startsWith(path))
      ? [{ op: 'test', path: `${path}name`, value: textAt(pool, 'name') ?? '' }]
      : []
  })
  return [...tests, ...changes]
}

/** Of the manifest afterwards, what names it and what has changed; a pool that has changed is whole, as lists are replaced. */
export function changedPart(before: ShootManifest, after: ShootManifest): JsonObject {
  const { name, namespace } = {
    name: textAt(after, 'metadata', 'name'),
    namespace: textAt(after, 'metadata', 'namespace'),
  }
  const changed = changedIn(before, after)
  const metadata = isObject(changed.metadata) ? changed.metadata : {}
  return {
    apiVersion: textAt(after, 'apiVersion') ?? 'core.gardener.cloud/v1beta1',
    kind: 'Shoot',
    metadata: { name, namespace, ...metadata },
    ...withKey(changed, 'metadata', undefined),
  }
}

function changedIn(before: JsonObject, after: JsonObject): JsonObject {
  const entries = Object.entries(after).flatMap(([key, value]): [string, Json | undefined][] => {
    const old = before[key]
    if (sameJson(old, value)) return []
    if (isObject(old) && isObject(value)) return [[key, changedIn(old, value)]]
    if (!isList(old) || !isList(value)) return [[key, value]]
    return [[key, value.filter((entry, i) => !sameJson(entry, old[i]))]]
  })
  const gone = Object.keys(before).filter((key) => after[key] === undefined && before[key] !== undefined)
  return Object.fromEntries([...entries, ...gone.map((key): [string, Json] => [key, null])])
}

function differences(before: Json | undefined, after: Json | undefined, path: string): readonly PatchOperation[] {
  if (before === after || sameJson(before, after)) return []
  if (isObject(before) && isObject(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    return keys.flatMap((key) => differences(before[key], after[key], `${path}/${escaped(key)}`))
  }
  if (isPools(path) && isList(before) && isList(after) && before.length === after.length) {
    return after.flatMap((entry, i) => differences(before[i], entry, `${path}/${i}`))
  }
  if (after === undefined || after === null) return [{ op: 'remove', path }]
  return [{ op: before === undefined || before === null ? 'add' : 'replace', path, value: after }]
}

function isPools(path: string): boolean {
  return path === '/spec/provider/workers'
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value)
}

/** As RFC 6901 writes a key. */
function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}
