import {
  imageChange,
  imageReason,
  KUBERNETES_REASONS,
  kubernetesChange,
  sentencesOf,
  textsOf,
} from '@/lib/engine/rules'
import type { ComponentChange } from '@/lib/engine/types'

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
  readonly window: PlannedWindow
  /** Empty: a workerless cluster. */
  readonly pools: readonly PoolPlan[]
  readonly purpose: 'production' | 'infrastructure' | 'development' | 'testing' | 'evaluation'
  /** Days between its creation and the demo's birthday. */
  readonly age: number
  readonly state?: 'hibernated' | 'failed' | 'deleting' | 'creating'
  readonly confined?: boolean
  readonly lastMaintenance?: MaintenancePlan
  /** Manual in-place pools that wait for an operator to update their nodes. */
  readonly pendingManual?: readonly string[]
  /** Further parts of `spec`, merged over what the plan gives. */
  readonly spec?: Readonly<Record<string, unknown>>
  readonly annotations?: Readonly<Record<string, string>>
}

export type ProfileName = 'aws' | 'azure' | 'gcp' | 'openstack'

/** Begin and end of the maintenance time window, `HHMMSS+ZZZZ`. */
export type PlannedWindow = readonly [begin: string, end: string]

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

/** A maintenance that updated the control plane. */
export function kubernetesUpdated(
  nightsAgo: number,
  from: string,
  to: string,
  why: 'auto' | 'expired',
): MaintenancePlan {
  const reason = KUBERNETES_REASONS[why]
  return told(nightsAgo, [
    { kind: 'update', component: 'controlPlane', pool: null, image: null, from, to, why, reason },
  ])
}

/** A maintenance that updated the image of a pool, to what a strategy of `minor` allows. */
export function imageUpdated(nightsAgo: number, pool: string, from: string, to: string): MaintenancePlan {
  const image = 'gardenlinux'
  const reason = imageReason('auto', 'minor')
  return told(nightsAgo, [{ kind: 'update', component: 'poolImage', pool, image, from, to, why: 'auto', reason }])
}

/** No next minor in the profile. */
export function kubernetesStuck(version: string): MaintenancePlan {
  return told(1, [kubernetesChange('controlPlane', null, version, failing('no-target'))])
}

/** The image has no version left; strategy major. `pools` run it, all in the same version. */
export function imageEndOfLife(pools: readonly string[], image: string, version: string): MaintenancePlan {
  const offered = { name: image, updateStrategy: 'major' } as const
  return told(
    1,
    pools.map((pool) => imageChange(pool, image, version, failing('end-of-life'), offered)),
  )
}

function failing(cause: 'no-target' | 'end-of-life') {
  return { kind: 'failure', why: 'expired', cause, misfit: null } as const
}

/** What Gardener writes into `status.lastMaintenance`. */
function told(nightsAgo: number, changes: readonly ComponentChange[]): MaintenancePlan {
  const { description, failureReason } = textsOf(changes, sentencesOf(changes), [], [])
  return { nightsAgo, description, ...(failureReason !== null && { failureReason }) }
}
