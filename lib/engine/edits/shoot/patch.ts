import { objectsAt, type ShootManifest, sameJson, textAt, withKey } from '@/lib/engine/api-server/manifest'
import { isJsonObject, type Json, type JsonObject, smallestMergePatch } from '@/lib/engine/json'

/** One operation of a JSON patch (RFC 6902). */
export interface PatchOperation {
  readonly op: 'add' | 'replace' | 'remove' | 'test'
  readonly path: string
  readonly value?: Json
}

/**
 * What a patch tests before it changes anything: the version of the shoot, which any change of it raises, also one of its status;
 * or, for one that is sent later, the values that it replaces and that what it adds is not there.
 */
export type PatchGuard = 'version' | 'values'

/**
 * The JSON patch that makes one manifest of another with the same pools in the same order. It begins with tests. Without the version,
 * those are of the names of the pools that it changes, as it finds those by their place.
 */
export function patchBetween(
  before: ShootManifest,
  after: ShootManifest,
  guard: PatchGuard,
): readonly PatchOperation[] {
  const changes = differences(before, after, '')
  if (changes.length === 0) return []
  const version = textAt(before, 'metadata', 'resourceVersion')
  if (guard === 'version' && version !== undefined) {
    return [
      { op: 'test', path: '/metadata/resourceVersion', value: version },
      ...changes.map(({ operation }) => operation),
    ]
  }
  const pools = objectsAt(before, 'spec', 'provider', 'workers')
  const names = pools.flatMap((pool, i): PatchOperation[] => {
    const path = `/spec/provider/workers/${i}/`
    return changes.some(({ operation }) => operation.path.startsWith(path))
      ? [{ op: 'test', path: `${path}name`, value: textAt(pool, 'name') ?? '' }]
      : []
  })
  // Kubernetes takes null for what is not there: an addition would put itself in the place of what another client has added.
  const values =
    guard === 'version'
      ? []
      : changes.map(({ operation: { path }, old }): PatchOperation => ({ op: 'test', path, value: old ?? null }))
  return [...names, ...values, ...changes.map(({ operation }) => operation)]
}

/**
 * What makes one manifest of the other as a merge patch (RFC 7386), which is a manifest by itself: what names the shoot, what
 * has changed, and null for what goes. Lists are whole, as a client that takes a list puts it in the place of the old one. With the
 * version that it is made for it changes nothing after another client has; a merge patch cannot test values.
 */
export function changedPart(before: ShootManifest, after: ShootManifest, guard: PatchGuard): JsonObject {
  const [name, namespace] = ['name', 'namespace'].map((field) => textAt(after, 'metadata', field))
  const resourceVersion = guard === 'version' ? textAt(before, 'metadata', 'resourceVersion') : undefined
  const changed = smallestMergePatch(before, after)
  const metadata = isJsonObject(changed.metadata) ? changed.metadata : {}
  return {
    apiVersion: textAt(after, 'apiVersion') ?? 'core.gardener.cloud/v1beta1',
    kind: 'Shoot',
    metadata: { name, namespace, ...(resourceVersion !== undefined && { resourceVersion }), ...metadata },
    ...withKey(changed, 'metadata', undefined),
  }
}

interface PatchedValue {
  readonly operation: PatchOperation
  /** What is replaced or removed; undefined: nothing is there. */
  readonly old: Json | undefined
}

function differences(before: Json | undefined, after: Json | undefined, path: string): readonly PatchedValue[] {
  if (before === after || sameJson(before, after)) return []
  if (isJsonObject(before) && isJsonObject(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    return keys.flatMap((key) => differences(before[key], after[key], `${path}/${escapedPointer(key)}`))
  }
  if (path === '/spec/provider/workers' && isList(before) && isList(after) && before.length === after.length) {
    return after.flatMap((entry, i) => differences(before[i], entry, `${path}/${i}`))
  }
  const old = before ?? undefined
  if (after === undefined || after === null) return [{ operation: { op: 'remove', path }, old }]
  return [{ operation: { op: old === undefined ? 'add' : 'replace', path, value: after }, old }]
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value)
}

/** A key as RFC 6901 writes it in a pointer. */
export function escapedPointer(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}
