import type { KeptObject } from './kept-object'

/**
 * The objects of a resource: by namespace, then by name. Immutable; in two levels, so that a change copies one project's objects
 * and not the landscape's, and what was computed from one project stays right until that project changes.
 */
export type Shelves = ReadonlyMap<string, Shelf>
export type Shelf = ReadonlyMap<string, KeptObject>

export const noShelves: Shelves = new Map()

type Key = Pick<KeptObject, 'namespace' | 'name'>

export function itemAt(shelves: Shelves, { namespace, name }: Key): KeptObject | undefined {
  return shelves.get(namespace)?.get(name)
}

/** Adds items, in place of those with the same key. */
export function withItems(shelves: Shelves, items: Iterable<KeptObject>): Shelves {
  const next = new Map(shelves)
  const fresh = new Map<string, Map<string, KeptObject>>()
  for (const item of items) {
    let shelf = fresh.get(item.namespace)
    if (shelf === undefined) {
      shelf = new Map(shelves.get(item.namespace))
      fresh.set(item.namespace, shelf)
      next.set(item.namespace, shelf)
    }
    shelf.set(item.name, item)
  }
  return next
}

export function withoutItem(shelves: Shelves, { namespace, name }: Key): Shelves {
  const shelf = shelves.get(namespace)
  if (!shelf?.has(name)) return shelves
  const next = new Map(shelves)
  const rest = new Map(shelf)
  rest.delete(name)
  if (rest.size === 0) next.delete(namespace)
  else next.set(namespace, rest)
  return next
}

export function sizeOf(shelves: Shelves): number {
  let size = 0
  for (const shelf of shelves.values()) size += shelf.size
  return size
}

/** `next`, with the shelves of `before` where they hold the very same items; `before` itself when all do. */
export function sharedWith(next: Shelves, before: Shelves): Shelves {
  const shared = new Map<string, Shelf>()
  let same = next.size === before.size
  for (const [namespace, shelf] of next) {
    const known = before.get(namespace)
    const isKnown = known !== undefined && hasSameItems(shelf, known)
    shared.set(namespace, isKnown ? known : shelf)
    same &&= isKnown
  }
  return same ? before : shared
}

function hasSameItems(a: Shelf, b: Shelf): boolean {
  if (a.size !== b.size) return false
  for (const [name, item] of a) if (b.get(name) !== item) return false
  return true
}
