import type { KeptObject } from './kept-object'

/**
 * The objects of a resource: by namespace, then by name. Immutable; in two levels, so that a change copies one project's objects
 * and not the landscape's, and what was computed from one project stays right until that project changes.
 */
export type ObjectsByNamespace = ReadonlyMap<string, ObjectsByName>
export type ObjectsByName = ReadonlyMap<string, KeptObject>

export const noObjects: ObjectsByNamespace = new Map()

type Key = Pick<KeptObject, 'namespace' | 'name'>

export function itemAt(byNamespace: ObjectsByNamespace, { namespace, name }: Key): KeptObject | undefined {
  return byNamespace.get(namespace)?.get(name)
}

/** Adds items, in place of those with the same key. */
export function withItems(byNamespace: ObjectsByNamespace, items: Iterable<KeptObject>): ObjectsByNamespace {
  const next = new Map(byNamespace)
  const fresh = new Map<string, Map<string, KeptObject>>()
  for (const item of items) {
    let byName = fresh.get(item.namespace)
    if (byName === undefined) {
      byName = new Map(byNamespace.get(item.namespace))
      fresh.set(item.namespace, byName)
      next.set(item.namespace, byName)
    }
    byName.set(item.name, item)
  }
  return next
}

export function withoutItem(byNamespace: ObjectsByNamespace, { namespace, name }: Key): ObjectsByNamespace {
  const byName = byNamespace.get(namespace)
  if (!byName?.has(name)) return byNamespace
  const next = new Map(byNamespace)
  const rest = new Map(byName)
  rest.delete(name)
  if (rest.size === 0) next.delete(namespace)
  else next.set(namespace, rest)
  return next
}

export function sizeOf(byNamespace: ObjectsByNamespace): number {
  let size = 0
  for (const byName of byNamespace.values()) size += byName.size
  return size
}

/** `next`, with the namespaces of `before` that hold the very same items; `before` itself when all do. */
export function sharedWith(next: ObjectsByNamespace, before: ObjectsByNamespace): ObjectsByNamespace {
  const shared = new Map<string, ObjectsByName>()
  let same = next.size === before.size
  for (const [namespace, byName] of next) {
    const known = before.get(namespace)
    const isKnown = known !== undefined && hasSameItems(byName, known)
    shared.set(namespace, isKnown ? known : byName)
    same &&= isKnown
  }
  return same ? before : shared
}

function hasSameItems(a: ObjectsByName, b: ObjectsByName): boolean {
  if (a.size !== b.size) return false
  for (const [name, item] of a) if (b.get(name) !== item) return false
  return true
}
