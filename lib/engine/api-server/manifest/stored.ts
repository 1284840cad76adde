import { canonicalDuration } from '@/lib/engine/duration'
import { isJsonObject, type Json, type JsonObject } from '@/lib/engine/json'
import { EMPTY, flagAt, numberAt, objectAt, objectsAt, type ShootManifest, textAt, valueAt, withKey } from './manifest'
import { canonicalQuantity } from './quantity'

/**
 * The manifest as the API server would store it: defaults of the fields that matter to nodes are filled in, quantities and
 * durations get their one spelling, empty lists and maps are dropped, and `systemReserved`, which left the API, as well.
 * A manifest that was read from the API comes out as it went in. The input is not changed.
 */
export function stored(manifest: ShootManifest): ShootManifest {
  const spec = objectAt(manifest, 'spec') ?? EMPTY
  const provider = objectAt(spec, 'provider') ?? EMPTY
  const workers = objectsAt(provider, 'workers').map(storedWorker)
  if (workers.length === 0) return { ...manifest, spec }
  return {
    ...manifest,
    spec: {
      ...spec,
      kubernetes: storedKubernetes(objectAt(spec, 'kubernetes') ?? EMPTY, workers),
      maintenance: storedMaintenance(objectAt(spec, 'maintenance') ?? EMPTY),
      provider: {
        workersSettings: { sshAccess: { enabled: true } },
        ...provider,
        workers,
      },
      systemComponents: objectAt(spec, 'systemComponents') ?? EMPTY,
    },
  }
}

function storedKubernetes(kubernetes: JsonObject, workers: readonly JsonObject[]): JsonObject {
  const manager = objectAt(kubernetes, 'kubeControllerManager') ?? EMPTY
  const pods = workers.map((worker) => numberAt(worker, 'kubernetes', 'kubelet', 'maxPods') ?? 0)
  const maxPods = Math.max(numberAt(kubernetes, 'kubelet', 'maxPods') ?? 110, ...pods, 1)
  return {
    ...kubernetes,
    kubeControllerManager: {
      // About twice as many addresses per node as pods.
      nodeCIDRMaskSize: 32 - Math.ceil(Math.log2(maxPods * 2)),
      ...manager,
      nodeMonitorGracePeriod: canonicalDuration(textAt(manager, 'nodeMonitorGracePeriod') ?? '40s'),
    },
    kubeScheduler: { profile: 'balanced', ...objectAt(kubernetes, 'kubeScheduler') },
    kubeProxy: { enabled: true, mode: 'IPTables', ...objectAt(kubernetes, 'kubeProxy') },
    kubelet: storedShootKubelet(storedKubelet(objectAt(kubernetes, 'kubelet') ?? EMPTY)),
  }
}

function storedMaintenance(maintenance: JsonObject): JsonObject {
  const autoUpdate = objectAt(maintenance, 'autoUpdate') ?? { kubernetesVersion: true }
  return { ...maintenance, autoUpdate: { machineImageVersion: true, ...autoUpdate } }
}

function storedShootKubelet(kubelet: JsonObject): JsonObject {
  return {
    imageMinimumGCAge: '2m0s',
    imageMaximumGCAge: '0s',
    imageGCHighThresholdPercent: 50,
    imageGCLowThresholdPercent: 40,
    serializeImagePulls: (numberAt(kubelet, 'maxParallelImagePulls') ?? 1) < 2,
    ...kubelet,
  }
}

const QUANTITIES = ['kubeReserved', 'evictionMinimumReclaim']

