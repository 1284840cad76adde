import { objectAt, objectsAt, textAt } from '@/lib/engine/api-server/manifest'
import type { ShootRefusal } from '@/lib/engine/refusal'
import type { Instant } from '@/lib/engine/types'
import { admitShoot } from './shoot/admit'
import type { AdmissionProfile } from './shoot/offers'

/** What a user names for a new cluster; what is left out, or given in part (`1.33`, `15`), the API server fills in. */
export interface WantedCluster {
  readonly kubernetesVersion?: string
  readonly pools: readonly {
    readonly name: string
    readonly machineType: string
    readonly architecture?: string
    readonly containerRuntimes?: readonly string[]
    readonly kubernetesVersion?: string
    readonly image?: { readonly name?: string; readonly version?: string }
  }[]
}

/** What a new cluster would get, or why the API server refuses it. */
export type NewCluster =
  | {
      readonly kind: 'created'
      readonly kubernetesVersion: string
      readonly pools: readonly {
        readonly name: string
        /** Null: the pool follows the control plane. */
        readonly kubernetesVersion: string | null
        readonly image: { readonly name: string; readonly version: string }
      }[]
    }
  | { readonly kind: 'refused'; readonly errors: readonly ShootRefusal[] }

/**
 * The Kubernetes version and images of a cluster that is created at the instant (docs/rules.md#defaults-of-a-shoot): for a
 * version that is left out or given in part the highest supported one, for an image the latest that fits and is not
 * deprecated. Whether machine types are usable is only judged if the profile comes with its offers.
 */
export function newCluster(wanted: WantedCluster, profile: AdmissionProfile, at: Instant): NewCluster {
  const workers = wanted.pools.map(
    ({ name, machineType, architecture, containerRuntimes = [], kubernetesVersion, image }) => ({
      name,
      machine: {
        type: machineType,
        ...(architecture === undefined ? {} : { architecture }),
        ...(image === undefined ? {} : { image: { ...image } }),
      },
      ...(kubernetesVersion === undefined ? {} : { kubernetes: { version: kubernetesVersion } }),
      ...(containerRuntimes.length === 0
        ? {}
        : { cri: { name: 'containerd', containerRuntimes: containerRuntimes.map((type) => ({ type })) } }),
      minimum: 1,
      maximum: 1,
      maxSurge: 1,
      maxUnavailable: 0,
    }),
  )
  const kubernetes = wanted.kubernetesVersion === undefined ? {} : { version: wanted.kubernetesVersion }
  const after = {
    metadata: { name: 'new', namespace: 'new' },
    spec: { kubernetes, ...(workers.length === 0 ? {} : { provider: { workers } }) },
  }
  const admission = admitShoot({ after, profile, now: at })
  if (!admission.allowed) return { kind: 'refused', errors: admission.errors }
  return {
    kind: 'created',
    kubernetesVersion: textAt(admission.shoot, 'spec', 'kubernetes', 'version') ?? '',
    pools: objectsAt(admission.shoot, 'spec', 'provider', 'workers').map((pool) => {
      const image = objectAt(pool, 'machine', 'image')
      return {
        name: textAt(pool, 'name') ?? '',
        kubernetesVersion: textAt(pool, 'kubernetes', 'version') ?? null,
        image: { name: textAt(image, 'name') ?? '', version: textAt(image, 'version') ?? '' },
      }
    }),
  }
}
