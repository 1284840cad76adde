import type { AdmissionProfile, ReferencedProfile } from '@/lib/engine/api-server'
import type { Edit, Hierarchy } from '@/lib/engine/edits/shoot'
import type { ProfileRef } from '@/lib/engine/types'
import { type ProfileEntry, profileKey } from '@/lib/garden/garden'
import type { FleetIndex } from './fleet-index'
import { type Reader, withOffers } from './offers'
import type { Member } from './roster'

/** Name of the CloudProfile that it is or builds on. */
export function rootOf({ ref, parent }: ProfileEntry): string {
  return parent ?? ref.name
}

/**
 * The profiles that a cluster may be on: the root of its own, and the namespaced profiles of its namespace that build on that. Its own
 * is among them. None where its own is not there: then the API server lets it move nowhere.
 */
export function profilesFor(
  { snapshot }: Pick<FleetIndex, 'snapshot'>,
  { shoot, profile }: Pick<Member, 'shoot' | 'profile'>,
) {
  const own = snapshot.profiles.get(profile)
  if (own === undefined) return []
  const root = rootOf(own)
  return [...snapshot.profiles.values()].filter(
    (entry) => rootOf(entry) === root && (entry.ref.kind === 'CloudProfile' || entry.ref.namespace === shoot.namespace),
  )
}

/** The key of the profile that a cluster of a namespace names. */
function referencedKey(
  namespace: string,
  { kind, name }: { readonly kind: ProfileRef['kind']; readonly name: string },
): string {
  return kind === 'CloudProfile' ? name : `${namespace}/${name}`
}

/**
 * What edits of a cluster that move it are held to; undefined where the profile of the cluster is not there. What the profiles offer beside
 * versions is read of those that the edits name.
 */
export async function hierarchyOf(
  reader: Reader,
  index: FleetIndex,
  { shoot, profile }: Pick<Member, 'shoot' | 'profile'>,
  edits: readonly Edit[],
): Promise<Hierarchy | undefined> {
  const own = index.snapshot.profiles.get(profile)
  if (own === undefined) return undefined
  const referenced = async (entry: ProfileEntry): Promise<ReferencedProfile> => {
    const offered: AdmissionProfile = await withOffers(reader, index, entry)
    return { ref: entry.ref, root: rootOf(entry), profile: offered }
  }
  const from = await referenced(own)
  const known = new Map<string, ReferencedProfile>([[profile, from]])
  for (const edit of edits) {
    if (edit.field !== 'spec.cloudProfile' || edit.value === null) continue
    const entry = index.snapshot.profiles.get(referencedKey(shoot.namespace, edit.value))
    if (entry !== undefined) known.set(profileKey(entry.ref), await referenced(entry))
  }
  return { from, to: (ref) => known.get(referencedKey(shoot.namespace, ref)) }
}