function storedKubelet(kubelet: JsonObject): JsonObject {
  const failSwapOn = flagAt(kubelet, 'failSwapOn') ?? true
  const entries = Object.entries(kubelet).flatMap(([key, value]): [string, Json | undefined][] => {
    if (key === 'systemReserved' || isEmptyCollection(key, value)) return []
    if (QUANTITIES.includes(key)) return [[key, mapTexts(value, canonicalQuantity)]]
    if (key === 'evictionSoftGracePeriod') return [[key, mapTexts(value, canonicalDuration)]]
    if (key === 'containerLogMaxSize') return [[key, mapText(value, canonicalQuantity)]]
    return [[key, DURATIONS.has(key) ? mapText(value, canonicalDuration) : value]]
  })
  const result: JsonObject = { ...Object.fromEntries(entries), failSwapOn }
  const swaps = flagAt(kubelet, 'featureGates', 'NodeSwap') === true && !failSwapOn
  if (!swaps || valueAt(kubelet, 'memorySwap', 'swapBehavior') !== undefined) return result
  return { ...result, memorySwap: { ...objectAt(kubelet, 'memorySwap'), swapBehavior: 'LimitedSwap' } }
}

const DURATIONS = new Set([
  'evictionPressureTransitionPeriod',
  'imageMinimumGCAge',
  'imageMaximumGCAge',
  'inPlaceUpdateTimeout',
  'machineCreationTimeout',
  'machineDrainTimeout',
  'machineHealthTimeout',
  'machinePreserveTimeout',
  'maxNodeProvisionTime',
  'scaleDownUnneededTime',
  'scaleDownUnreadyTime',
  'streamingConnectionIdleTimeout',
])

const ROLLING = { maxSurge: 1, maxUnavailable: 0 }
const IN_PLACE: Readonly<Record<string, JsonObject>> = {
  AutoInPlaceUpdate: { maxSurge: 0, maxUnavailable: 1 },
  ManualInPlaceUpdate: {},
}

function storedWorker(worker: JsonObject): JsonObject {
  const strategy = textAt(worker, 'updateStrategy') ?? 'AutoRollingUpdate'
  const kept = Object.entries(worker).filter(([key, value]) => !isEmptyCollection(key, value))
  let result: JsonObject = {
    cri: { name: 'containerd' },
    systemComponents: { allow: true },
    ...(IN_PLACE[strategy] ?? ROLLING),
    ...Object.fromEntries(kept),
    updateStrategy: strategy,
  }
  const kubelet = objectAt(worker, 'kubernetes', 'kubelet')
  if (kubelet !== undefined) {
    result = withKey(result, 'kubernetes', { ...objectAt(worker, 'kubernetes'), kubelet: storedKubelet(kubelet) })
  }
  const managers = IN_PLACE[strategy] === undefined ? undefined : { disableHealthTimeout: true }
  for (const [key, defaults] of [
    ['machineControllerManager', managers],
    ['clusterAutoscaler', undefined],
  ] as const) {
    const settings = objectAt(worker, key)
    if (settings === undefined && defaults === undefined) continue
    result = withKey(result, key, { ...defaults, ...mapDurations(settings ?? EMPTY) })
  }
  return result
}

/** Maps and lists that the API server stores the same whether they are empty or absent; empty structures are kept. */
function isEmptyCollection(key: string, value: Json | undefined): boolean {
  if (value === null || value === undefined) return true
  if (Array.isArray(value)) return value.length === 0
  return MAPS.has(key) && isJsonObject(value) && Object.keys(value).length === 0
}

const MAPS = new Set(['labels', 'annotations', 'sysctls', 'featureGates'])

function mapDurations(settings: JsonObject): JsonObject {
  const entries = Object.entries(settings)
    .filter(([key, value]) => !isEmptyCollection(key, value))
    .map(([key, value]) => [key, DURATIONS.has(key) ? mapText(value, canonicalDuration) : value])
  return Object.fromEntries(entries) as JsonObject
}

/** Numbers count as their text: a quantity may be written `cpu: 1`. */
function mapText(value: Json | undefined, spell: (text: string) => string): Json | undefined {
  return typeof value === 'string' || typeof value === 'number' ? spell(String(value)) : value
}

function mapTexts(value: Json | undefined, spell: (text: string) => string): Json | undefined {
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, mapText(entry, spell)])) as JsonObject
}
