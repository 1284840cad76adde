import { newCluster } from '@/lib/engine/api-server'
import { messageOf } from '@/lib/engine/refusal'
import type { CloudProfile, Instant, Shoot } from '@/lib/engine/types'

/** What became of a cluster that names no whole version: it has the one that it would get, or there is none, and why. */
export type Versioned =
  | { readonly kind: 'versioned'; readonly shoot: Shoot }
  | { readonly kind: 'none'; readonly reason: string }

/** The same cluster that would get the same version is the same one. */
const made = new WeakMap<Shoot, Shoot>()

/** Gives a cluster the version that the API server would fill in if it were created now, as for any new cluster. */
export function versionWhenCreated(shoot: Shoot, profile: CloudProfile | undefined, now: Instant): Versioned {
  const { writtenVersion } = shoot
  if (writtenVersion === undefined) return { kind: 'versioned', shoot }
  if (profile === undefined) return { kind: 'none', reason: 'its profile, which would give it one, is not there' }
  const wanted = { ...(writtenVersion !== '' && { kubernetesVersion: writtenVersion }), pools: [] }
  const created = newCluster(wanted, profile, now)
  if (created.kind === 'refused') {
    return { kind: 'none', reason: `its creation would be refused: ${created.errors.map(messageOf).join('; ')}` }
  }
  const { kubernetesVersion } = created
  const before = made.get(shoot)
  const after = before?.kubernetesVersion === kubernetesVersion ? before : { ...shoot, kubernetesVersion }
  made.set(shoot, after)
  return { kind: 'versioned', shoot: after }
}
