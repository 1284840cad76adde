import { canonicalDuration } from '@/lib/engine/duration'
import { isJsonObject, type Json, type JsonObject } from '@/lib/engine/json'
import { WORKER_STRATEGIES } from '@/lib/engine/kinds'
import { isInPlace, MAINTENANCE_OPERATION, OPERATION, operationsIn, type ROLLING_ROTATIONS } from '@/lib/engine/rules'
import type { WorkerUpdateStrategy } from '@/lib/engine/types'

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

export type RotationKind = (typeof ROLLING_ROTATIONS)[number]

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
    cri: textAt(json, 'cri', 'name') ?? (objectAt(json, 'cri') === undefined ? 'containerd' : ''),
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

/** JSON is read with a check of the type, and changed by copying. Nothing below knows what the values mean. */
export const EMPTY: JsonObject = {}

/** The object at a path of keys, or undefined if anything on the way is missing or no object. */
export function objectAt(value: Json | undefined, ...keys: readonly string[]): JsonObject | undefined {
  const found = valueAt(value, ...keys)
  return isJsonObject(found) ? found : undefined
}

export function textAt(value: Json | undefined, ...keys: readonly string[]): string | undefined {
  const found = valueAt(value, ...keys)
  return typeof found === 'string' ? found : undefined
}

export function numberAt(value: Json | undefined, ...keys: readonly string[]): number | undefined {
  const found = valueAt(value, ...keys)
  return typeof found === 'number' ? found : undefined
}

export function flagAt(value: Json | undefined, ...keys: readonly string[]): boolean | undefined {
  const found = valueAt(value, ...keys)
  return typeof found === 'boolean' ? found : undefined
}

/** The objects of a list; empty if it is missing, entries that are no objects are skipped. */
export function objectsAt(value: Json | undefined, ...keys: readonly string[]): readonly JsonObject[] {
  const found = valueAt(value, ...keys)
  return Array.isArray(found) ? found.filter(isJsonObject) : []
}

export function textsAt(value: Json | undefined, ...keys: readonly string[]): readonly string[] {
  const found = valueAt(value, ...keys)
  return Array.isArray(found) ? found.filter((entry): entry is string => typeof entry === 'string') : []
}

/** The entries of an object whose values are texts, such as labels. */
export function textMapAt(value: Json | undefined, ...keys: readonly string[]): Readonly<Record<string, string>> {
  const entries = Object.entries(objectAt(value, ...keys) ?? EMPTY)
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}

export function valueAt(value: Json | undefined, ...keys: readonly string[]): Json | undefined {
  let found: Json | undefined = value
  for (const key of keys) {
    if (!isJsonObject(found) || !Object.hasOwn(found, key)) return undefined
    found = found[key]
  }
  return found ?? undefined
}

/** The object with one key set, or without it if the value is undefined. */
export function withKey(object: JsonObject, key: string, value: Json | undefined): JsonObject {
  if (value !== undefined) return { ...object, [key]: value }
  if (!Object.hasOwn(object, key)) return object
  const { [key]: _, ...rest } = object
  return rest
}

/** The object with a value at a path of keys, or without it if that is undefined; objects that are empty once it is gone go with it. */
export function withValueAt(
  object: JsonObject,
  [key = '', ...rest]: readonly string[],
  value: Json | undefined,
): JsonObject {
  if (rest.length === 0) return withKey(object, key, value)
  const inner = objectAt(object, key) ?? EMPTY
  const changed = withValueAt(inner, rest, value)
  if (value === undefined && changed === inner) return object
  return withKey(object, key, value === undefined && Object.keys(changed).length === 0 ? undefined : changed)
}

/** The path of the pools in a shoot. */
export const WORKERS = ['spec', 'provider', 'workers'] as const

/** Equal values, whatever the order of keys; null and a missing key count as the same. */
export function sameJson(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true
  if (a === null || a === undefined || b === null || b === undefined) return (a ?? null) === (b ?? null)
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false
    return a.every((entry, i) => sameJson(entry, b[i]))
  }
  if (!isJsonObject(a) || !isJsonObject(b)) return false
  return (
    Object.keys(a).every((key) => sameJson(a[key], valueAt(b, key))) &&
    Object.keys(b).every((key) => Object.hasOwn(a, key) || (b[key] ?? null) === null)
  )
}
