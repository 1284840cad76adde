import { LRUCache } from 'lru-cache'
import type { AdmissionProfile, ReferencedProfile } from '@/lib/engine/api-server'
import type { ReachableProfiles, ShootEdit } from '@/lib/engine/edits/shoot'
import { oncePer } from '@/lib/engine/once'
import type { ObjectRef, Snapshot } from '@/lib/garden'
import { withOffersOf } from '@/lib/garden/admit'
import { type ProfileEntry, profileKey, referencedKey, type WholeObject } from '@/lib/garden/garden'
import { CodedError, NotFound } from '@/lib/process/errors'
import type { Asker } from './garden'
import type { Landscape } from './landscape'
import type { Member } from './roster'

/**
 * A profile with what it offers beside versions, as far as that can be read: without it, machine and volume types are not
 * checked.
 */
export async function withOffers(
  reader: ObjectReader,
  landscape: Landscape,
  entry: ProfileEntry,
): Promise<AdmissionProfile> {
  try {
    return withOffersOf(entry, (await whole(reader, landscape.snapshot, { ...entry.ref })).object)
  } catch {
    return entry.profile
  }
}

/** The user who reads. */
export type ObjectReader = Pick<Asker, 'garden' | 'identity'>

/** What was read for a snapshot is read anew when it is asked for next: it was changed, or may have been. */
export function forgetWhole(snapshot: Snapshot, ref: ObjectRef): void {
  objectsOf(snapshot).delete(labelOf(ref))
}

/**
 * One object as its source has it, with all that snapshots leave out, and its version; read once for a snapshot. Throws what may be
 * told: that it is gone, that it may not be read, or why it cannot be read now.
 */
export async function whole(
  { garden, identity }: ObjectReader,
  snapshot: Snapshot,
  ref: ObjectRef,
): Promise<WholeObject> {
  const known = objectsOf(snapshot)
  const label = labelOf(ref)
  const kept = known.get(label)
  if (kept !== undefined) return kept
  const found = await garden.preview(identity, ref, (object) => object)
  switch (found.kind) {
    case 'ok':
      known.set(label, found)
      return found
    case 'gone':
      throw new NotFound(`The ${ref.kind} ${ref.name}`)
    case 'forbidden':
      throw new CodedError('forbidden', `The ${ref.kind} ${ref.name} may not be read: ${found.message}`)
    case 'unavailable':
      throw new CodedError('not-ready', found.message, { hint: 'Ask again in a few seconds.' })
  }
}

const objectsOf: (snapshot: Snapshot) => LRUCache<string, WholeObject> = oncePer(
  () => new LRUCache<string, WholeObject>({ max: 100 }),
)

function labelOf({ kind, namespace = '', name }: ObjectRef): string {
  return `${kind} ${namespace}/${name}`
}

/** Name of the CloudProfile that it is or builds on. */
export function rootOf({ ref, parent }: ProfileEntry): string {
  return parent ?? ref.name
}

/**
 * The profiles that a cluster may be on: the root of its own, and the namespaced profiles of its namespace that build on that. Its own
 * is among them. None where its own is not there: then the API server lets it move nowhere.
 */
export function profilesFor(
  { snapshot }: Pick<Landscape, 'snapshot'>,
  { shoot, profile }: Pick<Member, 'shoot' | 'profile'>,
) {
  const own = snapshot.profiles.get(profile)
  if (own === undefined) return []
  const root = rootOf(own)
  return [...snapshot.profiles.values()].filter(
    (entry) => rootOf(entry) === root && (entry.ref.kind === 'CloudProfile' || entry.ref.namespace === shoot.namespace),
  )
}

/**
 * What edits of a cluster that move it are held to; undefined where the profile of the cluster is not there. What the profiles offer beside
 * versions is read of those that the edits name.
 */
export async function hierarchyOf(
  reader: ObjectReader,
  landscape: Landscape,
  { shoot, profile }: Pick<Member, 'shoot' | 'profile'>,
  edits: readonly ShootEdit[],
): Promise<ReachableProfiles | undefined> {
  const own = landscape.snapshot.profiles.get(profile)
  if (own === undefined) return undefined
  const referenced = async (entry: ProfileEntry): Promise<ReferencedProfile> => {
    const offered: AdmissionProfile = await withOffers(reader, landscape, entry)
    return { ref: entry.ref, root: rootOf(entry), profile: offered }
  }
  const from = await referenced(own)
  const known = new Map<string, ReferencedProfile>([[profile, from]])
  for (const edit of edits) {
    if (edit.field !== 'spec.cloudProfile' || edit.value === null) continue
    const entry = landscape.snapshot.profiles.get(referencedKey(shoot.namespace, edit.value))
    if (entry !== undefined) known.set(profileKey(entry.ref), await referenced(entry))
  }
  return { from, to: (ref) => known.get(referencedKey(shoot.namespace, ref)) }
}
