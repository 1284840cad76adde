import { type ShootManifest, viewShoot } from '@/lib/engine/api-server/manifest'
import { asStored } from './admit'
import { CPU_MANAGER_POLICIES } from './kubelet'
import type { AdmissionProfile } from './offers'
import { CONTAINER_RUNTIMES } from './pool'
import { offeredMachines, offeredVolumes } from './profile-offers'

/** Names by the path of the field that may hold them. */
type ByField = Readonly<Record<string, readonly string[]>>

/**
 * What fields may hold that hold one of few names, as the API server lists them when it refuses another: of the whole shoot, and
 * of a pool by the path within it, found when it is asked for, as there may be hundreds of pools, and thousands of names. Of volume
 * types nothing is said where the offers are not known.
 */
export function offeredNames(
  manifest: ShootManifest,
  profile: AdmissionProfile,
): { readonly shoot: ByField; readonly ofPool: (position: number) => ByField } {
  const { region, pools } = viewShoot(asStored(manifest, profile))
  const { offers } = profile
  return {
    shoot: { 'spec.kubernetes.kubelet.cpuManagerPolicy': CPU_MANAGER_POLICIES },
    ofPool: (position) => {
      const pool = pools[position]
      return pool === undefined
        ? {}
        : {
            'machine.type': offeredMachines(pool, region, profile),
            ...(offers !== undefined && { 'volume.type': offeredVolumes(pool, region, offers) }),
            'cri.name': CONTAINER_RUNTIMES,
            'kubernetes.kubelet.cpuManagerPolicy': CPU_MANAGER_POLICIES,
          }
    },
  }
}
