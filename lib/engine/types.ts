import type { UpdateRefusal } from './refusal'

/**
 * The objects the engine reasons about: plain, immutable, in Gardener's own words.
 * They are what is left of the API objects after `lib/garden/parse.ts`; nothing else sees the vendor shape.
 */

import type {
  CLASSIFICATIONS,
  COMPONENTS,
  CONTROL_PLANE_EFFECTS,
  EFFECT_KINDS,
  EVENT_KINDS,
  IMAGE_STOPS,
  IMAGE_STRATEGIES,
  MAINTENANCE_STATES,
  MISFITS,
  OPERATION_REASONS,
  STAGES,
  UPDATE_REASONS,
  WORKER_STRATEGIES,
} from '@/lib/engine/kinds'

/** Milliseconds since 1970-01-01T00:00:00Z. Made from text by `parseInstant`, never read from a clock in here. */
export type Instant = number

export type Classification = (typeof CLASSIFICATIONS)[number]
export type Stage = (typeof STAGES)[number]

/** One of a window that comes every day. */
export interface WindowOccurrence {
  readonly begin: Instant
  /** The last second in which a maintenance may begin: 15 minutes before its end. */
  readonly latestStart: Instant
  readonly end: Instant
}

/** A time from one instant to another. */
export interface Period {
  readonly from: Instant
  readonly to: Instant
}

/** An image of machines in one of its versions. */
export interface UsedImage {
  readonly name: string
  readonly version: string
}

/** A version of Kubernetes (`image` null), or of an image. */
export interface NamedVersion {
  readonly image: string | null
  readonly version: string
}

/**
 * One entry of `lifecycle[]`. Without `startTime` the stage counts as begun.
 * The API server refuses `unavailable` in a profile; where it is met all the same it means what it says.
 */
export interface LifecycleStage {
  readonly classification: Stage
  readonly startTime?: Instant
}

/**
 * A version on offer. Either in the legacy form (`classification`, `expirationDate`) or in the newer one (`lifecycle`);
 * with a non-empty `lifecycle` the legacy fields are ignored.
 */
export interface ExpirableVersion {
  readonly version: string
  /** The API server refuses `expired` and `unavailable` here. */
  readonly classification?: Stage
  readonly expirationDate?: Instant
  readonly lifecycle?: readonly LifecycleStage[]
}

export type ImageUpdateStrategy = (typeof IMAGE_STRATEGIES)[number]

/** Capability name to values, e.g. `{ architecture: ['amd64'], hypervisor: ['gen2'] }`. */
export type Capabilities = Readonly<Record<string, readonly string[]>>

export interface MachineImageVersion extends ExpirableVersion {
  /** The architectures as stored; empty if the profile leaves them to capabilities. */
  readonly architectures: readonly string[]
  readonly cri: readonly { readonly name: string; readonly containerRuntimes: readonly string[] }[]
  readonly kubeletVersionConstraint?: string
  readonly capabilityFlavors?: readonly Capabilities[]
  readonly inPlaceUpdates?: { readonly supported: boolean; readonly minVersionForUpdate?: string }
}

export interface MachineImage {
  readonly name: string
  readonly updateStrategy: ImageUpdateStrategy
  readonly versions: readonly MachineImageVersion[]
}

export interface MachineType {
  readonly name: string
  readonly architecture?: string
  readonly capabilities?: Capabilities
  /** A Kubernetes quantity, e.g. `16Gi`; some kubelet defaults depend on it. */
  readonly memory?: string
}

/** The profile that a shoot uses. A NamespacedCloudProfile lives in the shoot's own namespace. */
export type ProfileRef =
  | { readonly kind: 'CloudProfile'; readonly name: string }
  | { readonly kind: 'NamespacedCloudProfile'; readonly namespace: string; readonly name: string }

/** What maintenance uses of a CloudProfile, or of a NamespacedCloudProfile merged with its parent. */
export interface CloudProfile {
  readonly kubernetes: readonly ExpirableVersion[]
  readonly machineImages: readonly MachineImage[]
  readonly machineTypes: readonly MachineType[]
  /** Present (even empty) when the profile describes machines by capabilities. */
  readonly machineCapabilities?: readonly { readonly name: string; readonly values: readonly string[] }[]
}

