import type { ProfileRefusal } from '@/lib/engine/refusal'
import type { Shoot } from '@/lib/engine/types'
import { type ProfileEntry, profileKey, type Unseen } from '@/lib/garden/garden'
import type { FleetIndex } from './fleet-index'
import { placesOf, type Subject } from './holders'

/** No namespace has this name. */
const NOWHERE = ''

const nothing: Unseen = { shoots: [], profiles: [] }

/** What uses a profile, directly or through one that builds on it, and is not seen by who asks: numbered in place of its name. */
export function unseenUsers({ snapshot }: Pick<FleetIndex, 'snapshot'>, { ref }: ProfileEntry): Unseen {
  const unseen = snapshot.unseen?.() ?? nothing
  const key = profileKey(ref)
  const profiles = unseen.profiles.filter(({ parent }) => parent === key)
  const family = new Set([key, ...profiles.map((child) => profileKey(child.ref))])
  for (const [name, { parent }] of snapshot.profiles) if (parent === key) family.add(name)
  return {
    shoots: unseen.shoots
      .filter(({ profile }) => family.has(profileKey(profile)))
      .map((shoot, i): Shoot => ({ ...shoot, namespace: NOWHERE, name: String(i) })),
    profiles: profiles.map((entry, i) => ({
      ...entry,
      ref: { kind: 'NamespacedCloudProfile', namespace: NOWHERE, name: String(i) },
    })),
  }
}

/** How many clusters that are not seen run a version of a profile. */
export function unseenHolders(index: Pick<FleetIndex, 'snapshot'>, entry: ProfileEntry, subject: Subject): number {
  return holdersAmong(unseenUsers(index, entry), subject)
}

export function holdersAmong({ shoots }: Unseen, subject: Subject): number {
  return shoots.filter((shoot) => placesOf(shoot, subject).length > 0).length
}

/** The same refusals, but those by what is not seen as one for all of it that says how many there are. */
export function withoutUnseen(refusals: readonly ProfileRefusal[]): ProfileRefusal[] {
  const seen: ProfileRefusal[] = []
  const others = new Map<string, { readonly first: ProfileRefusal; readonly names: Set<string> }>()
  for (const refusal of refusals) {
    const { user } = refusal.subject
    if (user?.namespace !== NOWHERE) {
      seen.push(refusal)
      continue
    }
    const { image = '', version = '' } = refusal.subject
    const key = [refusal.rule, image, version, user.kind].join(' ')
    const known = others.get(key)
    if (known === undefined) others.set(key, { first: refusal, names: new Set([user.name]) })
    else known.names.add(user.name)
  }
  return [...seen, ...[...others.values()].map(({ first, names }) => countedAs(first, names.size))]
}

/** Gardener's own words would name them. */
function countedAs(refusal: ProfileRefusal, count: number): ProfileRefusal {
  const { user, pool: _, ...subject } = refusal.subject
  const { image, version } = subject
  const what = image === undefined ? `Kubernetes ${version}` : version === undefined ? image : `${image} ${version}`
  const whom = user?.kind === 'Shoot' ? 'cluster' : 'NamespacedCloudProfile'
  const verb = refusal.rule === 'image-already-added' ? 'defined' : 'in use'
  const text = `${what} is ${verb} by ${count} ${whom}${count === 1 ? '' : 's'} that you may not see`
  return { ...refusal, subject, text }
}
