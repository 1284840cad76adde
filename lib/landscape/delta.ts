import type { Shoot } from '@/lib/engine/types'
import type { ChunkedList } from '@/lib/garden/chunked-list'

/** What differs between the shoots of two snapshots: each is there before, after, or both. */
export interface ShootChange {
  readonly before: Shoot | null
  readonly after: Shoot | null
}

/**
 * The changes from one list of shoots to the next, both in order of namespace, then name. Shoots that did not change are the
 * same objects: they are told apart by identity alone, and chunks that both lists hold are not looked into. Null: more than
 * `most` changes.
 */
export function shootChanges(
  allBefore: ChunkedList<Shoot>,
  allAfter: ChunkedList<Shoot>,
  most: number,
): ShootChange[] | null {
  const [before, after] = [allBefore.notIn(allAfter), allAfter.notIn(allBefore)]
  const changes: ShootChange[] = []
  let i = 0
  let j = 0
  while (i < before.length || j < after.length) {
    const left = before[i]
    const right = after[j]
    if (left === right) {
      i++
      j++
      continue
    }
    const order = left === undefined ? 1 : right === undefined ? -1 : compare(left, right)
    changes.push({ before: order <= 0 ? (left ?? null) : null, after: order >= 0 ? (right ?? null) : null })
    if (changes.length > most) return null
    if (order <= 0) i++
    if (order >= 0) j++
  }
  return changes
}

function compare(a: Shoot, b: Shoot): number {
  if (a.namespace !== b.namespace) return a.namespace < b.namespace ? -1 : 1
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0
}
