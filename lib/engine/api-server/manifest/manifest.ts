import { WORKER_STRATEGIES } from '@/lib/engine/kinds'
import { canonicalDuration, isInPlace, MAINTENANCE_OPERATION, OPERATION, operationsIn } from '@/lib/engine/rules'
import type { WorkerUpdateStrategy } from '@/lib/engine/types'
import { EMPTY, flagAt, type Json, type JsonObject, objectAt, objectsAt, textAt, textMapAt, textsAt } from './json'

/**
 * A Shoot as the API has it, in JSON. What a change does to nodes depends on fields from all over the specification, so
 * this folder (with `admission/`) is the one place in the engine that sees the API's field names; nothing else does.
 *
 * The views below are read from a *stored* manifest (see `stored.ts`): defaults are filled in and quantities and durations
 * have one spelling. Reading never fails: a field of the wrong type counts as absent.
 */
export type ShootManifest = JsonObject

export interface PoolView {
  readonly name: string
  /** Position in `spec.provider.workers`; the API server's refusals name pools by it. */
  readonly index: number
  readonly json: JsonObject
  readonly strategy: WorkerUpdateStrategy
  readonly inPlace: boolean
  /** Own version; undefined: the pool follows the control plane. */
  readonly ownVersion: string | undefined
  /** Own version, else the control plane's. */
  readonly version: string
  /** The pool's kubelet settings if that object exists at all, else the shoot's; the two are never merged. */
  readonly kubelet: JsonObject | undefined
  readonly ownKubelet: JsonObject | undefined
  readonly machineType: string
  readonly architecture: string | undefined
  readonly imageName: string
  readonly imageVersion: string
  readonly volume: { readonly size: string; readonly type: string | undefined } | undefined
  readonly cri: string
  readonly containerRuntimes: readonly string[]
  readonly labels: Readonly<Record<string, string>>
  readonly zones: readonly string[]
  readonly systemComponentsAllowed: boolean
}

export type RotationKind = 'certificateAuthorities' | 'serviceAccountKey'

/** The state of one credentials rotation; times as written. */
export interface RotationView {
  readonly phase: string
  readonly lastInitiationTime: string | undefined
  readonly pendingWorkersRollouts: readonly { readonly name: string; readonly lastInitiationTime: string | undefined }[]
}

export interface ShootView {
  readonly manifest: ShootManifest
  readonly version: string
  readonly kubelet: JsonObject | undefined
  readonly kubeProxy: { readonly enabled: boolean; readonly mode: string }
  readonly nodeLocalDns: boolean
  readonly nodeMonitorGracePeriod: string
  readonly ipFamilies: readonly string[]
  readonly region: string
  readonly pools: readonly PoolView[]
  readonly operations: readonly string[]
  readonly maintenanceOperations: readonly string[]
  readonly rotations: Readonly<Record<RotationKind, RotationView>>
  readonly pendingInPlace: { readonly auto: readonly string[]; readonly manual: readonly string[] }
  readonly lastOperation: { readonly type: string; readonly state: string } | undefined
}

