import {
  compareQuantities,
  flagAt,
  numberAt,
  objectAt,
  objectsAt,
  type PoolView,
  parseQuantity,
  type ShootView,
  textAt,
  textMapAt,
  textsAt,
  valueAt,
} from '@/lib/engine/api-server/manifest'
import { parseDuration } from '@/lib/engine/duration'
import type { Json, JsonObject } from '@/lib/engine/json'
import { canonicalSpelling, parseVersion } from '@/lib/engine/rules'
import type { MachineType } from '@/lib/engine/types'

/**
 * Everything kubelet is started with on the nodes of a pool: its binary, its command line and its configuration file, with
 * Gardener's defaults filled in. If this differs, gardener-node-agent restarts kubelet; the nodes stay
 * (docs/rules.md#kubelet-restarts). Two values compare by their JSON text.
 */
export function kubeletSetup(shoot: ShootView, pool: PoolView, machineTypes: readonly MachineType[]): JsonObject {
  const version = parseVersion(pool.version)
  return {
    binary: version === null ? pool.version : canonicalSpelling(version),
    labels: kubeletNodeLabels(shoot, pool),
    preferIpv6: shoot.ipFamilies[0] === 'IPv6',
    connectionTimeouts: connectionTimeouts(shoot.nodeMonitorGracePeriod),
    certificates: certificateBundle(shoot),
    caBundle: valueAt(pool.json, 'caBundle'),
    dnsAddress: dnsAddress(shoot),
    taints: objectsAt(pool.json, 'taints').map((taint) => [
      textAt(taint, 'key') ?? '',
      textAt(taint, 'value') ?? '',
      textAt(taint, 'effect') ?? '',
    ]),
    configuration: configuration(pool, machineTypes),
  }
}

/** Kubelet notices a lost connection within the time after which its node counts as gone; 46 s and above: the defaults. */
function connectionTimeouts(gracePeriod: string): readonly number[] {
  const seconds = Number(parseDuration(gracePeriod) ?? 40_000_000_000n) / 1e9
  if (seconds >= 46) return [30, 15]
  return [2, 1].map((share) => Math.max(0, Math.trunc(((seconds - 2) * share) / 3)))
}

/** The CA certificates change when a rotation begins (old and new) and again when it is being completed (new only). */
function certificateBundle({ rotations }: ShootView): readonly string[] {
  const { lastInitiationTime, phase } = rotations.certificateAuthorities
  if (lastInitiationTime === undefined) return []
  const isCompleted = phase === 'Completing' || phase === 'Completed'
  return [lastInitiationTime, isCompleted ? 'new' : 'old and new']
}

/**
 * The address of the DNS server. With node-local DNS and IPVS pods ask a local address; a kube-proxy that is switched off still counts
 * here.
 */
function dnsAddress({ nodeLocalDns, kubeProxy, ipFamilies }: ShootView): string {
  if (!nodeLocalDns || kubeProxy.mode !== 'IPVS') return 'cluster'
  const [v4, v6] = [ipFamilies.length === 0 || ipFamilies.includes('IPv4'), ipFamilies.includes('IPv6')]
  if (v4 && v6) return 'cluster'
  return v6 ? 'local IPv6' : 'local IPv4'
}

const THRESHOLDS = ['memoryAvailable', 'imageFSAvailable', 'imageFSInodesFree', 'nodeFSAvailable', 'nodeFSInodesFree']

