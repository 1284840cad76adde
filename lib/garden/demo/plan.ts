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