export type WorkerUpdateStrategy = (typeof WORKER_STRATEGIES)[number]

export interface Worker {
  readonly name: string
  /** Own version; absent: the pool follows the control plane. */
  readonly kubernetesVersion?: string
  readonly image?: UsedImage
  /** True: it has kubelet settings of its own, so those of the shoot do not count for it. */
  readonly ownKubelet?: boolean
  readonly machineType: string
  /** Defaults to amd64. */
  readonly architecture: string
  /** Defaults to containerd. */
  readonly cri: { readonly name: string; readonly containerRuntimes: readonly string[] }
  readonly updateStrategy: WorkerUpdateStrategy
  readonly minimum: number
  readonly maximum: number
  /** The value as written, a number or a percentage. */
  readonly maxSurge?: string
  readonly maxUnavailable?: string
  readonly zones: readonly string[]
  /** `machineControllerManager.machineDrainTimeout`, as written, e.g. `2h`. */
  readonly machineDrainTimeout?: string
  /** `machineCreationTimeout` and `inPlaceUpdateTimeout`, as written. */
  readonly machineCreationTimeout?: string
  readonly inPlaceUpdateTimeout?: string
}

/** `HHMMSS+ZZZZ`, as written. It may be malformed: Gardener then maintains at any time of the day. */
export interface MaintenanceTimeWindow {
  readonly begin: string
  readonly end: string
}

export interface LastOperation {
  readonly type: string
  readonly state: string
  /** The progress in percent; only known while a reconciliation goes on. */
  readonly progress?: number
}

export interface LastMaintenance {
  readonly description: string
  readonly state: (typeof MAINTENANCE_STATES)[number]
  readonly failureReason?: string
  readonly triggeredTime?: Instant
}

/** Settings that a maintenance removes or migrates when it crosses a minor; absent in nearly every shoot. */
export interface VersionBoundSettings {
  readonly podEvictionTimeout?: string
  readonly maxEmptyBulkDelete?: number
  readonly secretBindingName?: string
  readonly credentialsBindingName?: string
  readonly enableAnonymousAuthentication?: boolean
  readonly kubeMaxPDVols?: string
  readonly watchCacheSizesDefault?: number
  /** `spec.addons` as stored. */
  readonly addons?: unknown
  /** Names in `dns.providers[].secretName`, by index; absent entries have none. */
  readonly dnsProviderSecretNames?: readonly (string | undefined)[]
  /** Spec path (e.g. `spec.kubernetes.kubeAPIServer.featureGates`) to gates as written. */
  readonly featureGates?: Readonly<Record<string, Readonly<Record<string, boolean>>>>
  readonly admissionPlugins?: readonly { readonly name: string; readonly stored: unknown }[]
  /** APIs that `spec.kubernetes.kubeAPIServer.runtimeConfig` names, switched on or off. Maintenance never removes one. */
  readonly runtimeConfig?: readonly string[]
  /** True: `spec.kubernetes.clusterAutoscaler.ignoreTaints` names any. Maintenance never removes them. */
  readonly ignoreTaints?: true
}

/** One kind of credentials that is rotated automatically. */
export interface RotationPlan {
  /** The period in milliseconds; 0 switches the rotation off. */
  readonly rotationPeriod: number
  /** `status.credentials.rotation.*.lastCompletionTime`; never completed: the creation of the shoot counts. */
  readonly lastCompletionTime?: Instant
}

/** `spec.maintenance.autoRotation.credentials` with the state that decides whether a rotation is due. */
export interface AutoRotation {
  readonly observability?: RotationPlan
  readonly sshKeypair?: RotationPlan
  /** `phase` of the rotation that runs or ran last, e.g. `Completed`. */
  readonly etcdEncryptionKey?: RotationPlan & { readonly phase?: string }
}

/** An entry of `spec.hibernation.schedules`, as written. */
export interface HibernationSchedule {
  /** When it falls asleep, in cron's words; absent: never by this entry. */
  readonly start?: string
  /** When it wakes up. */
  readonly end?: string
  /** The zone in whose time both are; absent: UTC. */
  readonly location?: string
}

