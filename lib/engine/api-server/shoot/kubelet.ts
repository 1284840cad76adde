import { flagAt, numberAt, objectAt, parseQuantity, textAt } from '@/lib/engine/api-server/manifest'
import { parseDuration } from '@/lib/engine/duration'
import type { JsonObject } from '@/lib/engine/json'
import { atLeastMinor, type GateError, gateErrors, parseVersion } from '@/lib/engine/rules'
import { forbidden, invalid, ofError, type Refusals, refuseOther, type StageRefusal } from './shoot-refusals'

/** What the validation refuses of the kubelet settings that nodes of one Kubernetes version are to have. */
export function* refuseKubelet(kubelet: JsonObject, version: string, path: string): Refusals {
  const policy = textAt(kubelet, 'cpuManagerPolicy')
  const why = 'is no CPU manager policy: use none or static.'
  yield* refuseOther(policy, CPU_MANAGER_POLICIES, `${path}.cpuManagerPolicy`, 'cpu-manager-policy', why)
  yield* refuseNumbers(kubelet, PODS, path)
  yield* refuseEviction(kubelet, path)
  yield* refuseAmounts(kubelet, path, isNoAmount, RESERVED)
  yield* refuseAmounts(kubelet, path, isNegative, ['imageMinimumGCAge', 'imageMaximumGCAge'])
  yield* refusePercentages(kubelet, path)
  yield* refuseFeatureGates(kubelet, version, path)
  yield* refuseNumbers(kubelet, REGISTRY, path)
  yield* refuseAmounts(kubelet, path, isNoAmount, ['containerLogMaxSize'])
  yield* refuseIdleTimeout(kubelet, path)
  yield* refuseSwap(kubelet, path)
  yield* refuseParallelPulls(kubelet, path)
  yield* refuseVerification(kubelet, version, path)
}

export const CPU_MANAGER_POLICIES: readonly string[] = ['none', 'static']

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

function* refuseNumbers(kubelet: JsonObject, fields: readonly LeastValue[], path: string): Refusals {
  for (const [key, field, least] of fields) {
    const value = numberAt(kubelet, key)
    if (value === undefined || value >= least) continue
    yield invalid(`${path}.${field}`, 'number-too-small', `${value} is below ${least}.`, { value: String(value) })
  }
}

/** The API server looks at the inodes of the image file system twice, and never at those of the nodes. */
const THRESHOLDS: readonly (readonly [json: string, field: string])[] = [
  ['memoryAvailable', 'memoryAvailable'],
  ['imageFSAvailable', 'imagefsAvailable'],
  ['imageFSInodesFree', 'imagefsInodesFree'],
  ['nodeFSAvailable', 'nodefsAvailable'],
  ['imageFSInodesFree', 'imagefsInodesFree'],
]

function* refuseEviction(kubelet: JsonObject, path: string): Refusals {
  yield* refuseAmounts(kubelet, path, isNegative, ['evictionPressureTransitionPeriod'])
  yield* refuseNumbers(kubelet, GRACE_PERIOD, path)
  for (const { kind, refuses, refusal } of EVICTIONS) {
    for (const [key, name] of THRESHOLDS) {
      const value = textAt(kubelet, kind, key)
      if (value !== undefined && refuses(value)) yield refusal(`${path}.${kind}.${name}`, value)
    }
  }
}

/** What is refused of texts below some keys, such as `kubeReserved.cpu`. */
function* refuseAmounts(
  kubelet: JsonObject,
  path: string,
  refuses: (value: string) => boolean,
  keys: readonly string[],
): Refusals {
  for (const key of keys) {
    const value = textAt(kubelet, ...key.split('.'))
    if (value !== undefined && refuses(value)) yield negative(`${path}.${key}`, value)
  }
}

const RESERVED = ['cpu', 'memory', 'ephemeralStorage', 'pid'].map((resource) => `kubeReserved.${resource}`)

function* refusePercentages(kubelet: JsonObject, path: string): Refusals {
  const keys = ['imageGCHighThresholdPercent', 'imageGCLowThresholdPercent']
  for (const key of keys) {
    const value = numberAt(kubelet, key)
    if (value === undefined || (value >= 0 && value <= 100)) continue
    const detail = `${value} is not between 0 and 100.`
    yield invalid(`${path}.${key}`, 'not-a-percentage', detail, { value: String(value) })
  }
  const [high, low] = keys.map((key) => numberAt(kubelet, key))
  if (high === undefined || low === undefined || low < high) return
  const detail = `Garbage collection cannot stop at ${low}% if it only begins at ${high}%.`
  yield forbidden(`${path}.imageGCLowThresholdPercent`, 'image-gc-low-above-high', detail)
}