function configuration({ kubelet, machineType }: PoolView, machineTypes: readonly MachineType[]): JsonObject {
  const machine = machineTypes.find(({ name }) => name === machineType)
  const hard = objectAt(kubelet, 'evictionHard')
  const soft = objectAt(kubelet, 'evictionSoft')
  return {
    containerLogMaxFiles: numberAt(kubelet, 'containerLogMaxFiles'),
    containerLogMaxSize: textAt(kubelet, 'containerLogMaxSize') ?? '100Mi',
    cpuCFSQuota: flagAt(kubelet, 'cpuCFSQuota') ?? true,
    cpuManagerPolicy: textAt(kubelet, 'cpuManagerPolicy') ?? 'none',
    evictionHard: thresholds(hard, hard ? bySize(machine, ['100Mi', '5%', '1Gi']) : '100Mi', '5%'),
    evictionMaxPodGracePeriod: numberAt(kubelet, 'evictionMaxPodGracePeriod') ?? 90,
    evictionMinimumReclaim: thresholds(objectAt(kubelet, 'evictionMinimumReclaim'), '0Mi', '0Mi'),
    evictionPressureTransitionPeriod: textAt(kubelet, 'evictionPressureTransitionPeriod') ?? '4m0s',
    evictionSoft: thresholds(soft, soft ? bySize(machine, ['200Mi', '10%', '1.5Gi']) : '200Mi', '10%'),
    evictionSoftGracePeriod: thresholds(objectAt(kubelet, 'evictionSoftGracePeriod'), '1m30s', '1m30s'),
    failSwapOn: flagAt(kubelet, 'failSwapOn') ?? true,
    featureGates: sorted(objectAt(kubelet, 'featureGates') ?? {}),
    imageGCHighThresholdPercent: numberAt(kubelet, 'imageGCHighThresholdPercent') ?? 50,
    imageGCLowThresholdPercent: numberAt(kubelet, 'imageGCLowThresholdPercent') ?? 40,
    imagePullCredentialsVerificationPolicy: textAt(kubelet, 'imagePullCredentialsVerificationPolicy'),
    kubeReserved: sorted({ cpu: '80m', memory: '1Gi', ...textMapAt(kubelet, 'kubeReserved') }),
    maxParallelImagePulls: numberAt(kubelet, 'maxParallelImagePulls'),
    maxPods: numberAt(kubelet, 'maxPods') ?? 110,
    memorySwap: textAt(kubelet, 'memorySwap', 'swapBehavior') ?? '',
    podPidsLimit: numberAt(kubelet, 'podPidsLimit'),
    preloadedImagesVerificationAllowlist: textsAt(kubelet, 'preloadedImagesVerificationAllowlist'),
    protectKernelDefaults: flagAt(kubelet, 'protectKernelDefaults') ?? true,
    registryBurst: numberAt(kubelet, 'registryBurst') ?? 0,
    registryPullQPS: numberAt(kubelet, 'registryPullQPS'),
    seccompDefault: flagAt(kubelet, 'seccompDefault'),
    serializeImagePulls: flagAt(kubelet, 'serializeImagePulls') ?? true,
    singleProcessOOMKill: flagAt(kubelet, 'singleProcessOOMKill'),
    streamingConnectionIdleTimeout: textAt(kubelet, 'streamingConnectionIdleTimeout') ?? '5m0s',
  }
}

/** An empty text counts as absent. */
function thresholds(values: JsonObject | undefined, memory: string, others: string): JsonObject {
  const entries = THRESHOLDS.map((key) => [key, textAt(values, key) || (key === 'memoryAvailable' ? memory : others)])
  return Object.fromEntries(entries)
}

/** A value by the size of the machine: unknown, up to 8Gi, or larger. If the settings are absent, the size does not count. */
function bySize(machine: MachineType | undefined, [unknown, small, large]: readonly [string, string, string]): string {
  if (machine === undefined) return unknown
  const size = parseQuantity(machine.memory ?? '')
  const limit = parseQuantity('8Gi')
  return size !== null && limit !== null && compareQuantities(size, limit) > 0 ? large : small
}

function sorted(object: Readonly<Record<string, Json | undefined>>): JsonObject {
  return Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/**
 * The labels that kubelet sets on its own node, as `key=value`, sorted. They are command line flags of kubelet, so each
 * change restarts it. Labels that Kubernetes does not let a kubelet set are put on the node from outside and are not here.
 */
function kubeletNodeLabels(shoot: ShootView, pool: PoolView): readonly string[] {
  const runtimes = pool.containerRuntimes.map((type) => [`containerruntime.worker.gardener.cloud/${type}`, 'true'])
  const labels: Readonly<Record<string, string>> = {
    ...pool.labels,
    'node.kubernetes.io/role': 'node',
    'kubernetes.io/arch': pool.architecture ?? 'amd64',
    'networking.gardener.cloud/node-local-dns-enabled': String(shoot.nodeLocalDns),
    ...(pool.systemComponentsAllowed ? { 'worker.gardener.cloud/system-components': 'true' } : {}),
    'worker.gardener.cloud/pool': pool.name,
    'worker.garden.sapcloud.io/group': pool.name,
    'worker.gardener.cloud/cri-name': pool.cri,
    ...Object.fromEntries(runtimes),
  }
  return Object.entries(labels)
    .filter(([key]) => isAllowedForKubelet(key))
    .map(([key, value]) => `${key}=${value}`)
    .sort()
}

const OWN_LABELS = new Set([
  'beta.kubernetes.io/arch',
  'beta.kubernetes.io/instance-type',
  'beta.kubernetes.io/os',
  'failure-domain.beta.kubernetes.io/region',
  'failure-domain.beta.kubernetes.io/zone',
  'kubernetes.io/arch',
  'kubernetes.io/hostname',
  'kubernetes.io/os',
  'topology.kubernetes.io/region',
  'topology.kubernetes.io/zone',
])

/** Whether a kubelet may set a label on its own node: everything but Kubernetes' own names, of which it has a few. */
function isAllowedForKubelet(key: string): boolean {
  const slash = key.indexOf('/')
  const namespace = slash < 0 ? '' : key.slice(0, slash)
  if (isWithin(namespace, 'node-restriction.kubernetes.io')) return false
  if (!isWithin(namespace, 'kubernetes.io') && !isWithin(namespace, 'k8s.io')) return true
  return (
    OWN_LABELS.has(key) || isWithin(namespace, 'kubelet.kubernetes.io') || isWithin(namespace, 'node.kubernetes.io')
  )
}

function isWithin(namespace: string, domain: string): boolean {
  return namespace === domain || namespace.endsWith(`.${domain}`)
}