/** `status.credentials.rotation.*.phase`, e.g. `Prepared`; absent: never rotated. */
export interface RotationPhases {
  readonly certificateAuthorities?: string
  readonly serviceAccountKey?: string
  readonly etcdEncryptionKey?: string
}

/** What of a rotation decides which nodes a further operation touches; times as written. */
export interface RotationTime {
  readonly lastInitiationTime?: string
  /** Pools that have not taken part in it yet, each with the time of the rotation that it took part in last. */
  readonly pendingWorkersRollouts?: readonly { readonly name: string; readonly lastInitiationTime?: string }[]
}

/** From `status.credentials.rotation`: the rotations that replace or update nodes. */
export interface RotationTimes {
  readonly certificateAuthorities?: RotationTime
  readonly serviceAccountKey?: RotationTime
}

/** An entry of `status.constraints`, in Gardener's words. */
export interface StatusConstraint {
  readonly status: string
  readonly reason: string
  readonly message: string
}

/** An entry of `status.constraints` with its name, e.g. `MaintenancePreconditionsSatisfied`, and since when it has its status. */
export interface ReportedConstraint extends StatusConstraint {
  readonly type: string
  readonly since?: Instant
}

/** An entry of `status.conditions`, in Gardener's words. */
export interface StatusCondition {
  readonly type: string
  readonly status: string
}

/** An entry of `status.lastErrors`, in Gardener's words. */
export interface LastError {
  readonly description: string
  /** E.g. `ERR_CONFIGURATION_PROBLEM`; Gardener does not know one for every error. */
  readonly codes: readonly string[]
}

/** An object of a namespace, whichever its kind. */
export interface NamespacedName {
  readonly namespace: string
  readonly name: string
}

export interface Shoot extends NamespacedName {
  /** A version of the object that says what is here. What comes after it and says the same is not told apart from it. */
  readonly resourceVersion?: string
  readonly profile: ProfileRef
  readonly creationTimestamp?: Instant
  readonly deletionTimestamp?: Instant
  /** The annotations that maintenance reads; others are not kept. */
  readonly annotations: Readonly<Record<string, string>>
  readonly kubernetesVersion: string
  /**
   * What a manifest says in place of a whole version: nothing (``), or a part such as `1.33`. `kubernetesVersion` is then what a new cluster
   * gets. Absent: it says all of it.
   */
  readonly writtenVersion?: string
  /** The pools in the order of `spec.provider.workers`; empty for a workerless shoot. */
  readonly workers: readonly Worker[]
  readonly autoUpdate: { readonly kubernetesVersion: boolean; readonly machineImageVersion: boolean }
  readonly window?: MaintenanceTimeWindow
  readonly confineSpecUpdateRollout: boolean
  /** What is wanted: `spec.hibernation.enabled`. The controller looks at this alone, see `isToSleep`. */
  readonly hibernated: boolean
  /** What is so: `status.hibernated`, where that is not false. The API server looks at both, see `isInHibernation`. */
  readonly asleep?: true
  /** `spec.hibernation.schedules`; absent: there are none. */
  readonly hibernationSchedules?: readonly HibernationSchedule[]
  /** Validation refuses them, and every write with them. */
  readonly invalidSchedules?: true
  /** A change of the resources that are encrypted at rest has not been rolled out yet. */
  readonly encryptionChanges?: true
  readonly purpose?: string
  readonly region?: string
  readonly lastOperation?: LastOperation
  /** The errors of the last operation, and of its tasks that go on in spite of them. */
  readonly lastErrors?: readonly LastError[]
  /** The conditions that are not `True`; absent: there are none. */
  readonly conditions?: readonly StatusCondition[]
  readonly lastMaintenance?: LastMaintenance
  /** Names of in-place pools with an unfinished update, from `status.inPlaceUpdates.pendingWorkerUpdates`. */
  readonly pendingWorkerUpdates: readonly string[]
  /** `ManualInPlaceWorkersUpdated` of `status.constraints`; only there while such pools are or were pending. */
  readonly manualInPlaceWorkersUpdated?: StatusConstraint
  /**
   * The other entries of `status.constraints` that are not `True`, as gardenlet reports them; absent: there are none. No maintenance
   * looks at them (docs/rules.md#constraints).
   */
  readonly reportedConstraints?: readonly ReportedConstraint[]
  /** Which of these two lists name any pool; only known if operations are asked for. */
  readonly pendingLists?: readonly ('autoInPlaceUpdate' | 'manualInPlaceUpdate')[]
  /** Phases of the rotations of credentials; only known where operations are asked for. */
  readonly rotationPhases?: RotationPhases
  /** The times of rotations; only known if operations are asked for, or pools wait for the rollout of a rotation. */
  readonly rotationTimes?: RotationTimes
  readonly versionBound?: VersionBoundSettings
  /** Settings that the API server drops with the next write of any kind, unless it did so already. */
  readonly droppedOnWrite?: Pick<
    VersionBoundSettings,
    'maxEmptyBulkDelete' | 'enableAnonymousAuthentication' | 'addons'
  >
  readonly autoRotation?: AutoRotation
  /** `status.gardener.version`: of the Gardener that worked on it last, as written, e.g. `v1.150.0`; absent: it is not known. */
  readonly gardenerVersion?: string
  /** False: no SSH access to nodes, hence no SSH key to rotate. */
  readonly sshAccess?: boolean
  /**
   * True: an update of the controller differs from what is stored even if it changes nothing, since the API server fills
   * something in. Only known where it matters: without a last operation, or after one that failed.
   */
  readonly alwaysDiffers?: boolean
  /**
   * True: no reconciliation of what is asked for has begun, as `status.observedGeneration` says; one that goes on is of what was asked
   * for before.
   */
  readonly awaitsReconciliation?: boolean
}

