import { oncePer } from '@/lib/engine/once'
import { type GardenState, type Problem, profileKey, type Snapshot } from '@/lib/garden/garden'

/** As many clusters as a problem names. */
const named = 3

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
    .map((missing) => ({
      source: kind === 'kubernetes' ? `${missing.kind.toLowerCase()}s` : label,
      object: missing.label,
      reason: reasonOf(missing, snapshot),
      more: `What happens to ${missing.clusters.length === 1 ? 'it' : 'them'} is not known.`,
    }))
}

function reasonOf({ label, clusters }: Missing, { problems }: Snapshot): string {
  const what = problems.some(({ object }) => object === label) ? 'could not be read' : 'is missing'
  const listed = clusters.slice(0, named).join(', ')
  const rest = clusters.length > named ? ` and ${clusters.length - named} more` : ''
  const use = clusters.length === 1 ? '1 cluster uses it' : `${clusters.length} clusters use it`
  return `${what}, and ${use}: ${listed}${rest}`
}

const missingIn: (snapshot: Snapshot) => readonly Missing[] = oncePer(({ shoots, profiles }) => {
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
})
