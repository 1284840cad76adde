import type { ChunkedList } from '@/lib/garden/chunked-list'
import { type GardenKind, type ObjectRef, type Project, profileKey, type Snapshot } from '@/lib/garden/garden'
import { byPlace } from './changes'
import type { ObjectOf } from './history'

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
      return byName(projects).get(name)
    case 'Shoot': {
      const { position, isThere } = placeOf(shoots, { namespace, name })
      return isThere ? shoots.at(position) : undefined
    }
  }
}

const known = new WeakMap<readonly Project[], ReadonlyMap<string, Project>>()

function byName(projects: readonly Project[]): ReadonlyMap<string, Project> {
  let names = known.get(projects)
  if (names === undefined) {
    names = new Map(projects.map((project) => [project.name, project]))
    known.set(projects, names)
  }
  return names
}

type Place = Parameters<typeof byPlace>[0]

/** Where something stands in a list that is in order of namespace, then name, or where it would. `guess`: where it may be. */
export function placeOf<T extends Place>(
  list: ChunkedList<T>,
  wanted: Place,
  guess?: number,
): { readonly position: number; readonly isThere: boolean } {
  if (guess !== undefined) {
    const guessed = list.at(guess)
    if (guessed?.name === wanted.name && guessed.namespace === wanted.namespace)
      return { position: guess, isThere: true }
  }
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const at = list.at(middle)
    if (at !== undefined && byPlace(at, wanted) < 0) low = middle + 1
    else high = middle
  }
  const found = list.at(low)
  return { position: low, isThere: found !== undefined && byPlace(found, wanted) === 0 }
}