/** The versions of a shoot: what a maintenance may change. */
export interface ShootVersions {
  readonly kubernetesVersion: string
  /** Same order and names as `Shoot.workers`; `kubernetesVersion` null: follows the control plane. */
  readonly workers: readonly {
    readonly name: string
    readonly kubernetesVersion: string | null
    readonly image: UsedImage | null
  }[]
}

export type UpdateReason = (typeof UPDATE_REASONS)[number]
export type Component = (typeof COMPONENTS)[number]

/** What keeps a pool from the versions of its image. */
export interface ImageMisfit {
  readonly rule: (typeof MISFITS)[number]
  /** Whether the version that the pool has does not fit it; else those that would be next do not. */
  readonly isOwn: boolean
}

/**
 * The end of the image step of a maintenance: what was chosen before is stored, what comes after is not looked at, and nothing is
 * reported.
 */
export interface ImageStop {
  readonly because: (typeof IMAGE_STOPS)[number]
  /** The pool at which it ends. */
  readonly pool: string
}

/** What has a version in a cluster; `pool` null: the control plane, `image` null: Kubernetes. */
export interface ClusterPart {
  readonly component: Component
  readonly pool: string | null
  readonly image: string | null
}

/** What a maintenance decided for one component. */
export type ComponentChange = ClusterPart & {
  readonly from: string
  readonly why: UpdateReason
  /** Gardener's own text, e.g. `Kubernetes version expired - force update required`. */
  readonly reason: string
  /** Gardener reports nothing of it, as its image step ends at or behind this pool; absent: it does. */
  readonly unreported?: ImageStop
} & ({ readonly kind: 'update'; readonly to: string } | FailedChange)

/** There is no version to move to; `misfit`: there would be none to leave if it were not for that. Null: there is no version at all, or it is not known. */
interface FailedChange {
  readonly kind: 'failure'
  /** Gardener's own words; empty where it has none. */
  readonly error: string
  readonly misfit: ImageMisfit | null
}

export interface MaintenanceEvent {
  readonly type: 'Normal' | 'Warning'
  readonly reason: 'KubernetesVersionMaintenance' | 'MachineImageVersionMaintenance' | 'MaintenanceFailed'
  readonly message: string
}

/** A change of the spec apart from versions; null: absent. */
export interface SpecChange {
  readonly path: string
  readonly from: unknown
  readonly to: unknown
}

