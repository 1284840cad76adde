import { flagAt, numberAt, objectAt, parseQuantity, textAt } from '@/lib/engine/api-server/manifest'
import { parseDuration } from '@/lib/engine/duration'
import type { JsonObject } from '@/lib/engine/json'
import { type GateError, gateErrors, parseVersion } from '@/lib/engine/rules'
import { forbidden, invalid, notSupported, ofError, type StageRefusal } from './shoot-refusals'

/** What the validation refuses of the kubelet settings that nodes of one Kubernetes version are to have. */
export function refuseKubelet(kubelet: JsonObject, version: string, path: string): readonly StageRefusal[] {
  return [
    ...refusePolicy(kubelet, path),
    ...refuseNumbers(kubelet, PODS, path),
    ...refuseEviction(kubelet, path),
    ...refuseReserved(kubelet, path),
    ...refuseGarbageCollection(kubelet, path),
    ...refuseFeatureGates(kubelet, version, path),
    ...refuseNumbers(kubelet, REGISTRY, path),
    ...refuseLogSize(kubelet, path),
    ...refuseIdleTimeout(kubelet, path),
    ...refuseSwap(kubelet, path),
    ...refuseParallelPulls(kubelet, path),
    ...refuseVerification(kubelet, version, path),
  ]
}

export const CPU_MANAGER_POLICIES: readonly string[] = ['none', 'static']

function refusePolicy(kubelet: JsonObject, path: string): readonly StageRefusal[] {
  const policy = textAt(kubelet, 'cpuManagerPolicy')
  const supported = CPU_MANAGER_POLICIES
  if (policy === undefined || supported.includes(policy)) return []
  const detail = `"${policy}" is no CPU manager policy: use none or static.`
  return [notSupported(`${path}.cpuManagerPolicy`, 'cpu-manager-policy', detail, { value: policy, supported })]
}

type LeastValue = readonly [json: string, field: string, least: number]

const PODS: readonly LeastValue[] = [
  ['maxPods', 'maxPods', 0],
  ['podPidsLimit', 'podPIDsLimit', 100],
]
const GRACE_PERIOD: readonly LeastValue[] = [['evictionMaxPodGracePeriod', 'evictionMaxPodGracePeriod', 0]]
const REGISTRY: readonly LeastValue[] = [
  ['registryPullQPS', 'registryPullQPS', 0],
  ['registryBurst', 'registryBurst', 0],
  ['containerLogMaxFiles', 'containerLogMaxFiles', 2],
]

function refuseNumbers(kubelet: JsonObject, fields: readonly LeastValue[], path: string): readonly StageRefusal[] {
  return fields.flatMap(([key, field, least]) => {
    const value = numberAt(kubelet, key)
    if (value === undefined || value >= least) return []
    return [invalid(`${path}.${field}`, 'number-too-small', `${value} is below ${least}.`, { value: String(value) })]
  })
}

/** The API server looks at the inodes of the image file system twice, and never at those of the nodes. */
const THRESHOLDS: readonly (readonly [json: string, field: string])[] = [
  ['memoryAvailable', 'memoryAvailable'],
  ['imageFSAvailable', 'imagefsAvailable'],
  ['imageFSInodesFree', 'imagefsInodesFree'],
  ['nodeFSAvailable', 'nodefsAvailable'],
  ['imageFSInodesFree', 'imagefsInodesFree'],
]

