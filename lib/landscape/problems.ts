import type { Problem } from '@/lib/engine/faults'
import { type GardenState, type ObjectRef, profileKey, type Snapshot } from '@/lib/garden/garden'
import { labelOf } from '@/lib/garden/read-object'

/** As many clusters as a problem names. */
const named = 3
/** As many problems of one object: its page tells them one by one. */
const ofObject = 10

interface Missing {
  readonly kind: 'CloudProfile' | 'NamespacedCloudProfile'
  /** Null: it lies in none. */
  readonly namespace: string | null
  readonly label: string
  readonly clusters: string[]
}

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
  // A namespaced one is nothing without its parent.
  return missingIn(snapshot)
    .filter(({ kind, namespace }) => isRead(kind, namespace) && isRead('CloudProfile', null))
    .map(({ kind: profile, label: object, clusters }) => ({
      source: kind === 'kubernetes' ? `${profile.toLowerCase()}s` : label,
      object,
      path: '',
      fault: {
        code: snapshot.problems.some((one) => one.object === object) ? 'profile-unreadable' : 'profile-missing',
        first: clusters.slice(0, named),
        count: clusters.length,
      },
    }))
}

function missingIn({ shoots, profiles }: Snapshot): readonly Missing[] {
  const missing = new Map<string, Missing>()
  for (const { profile, namespace, name } of shoots) {
    const key = profileKey(profile)
    if (profiles.has(key)) continue
    const known = missing.get(key) ?? {
      kind: profile.kind,
      namespace: profile.kind === 'CloudProfile' ? null : profile.namespace,
      label: `${profile.kind} ${key}`,
      clusters: [],
    }
    known.clusters.push(`${namespace}/${name}`)
    missing.set(key, known)
  }
  return [...missing.values()]
}

/** What is wrong with one object, for its own page: the first few. */
export function problemsOfObject({ problems }: Snapshot, ref: ObjectRef): readonly Problem[] {
  const label = labelOf(ref)
  return problems.filter(({ object }) => object === label).slice(0, ofObject)
}