export function viewShoot(manifest: ShootManifest): ShootView {
  const spec = objectAt(manifest, 'spec') ?? EMPTY
  const version = textAt(spec, 'kubernetes', 'version') ?? ''
  const kubelet = objectAt(spec, 'kubernetes', 'kubelet')
  const annotations = textMapAt(manifest, 'metadata', 'annotations')
  const lastOperation = objectAt(manifest, 'status', 'lastOperation')
  const pending = objectAt(manifest, 'status', 'inPlaceUpdates', 'pendingWorkerUpdates')
  return {
    manifest,
    version,
    kubelet,
    kubeProxy: {
      enabled: flagAt(spec, 'kubernetes', 'kubeProxy', 'enabled') ?? true,
      mode: textAt(spec, 'kubernetes', 'kubeProxy', 'mode') ?? 'IPTables',
    },
    nodeLocalDns: flagAt(spec, 'systemComponents', 'nodeLocalDNS', 'enabled') ?? false,
    nodeMonitorGracePeriod: canonicalDuration(
      textAt(spec, 'kubernetes', 'kubeControllerManager', 'nodeMonitorGracePeriod') ?? '40s',
    ),
    ipFamilies: textsAt(spec, 'networking', 'ipFamilies'),
    region: textAt(spec, 'region') ?? '',
    pools: objectsAt(spec, 'provider', 'workers').map((json, index) => viewPool(json, index, version, kubelet)),
    operations: operationsIn(annotations[OPERATION]),
    maintenanceOperations: operationsIn(annotations[MAINTENANCE_OPERATION]),
    rotations: {
      certificateAuthorities: viewRotation(manifest, 'certificateAuthorities'),
      serviceAccountKey: viewRotation(manifest, 'serviceAccountKey'),
    },
    pendingInPlace: {
      auto: textsAt(pending, 'autoInPlaceUpdate'),
      manual: textsAt(pending, 'manualInPlaceUpdate'),
    },
    lastOperation:
      lastOperation === undefined
        ? undefined
        : { type: textAt(lastOperation, 'type') ?? '', state: textAt(lastOperation, 'state') ?? '' },
  }
}

export function poolNamed(shoot: ShootView, name: string): PoolView | undefined {
  return shoot.pools.find((pool) => pool.name === name)
}

/** Whether kube-proxy really runs in this mode; a mode left behind by a disabled one does not count. */
export function runsIpvs({ kubeProxy }: ShootView): boolean {
  return kubeProxy.enabled && kubeProxy.mode === 'IPVS'
}

/** The phase of the etcd encryption key rotation; empty if there never was one. */
export function etcdRotationPhase({ manifest }: ShootView): string {
  return textAt(manifest, 'status', 'credentials', 'rotation', 'etcdEncryptionKey', 'phase') ?? ''
}

function viewPool(json: JsonObject, index: number, version: string, kubelet: JsonObject | undefined): PoolView {
  const named = textAt(json, 'updateStrategy')
  const strategy = WORKER_STRATEGIES.find((known) => known === named) ?? 'AutoRollingUpdate'
  const volume = objectAt(json, 'volume')
  const ownVersion = textAt(json, 'kubernetes', 'version')
  const ownKubelet = objectAt(json, 'kubernetes', 'kubelet')
  return {
    name: textAt(json, 'name') ?? '',
    index,
    json,
    strategy,
    inPlace: isInPlace({ updateStrategy: strategy }),
    ownVersion,
    version: ownVersion ?? version,
    kubelet: ownKubelet ?? kubelet,
    ownKubelet,
    machineType: textAt(json, 'machine', 'type') ?? '',
    architecture: textAt(json, 'machine', 'architecture'),
    imageName: textAt(json, 'machine', 'image', 'name') ?? '',
    imageVersion: textAt(json, 'machine', 'image', 'version') ?? '',
    volume: volume && { size: textAt(volume, 'size') ?? '', type: textAt(volume, 'type') },
    cri: textAt(json, 'cri', 'name') ?? 'containerd',
    containerRuntimes: objectsAt(json, 'cri', 'containerRuntimes').map((runtime) => textAt(runtime, 'type') ?? ''),
    labels: textMapAt(json, 'labels'),
    zones: textsAt(json, 'zones'),
    systemComponentsAllowed:
      flagAt(json, 'systemComponents', 'allow') ?? objectAt(json, 'systemComponents') === undefined,
  }
}

function viewRotation(manifest: ShootManifest, kind: RotationKind): RotationView {
  const rotation: Json | undefined = objectAt(manifest, 'status', 'credentials', 'rotation', kind)
  return {
    phase: textAt(rotation, 'phase') ?? '',
    lastInitiationTime: textAt(rotation, 'lastInitiationTime'),
    pendingWorkersRollouts: objectsAt(rotation, 'pendingWorkersRollouts').map((rollout) => ({
      name: textAt(rollout, 'name') ?? '',
      lastInitiationTime: textAt(rollout, 'lastInitiationTime'),
    })),
  }
}