/** A field of the spec that a maintenance removes or migrates. */
export interface DroppedField extends SpecChange {
  /** Gardener's words on it; null: it has none. */
  readonly reason: string | null
}

/** What happens to the nodes of one pool. */
export interface PoolEffect {
  readonly pool: string
  readonly effect: (typeof EFFECT_KINDS)[number]
  /** What causes it: spec paths, e.g. `spec.kubernetes.version`, and operations, e.g. `rotate-ca-start`. Empty for `none`. */
  readonly because: readonly string[]
}

/** An operation that a maintenance hands over to gardenlet, `reconcile` aside. */
export interface StepOperation {
  /** The name as annotations have it, e.g. `rotate-credentials-start` or `rollout-workers=a,b`. */
  readonly name: string
  readonly why: (typeof OPERATION_REASONS)[number]
  /** False: it is due, but cannot start, or the API server refuses the maintenance. */
  readonly starts: boolean
  /** Gardener's own words; null where it has none. */
  readonly reason: string | null
}

/** A maintenance does something only if it begins after an instant of its window, at which a version changes its stage. */
export interface OnlyAfter {
  readonly at: Instant
  /** The window in which it does the same otherwise; null: it does something else then, or it cannot be told. */
  readonly otherwise: WindowOccurrence | null
}

/** One thing that will happen to a shoot, in one maintenance window or, unchanged, in several nights in a row. */
export interface ForecastStep {
  /** The moment inside the window that was assumed. */
  readonly at: Instant
  readonly window: WindowOccurrence
  /** Kubernetes minors that control plane or pools come to with it and whose losses are not known, e.g. `1.37`. */
  readonly unsupported: readonly string[]
  /** Null: it takes place whenever in the window the maintenance begins. */
  readonly onlyAfter: OnlyAfter | null
  /** `fails`: at least one part cannot be updated or the API server refuses all; `forced` if any update is. */
  readonly kind: (typeof EVENT_KINDS)[number]
  /** The kinds that it counts as, lightest first: one that forces a part and fails for another is both. */
  readonly kinds: readonly (typeof EVENT_KINDS)[number][]
  /** What was decided. When `denied`, none of the updates takes place. */
  readonly changes: readonly ComponentChange[]
  /** The versions after this step. */
  readonly versions: ShootVersions
  readonly specChanged: boolean
  readonly denied: boolean
  /** What the API server refuses it for, when `denied`; empty for a maintenance of the past. */
  readonly refused: readonly UpdateRefusal[]
  /**
   * The text that `status.lastMaintenance` will have; null if nothing is written. What is refused and not written stands in an event:
   * `failureReason` is its text.
   */
  readonly description: string | null
  readonly state: (typeof MAINTENANCE_STATES)[number] | null
  readonly failureReason: string | null
  /** How many further windows give exactly this outcome. */
  readonly repeats: number
  /** The last of these windows' moments, or `at`. */
  readonly lastAt: Instant
  /** Whether API server and controllers restart. */
  readonly controlPlane: (typeof CONTROL_PLANE_EFFECTS)[number]
  /** What causes that: spec paths and operations, as for pools. Empty for `none`. */
  readonly controlPlaneBecause: readonly string[]
  /** The effects in the order of the pools. */
  readonly effects: readonly PoolEffect[]
  /**
   * If the cluster sleeps then, it has no nodes and no API server that could be touched: they come up with the new versions when it
   * wakes. Null: it is awake.
   */
  readonly asleep: { readonly wakes: Instant | null } | null
  /** Fields of the spec that are removed or migrated because they end with a minor that is crossed. */
  readonly dropped: readonly DroppedField[]
  /** What gardenlet is asked to do apart from reconciling. */
  readonly operations: readonly StepOperation[]
  /**
   * True: the last operation failed and roll-outs are confined, so the change is only stored and marked for a retry: the next
   * maintenance rolls it out.
   */
  readonly waitsForRetry: boolean
}

export interface ShootForecast {
  readonly steps: readonly ForecastStep[]
  readonly final: ShootVersions
}
