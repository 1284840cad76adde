import type { Problem } from '@/lib/engine/faults'
import type { ProfileRef } from '@/lib/engine/types'
import type { GardenState, ObjectRef, Snapshot } from '@/lib/garden/garden'
import { labelOf } from '@/lib/garden/read-object'
import { namedByClusters } from './named-by-clusters'

/** How many problems of one object are listed: its page tells them one by one. */
const ofObject = 10

/**
 * One problem for each profile that clusters name and that is not there. While profiles are still being read, or where they may not be
 * read, none is known to be missing: the state of their resource says what is.
 */
export function missingProfiles(snapshot: Snapshot, { kind, label, resources }: GardenState): readonly Problem[] {
  const isRead = (kind: string, place: string | null) =>
    resources.some(
      ({ name, namespace, state }) =>
        name === `${kind}s` &&
        (namespace === undefined || namespace === place) &&
        (state === 'synced' || state === 'stale'),
    )
  const missing = [...namedByClusters(snapshot.shoots).profiles].filter(([key]) => !snapshot.profiles.has(key))
  // A namespaced one is nothing without its parent.
  return missing
    .filter(([, { ref }]) => isRead(ref.kind, namespaceOf(ref)) && isRead('CloudProfile', null))
    .map(([key, { ref, first, count }]) => {
      const object = `${ref.kind} ${key}`
      return {
        source: kind === 'kubernetes' ? `${ref.kind.toLowerCase()}s` : label,
        object,
        path: '',
        fault: {
          code: snapshot.problems.some((one) => one.object === object) ? 'profile-unreadable' : 'profile-missing',
          first,
          count,
        },
      }
    })
}

/** Null: it lies in none. */
function namespaceOf(ref: ProfileRef): string | null {
  return ref.kind === 'CloudProfile' ? null : ref.namespace
}

/** What is wrong with one object, for its own page: the first few. */
export function problemsOfObject({ problems }: Snapshot, ref: ObjectRef): readonly Problem[] {
  const label = labelOf(ref)
  return problems.filter(({ object }) => object === label).slice(0, ofObject)
}
