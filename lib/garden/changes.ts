import type { ProfileRef, Shoot } from '@/lib/engine/types'
import type { ChunkedList } from './chunked-list'
import {
  type GardenKind,
  type GardenProject,
  type ObjectRef,
  type ProfileEntry,
  profileKey,
  type Snapshot,
} from './garden'
import { labelOf } from './read-object'
import { byPlace, compare, placeInOrder } from './snapshot'

export interface ObjectOf {
  readonly CloudProfile: ProfileEntry
  readonly NamespacedCloudProfile: ProfileEntry
  readonly Project: GardenProject
  readonly Shoot: Shoot
}

/** Another object than before; null: there was none, or there is none now. Whether it says anything else is not looked at. */
export type SnapshotChange =
  | ({ readonly kind: 'Shoot'; readonly ref: ObjectRef } & ObjectPair<Shoot>)
  | ({ readonly kind: 'Project'; readonly ref: ObjectRef } & ObjectPair<GardenProject>)
  | ({ readonly kind: 'Profile'; readonly ref: ProfileRef } & ObjectPair<ProfileEntry>)

/**
 * What differs between two snapshots: profiles, projects, shoots. It costs what differs, as parts that are the same are shared, and
 * may be walked a little at a time.
 */
export function* snapshotChanges(before: Snapshot, after: Snapshot): Generator<SnapshotChange, undefined> {
  if (before.profiles !== after.profiles) {
    const [were, are] = [inOrder(before.profiles), inOrder(after.profiles)]
    for (const pair of pairs(were, are, (a, b) => compare(labelOf(a.ref), labelOf(b.ref))))
      yield { kind: 'Profile', ref: pair.one.ref, ...pair }
  }
  if (before.projects !== after.projects) {
    const byName = (a: GardenProject, b: GardenProject) => compare(a.name, b.name)
    const [were, are] = [before.projects.toSorted(byName), after.projects.toSorted(byName)]
    for (const pair of pairs(were, are, byName))
      yield { kind: 'Project', ref: { kind: 'Project', name: pair.one.name }, ...pair }
  }
  for (const pair of shootChanges(before.shoots, after.shoots)) {
    const { namespace, name } = pair.one
    yield { kind: 'Shoot', ref: { kind: 'Shoot', namespace, name }, ...pair }
  }
}

/** The changes between two lists of shoots. Chunks that both of them hold are not looked into. */
export function shootChanges(
  before: ChunkedList<Shoot>,
  after: ChunkedList<Shoot>,
): Generator<ObjectPair<Shoot>, undefined> {
  return pairs(before.notIn(after), after.notIn(before), byPlace)
}

/** What was there before, is there after, or both. */
export interface ObjectPair<T> {
  readonly before: T | null
  readonly after: T | null
  /** Either of them. */
  readonly one: T
}

/** Items at the same place that are not the same object, and items without a counterpart. Both lists are in order. */
function* pairs<T>(
  were: readonly T[],
  are: readonly T[],
  order: (a: T, b: T) => number,
): Generator<ObjectPair<T>, undefined> {
  // One change is in the middle of what is the same.
  let begin = 0
  while (begin < were.length && were[begin] === are[begin]) begin++
  let [i, k] = [begin, begin]
  for (;;) {
    const [before, after] = [were[i], are[k]]
    if (before === undefined && after === undefined) return
    const which = before === undefined ? 1 : after === undefined ? -1 : before === after ? 0 : order(before, after)
    if (which <= 0) i++
    if (which >= 0) k++
    if (which === 0 && before === after) continue
    const pair = { before: which <= 0 ? (before ?? null) : null, after: which >= 0 ? (after ?? null) : null }
    const one = pair.after ?? pair.before
    if (one !== null) yield { ...pair, one }
  }
}

function inOrder(profiles: Snapshot['profiles']): ProfileEntry[] {
  return [...profiles.values()].sort((a, b) => compare(labelOf(a.ref), labelOf(b.ref)))
}

export function objectIn<K extends GardenKind>(
  snapshot: Snapshot,
  ref: ObjectRef & { readonly kind: K },
): ObjectOf[K] | null {
  return (anyObjectIn(snapshot, ref) ?? null) as ObjectOf[K] | null
}

export function anyObjectIn({ profiles, projects, shoots }: Snapshot, { kind, namespace = '', name }: ObjectRef) {
  switch (kind) {
    case 'CloudProfile':
      return profiles.get(profileKey({ kind, name }))
    case 'NamespacedCloudProfile':
      return profiles.get(profileKey({ kind, namespace, name }))
    case 'Project':
      return projects.find((project) => project.name === name)
    case 'Shoot': {
      const { position, isThere } = placeInOrder(shoots, { namespace, name })
      return isThere ? shoots.at(position) : undefined
    }
  }
}