/** Gates that the version does not know, and those that it does not let be switched. */
export function* refuseFeatureGates(component: JsonObject | undefined, version: string, path: string): Refusals {
  for (const error of gateErrors(objectAt(component, 'featureGates') ?? {}, `${path}.featureGates`, version)) {
    yield { ...ofError(error), text: gateSentence(error, version) }
  }
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

function* refuseIdleTimeout(kubelet: JsonObject, path: string): Refusals {
  const text = textAt(kubelet, 'streamingConnectionIdleTimeout')
  const timeout = text === undefined ? null : parseDuration(text)
  const second = 1_000_000_000n
  if (text === undefined || timeout === null || (timeout >= 30n * second && timeout <= 4n * 3600n * second)) return
  const detail = `${text} is not between 30s and 4h.`
  yield invalid(`${path}.streamingConnectionIdleTimeout`, 'idle-timeout', detail, { value: text })
}

function* refuseSwap(kubelet: JsonObject, path: string): Refusals {
  const swap = objectAt(kubelet, 'memorySwap')
  if (swap === undefined) return
  const behavior = textAt(swap, 'swapBehavior')
  const field = `${path}.memorySwap`
  if (flagAt(kubelet, 'failSwapOn') === true) {
    yield forbidden(field, 'swap-fails', 'Swap has no behaviour while failSwapOn forbids it.')
  }
  if (behavior !== undefined && flagAt(kubelet, 'featureGates', 'NodeSwap') !== true) {
    yield forbidden(field, 'swap-gate', 'Swap needs the feature gate NodeSwap of kubelet.')
  }
  yield* refuseOther(behavior, ['NoSwap', 'LimitedSwap'], `${field}.swapBehavior`, 'swap-behavior', 'is unknown.')
}

function* refuseParallelPulls(kubelet: JsonObject, path: string): Refusals {
  const pulls = numberAt(kubelet, 'maxParallelImagePulls')
  if (pulls === undefined) return
  const field = `${path}.maxParallelImagePulls`
  if (pulls < 1) yield invalid(field, 'number-too-small', `${pulls} is below 1.`, { value: String(pulls) })
  if (pulls > 1 && flagAt(kubelet, 'serializeImagePulls') === true) {
    yield forbidden(field, 'pulls-serialized', 'Images are pulled one by one as long as serializeImagePulls is on.')
  }
}

const POLICIES = ['AlwaysVerify', 'NeverVerify', 'NeverVerifyAllowlistedImages', 'NeverVerifyPreloadedImages']

function* refuseVerification(kubelet: JsonObject, text: string, path: string): Refusals {
  const policy = textAt(kubelet, 'imagePullCredentialsVerificationPolicy')
  const field = `${path}.imagePullCredentialsVerificationPolicy`
  const version = parseVersion(text)
  if (policy !== undefined && version !== null && !atLeastMinor(version, 1, 35)) {
    yield forbidden(field, 'verification-version', 'This needs Kubernetes 1.35 or newer.')
  }
  if (policy !== undefined && flagAt(kubelet, 'featureGates', 'KubeletEnsureSecretPulledImages') === false) {
    yield forbidden(field, 'verification-gate', 'This needs the gate KubeletEnsureSecretPulledImages.')
  }
  yield* refuseOther(policy, POLICIES, field, 'verification-policy', 'is no policy.')
  if (kubelet.preloadedImagesVerificationAllowlist === undefined || policy === 'NeverVerifyAllowlistedImages') return
  const detail = 'The list only counts with the policy NeverVerifyAllowlistedImages.'
  yield forbidden(`${path}.preloadedImagesVerificationAllowlist`, 'verification-list', detail)
}

function negative(field: string, value: string): StageRefusal {
  return invalid(field, 'not-an-amount', `"${value}" is no amount from 0 on.`, { value })
}

function isNegative(duration: string): boolean {
  return (parseDuration(duration) ?? 0n) < 0n
}

function isNoAmount(text: string): boolean {
  return (parseQuantity(text)?.nanos ?? -1n) < 0n
}

function isNoThreshold(text: string): boolean {
  return /^\d+%$/.test(text) ? Number.parseInt(text, 10) > 100 : isNoAmount(text)
}

function noThreshold(field: string, value: string): StageRefusal {
  const detail = `"${value}" is neither an amount such as 200Mi nor a percentage up to 100%.`
  return invalid(field, 'eviction-threshold', detail, { value })
}

interface EvictionSetting {
  readonly kind: string
  readonly refuses: (value: string) => boolean
  readonly refusal: (field: string, value: string) => StageRefusal
}

/** What eviction has thresholds of, and which of them are refused. */
const EVICTIONS: readonly EvictionSetting[] = [
  { kind: 'evictionHard', refuses: isNoThreshold, refusal: noThreshold },
  { kind: 'evictionSoft', refuses: isNoThreshold, refusal: noThreshold },
  { kind: 'evictionMinimumReclaim', refuses: isNoAmount, refusal: negative },
  { kind: 'evictionSoftGracePeriod', refuses: isNegative, refusal: negative },
]
