/** What the demo decides about one cluster; `shoot.ts` writes it down as the API would. */
export interface ShootPlan {
  readonly project: string
  /** Together with the project at most 21 characters: Gardener's limit. */
  readonly name: string
  readonly profile: ProfileName
  /** A NamespacedCloudProfile of the project; absent: the CloudProfile itself. */
  readonly namespacedProfile?: string
  readonly region: string
  readonly kubernetes: string
  readonly autoUpdate: { readonly kubernetes: boolean; readonly image: boolean }
  readonly window: Window
  /** Empty: a workerless cluster. */
  readonly pools: readonly PoolPlan[]
  readonly purpose: 'production' | 'infrastructure' | 'development' | 'testing' | 'evaluation'
  /** Days between its creation and the demo's birthday. */
  readonly age: number
  readonly state?: 'hibernated' | 'failed' | 'deleting' | 'creating'
  readonly confined?: boolean
  readonly lastMaintenance?: MaintenancePlan
  /** Manual in-place pools that wait for somebody to update their nodes. */
  readonly pendingManual?: readonly string[]
  /** Further parts of `spec`, merged over what the plan gives. */
  readonly spec?: Readonly<Record<string, unknown>>
  readonly annotations?: Readonly<Record<string, string>>
}

export type ProfileName = 'aws' | 'azure' | 'gcp' | 'openstack'

/** Begin and end of the maintenance time window, `HHMMSS+ZZZZ`. */
export type Window = readonly [begin: string, end: string]

export interface PoolPlan {
  readonly name: string
  readonly image: readonly [name: string, version: string]
  readonly machineType: string
  readonly nodes: readonly [minimum: number, maximum: number]
  readonly arm?: boolean
  /** Own Kubernetes version; absent: follows the control plane. */
  readonly kubernetes?: string
  readonly inPlace?: 'auto' | 'manual'
  readonly gvisor?: boolean
}

export interface MaintenancePlan {
  /** 1: last night. */
  readonly nightsAgo: number
  readonly description: string
  /** Absent: it succeeded. */
  readonly failureReason?: string
}

/** What Gardener writes into `status.lastMaintenance`; templates from the vectors README, section Texts. */

const noSuitable = (current: string): string =>
  `cannot perform forceful update of expired version "${current}". No suitable version found in CloudProfile - this is most likely a misconfiguration of the CloudProfile`

export function kubernetesUpdated(
  nightsAgo: number,
  from: string,
  to: string,
  why: 'auto' | 'expired',
): MaintenancePlan {
  const reason =
    why === 'auto'
      ? 'Automatic update of Kubernetes version configured'
      : 'Kubernetes version expired - force update required'
  return succeeded(nightsAgo, `Control Plane: Updated Kubernetes version from "${from}" to "${to}". Reason: ${reason}`)
}

export function imageUpdated(
  nightsAgo: number,
  pool: string,
  image: string,
  from: string,
  to: string,
  strategy: string,
): MaintenancePlan {
  return succeeded(
    nightsAgo,
    `Worker pool "${pool}": Updated machine image "${image}" from "${from}" to "${to}". Reason: Automatic update of the machine image version is configured (image update strategy: ${strategy})`,
  )
}

function succeeded(nightsAgo: number, part: string): MaintenancePlan {
  return { nightsAgo, description: `All maintenance operations successful. ${part}` }
}

/** No next minor in the profile. */
export function kubernetesStuck(version: string): MaintenancePlan {
  return {
    nightsAgo: 1,
    description:
      '(0/1) maintenance operations successful. Control Plane: Kubernetes version update failed. Reason for update: Kubernetes version expired - force update required',
    failureReason: `Control Plane: Kubernetes maintenance failure due to: could not determine higher suitable version than "${version}": ${noSuitable(version)}`,
  }
}

/** The image has no version left; strategy major. `pools` run it, all in the same version. */
export function imageEndOfLife(pools: readonly string[], image: string, version: string): MaintenancePlan {
  const reason = 'Machine image version expired - force update required (image update strategy: major)'
  return {
    nightsAgo: 1,
    description: `(0/${pools.length}) maintenance operations successful. ${pools
      .map((pool) => `Worker pool "${pool}": machine image version maintenance failed. Reason for update: ${reason}`)
      .join(', ')}`,
    failureReason: pools
      .map(
        (pool) =>
          `Worker pool "${pool}": failed to update machine image "${image}": failed to determine the target version for maintenance of machine image "${image}" with strategy "major": failed to determine version for forceful update: either the machine image "${image}" is reaching end of life and migration to another machine image is required or there is a misconfiguration in the CloudProfile. If it is the latter, make sure the machine image in the CloudProfile has at least one version that is not expired, not in preview and greater or equal to the current Shoot image version "${version}"`,
      )
      .join(', '),
  }
}

/** The API server refuses everything, because the image of the pool at `index` does not run the new kubelet. */
export function refusedByKubelet(
  shoot: string,
  index: number,
  image: readonly [name: string, version: string],
  target: string,
  constraint: string,
): MaintenancePlan {
  const [name, version] = image
  return {
    nightsAgo: 1,
    description: 'Maintenance failed',
    failureReason: `Updates to the Shoot failed to be applied: shoots.core.gardener.cloud "${shoot}" is forbidden: spec.provider.workers[${index}].machine.image: Invalid value: {"Name":"${name}","ProviderConfig":null,"Version":"${version}"}: machine image '${name}@${version}' does not support kubelet version '${target}', supported kubelet versions by this machine image version: '${constraint}'`,
  }
}