function refuseEviction(kubelet: JsonObject, path: string): readonly StageRefusal[] {
  const pressure = textAt(kubelet, 'evictionPressureTransitionPeriod')
  const each = (
    kind: string,
    refuses: (value: string) => boolean,
    refuse: (field: string, value: string) => StageRefusal,
  ) => {
    const thresholds = objectAt(kubelet, kind)
    if (thresholds === undefined) return []
    return THRESHOLDS.flatMap(([key, field]) => {
      const value = textAt(thresholds, key)
      return value !== undefined && refuses(value) ? [refuse(`${path}.${kind}.${field}`, value)] : []
    })
  }
  const threshold = (field: string, value: string): StageRefusal => {
    const detail = `"${value}" is neither an amount such as 200Mi nor a percentage up to 100%.`
    return invalid(field, 'eviction-threshold', detail, { value })
  }
  return [
    ...(isNegative(pressure) ? [negative(`${path}.evictionPressureTransitionPeriod`, pressure)] : []),
    ...refuseNumbers(kubelet, GRACE_PERIOD, path),
    ...each('evictionHard', (value) => !isThreshold(value), threshold),
    ...each('evictionSoft', (value) => !isThreshold(value), threshold),
    ...each('evictionMinimumReclaim', (value) => !isAmount(value), negative),
    ...each('evictionSoftGracePeriod', isNegative, negative),
  ]
}

function refuseReserved(kubelet: JsonObject, path: string): readonly StageRefusal[] {
  return ['cpu', 'memory', 'ephemeralStorage', 'pid'].flatMap((key) => {
    const amount = textAt(kubelet, 'kubeReserved', key)
    return isAmount(amount) ? [] : [negative(`${path}.kubeReserved.${key}`, amount)]
  })
}

function refuseGarbageCollection(kubelet: JsonObject, path: string): readonly StageRefusal[] {
  const [high, low] = [
    numberAt(kubelet, 'imageGCHighThresholdPercent'),
    numberAt(kubelet, 'imageGCLowThresholdPercent'),
  ]
  const found: StageRefusal[] = []
  for (const key of ['imageMinimumGCAge', 'imageMaximumGCAge']) {
    const age = textAt(kubelet, key)
    if (isNegative(age)) found.push(negative(`${path}.${key}`, age))
  }
  for (const [key, value] of [
    ['imageGCHighThresholdPercent', high],
    ['imageGCLowThresholdPercent', low],
  ] as const) {
    if (value === undefined || (value >= 0 && value <= 100)) continue
    found.push(
      invalid(`${path}.${key}`, 'not-a-percentage', `${value} is not between 0 and 100.`, { value: String(value) }),
    )
  }
  if (high !== undefined && low !== undefined && low >= high) {
    const detail = `Garbage collection cannot stop at ${low}% if it only begins at ${high}%.`
    found.push(forbidden(`${path}.imageGCLowThresholdPercent`, 'image-gc-low-above-high', detail))
  }
  return found
}

function refuseLogSize(kubelet: JsonObject, path: string): readonly StageRefusal[] {
  const size = textAt(kubelet, 'containerLogMaxSize')
  return isAmount(size) ? [] : [negative(`${path}.containerLogMaxSize`, size)]
}

/** Gates that the version does not know, and those that it does not let be switched. */
export function refuseFeatureGates(
  component: JsonObject | undefined,
  version: string,
  path: string,
): readonly StageRefusal[] {
  return gateErrors(objectAt(component, 'featureGates') ?? {}, `${path}.featureGates`, version).map((error) => ({
    ...ofError(error),
    text: gateSentence(error, version),
  }))
}

function gateSentence({ rule, name, locked }: GateError, version: string): string {
  switch (rule) {
    case 'feature-gate-nowhere':
      return `No version of Kubernetes has a feature gate ${name}.`
    case 'feature-gate-unknown':
      return `Kubernetes ${version} has no feature gate ${name}.`
    case 'feature-gate-locked':
      return `From Kubernetes ${version} on ${name} is always ${locked}.`
  }
}

function refuseIdleTimeout(kubelet: JsonObject, path: string): readonly StageRefusal[] {
  const text = textAt(kubelet, 'streamingConnectionIdleTimeout')
  const timeout = text === undefined ? null : parseDuration(text)
  const second = 1_000_000_000n
  if (timeout === null || (timeout >= 30n * second && timeout <= 4n * 3600n * second)) return []
  const detail = `${text} is not between 30s and 4h.`
  return [invalid(`${path}.streamingConnectionIdleTimeout`, 'idle-timeout', detail, { value: text ?? '' })]
}

function refuseSwap(kubelet: JsonObject, path: string): readonly StageRefusal[] {
  const swap = objectAt(kubelet, 'memorySwap')
  if (swap === undefined) return []
  const behavior = textAt(swap, 'swapBehavior')
  const found: StageRefusal[] = []
  if (flagAt(kubelet, 'failSwapOn') === true) {
    found.push(forbidden(`${path}.memorySwap`, 'swap-fails', 'Swap has no behaviour while failSwapOn forbids it.'))
  }
  if (behavior === undefined) return found
  if (flagAt(kubelet, 'featureGates', 'NodeSwap') !== true) {
    found.push(forbidden(`${path}.memorySwap`, 'swap-gate', 'Swap needs the feature gate NodeSwap of kubelet.'))
  }
  const supported = ['NoSwap', 'LimitedSwap']
  if (!supported.includes(behavior)) {
    const facts = { value: behavior, supported }
    found.push(notSupported(`${path}.memorySwap.swapBehavior`, 'swap-behavior', `"${behavior}" is unknown.`, facts))
  }
  return found
}

function refuseParallelPulls(kubelet: JsonObject, path: string): readonly StageRefusal[] {
  const pulls = numberAt(kubelet, 'maxParallelImagePulls')
  if (pulls === undefined) return []
  const field = `${path}.maxParallelImagePulls`
  const found: StageRefusal[] = []
  if (pulls < 1) found.push(invalid(field, 'number-too-small', `${pulls} is below 1.`, { value: String(pulls) }))
  if (pulls > 1 && flagAt(kubelet, 'serializeImagePulls') === true) {
    found.push(
      forbidden(field, 'pulls-serialized', 'Images are pulled one by one as long as serializeImagePulls is on.'),
    )
  }
  return found
}

const POLICIES = ['AlwaysVerify', 'NeverVerify', 'NeverVerifyAllowlistedImages', 'NeverVerifyPreloadedImages']

function refuseVerification(kubelet: JsonObject, text: string, path: string): readonly StageRefusal[] {
  const policy = textAt(kubelet, 'imagePullCredentialsVerificationPolicy')
  const field = `${path}.imagePullCredentialsVerificationPolicy`
  const found: StageRefusal[] = []
  if (policy !== undefined) {
    const version = parseVersion(text)
    if (version !== null && (version.major < 1 || (version.major === 1 && version.minor < 35))) {
      found.push(forbidden(field, 'verification-version', 'This needs Kubernetes 1.35 or newer.'))
    }
    if (flagAt(kubelet, 'featureGates', 'KubeletEnsureSecretPulledImages') === false) {
      found.push(forbidden(field, 'verification-gate', 'This needs the gate KubeletEnsureSecretPulledImages.'))
    }
    if (!POLICIES.includes(policy)) {
      const facts = { value: policy, supported: POLICIES }
      found.push(notSupported(field, 'verification-policy', `"${policy}" is no policy.`, facts))
    }
  }
  const allowsList = policy === 'NeverVerifyAllowlistedImages'
  if (kubelet.preloadedImagesVerificationAllowlist === undefined || allowsList) return found
  const detail = 'The list only counts with the policy NeverVerifyAllowlistedImages.'
  return [...found, forbidden(`${path}.preloadedImagesVerificationAllowlist`, 'verification-list', detail)]
}

function negative(field: string, value: string | undefined): StageRefusal {
  return invalid(field, 'not-an-amount', `"${value}" is no amount from 0 on.`, { value: value ?? '' })
}

function isNegative(duration: string | undefined): boolean {
  return duration !== undefined && (parseDuration(duration) ?? 0n) < 0n
}

function isAmount(text: string | undefined): boolean {
  if (text === undefined) return true
  const quantity = parseQuantity(text)
  return quantity !== null && quantity.nanos >= 0n
}

function isThreshold(text: string): boolean {
  return /^\d+%$/.test(text) ? Number.parseInt(text, 10) <= 100 : isAmount(text)
}
