import type { ShootRefusal as Refusal, ShootRule } from '@/lib/engine/refusal'
import { firstDifference } from './context'

/**
 * Compares refusals with those of a case. The sentences are the API server's own prose and ours are ours, so of a `detail`
 * only the facts count: that it is the same rule (by words that only this rule's prose has), that it names the value that is
 * refused, and that it lists the same accepted values in the same order. Stage, type, field, number and order are exact.
 */
export function differenceOfRefusals(expected: readonly ExpectedError[], actual: readonly Refusal[]): string | null {
  return (
    firstDifference(expected.map(comparable), answersOf(actual).map(comparable), 'errors') ??
    differenceOfFacts(expected, actual)
  )
}

export interface ExpectedError {
  readonly stage: string
  readonly type: string
  readonly field: string
  readonly detail: string
}

function comparable({ stage, type, field }: Omit<ExpectedError, 'detail'>) {
  return { stage, type, field }
}

/** Mutator and validator give one `Forbidden` answer for all that they found; equal texts are named once. */
function answersOf(refusals: readonly Refusal[]): readonly Omit<ExpectedError, 'detail'>[] {
  const [first] = refusals
  if (first === undefined || first.stage === 'validation') return refusals
  return [{ stage: first.stage, type: 'Forbidden', field: refusals.map(({ field }) => field).join(',') }]
}

function differenceOfFacts(expected: readonly ExpectedError[], actual: readonly Refusal[]): string | null {
  const texts = expected.flatMap(({ stage, detail }) => (stage === 'validation' ? [detail] : partsOf(detail)))
  if (texts.length !== actual.length) return `detail: expected ${texts.length} parts, got ${actual.length}`
  for (const [i, refusal] of actual.entries()) {
    const difference = differenceOfFact(texts[i] ?? '', refusal)
    if (difference !== null) return `errors[${i}].detail: ${difference} (expected "${texts[i]}", got "${refusal.text}")`
  }
  return null
}

/** `[field: error, field: error]` into its errors; a new one begins where a field path follows a comma. */
function partsOf(detail: string): readonly string[] {
  const errors = detail.replace(/^[^ ]+ "[^"]*" is forbidden: /, '')
  if (!errors.startsWith('[')) return [errors]
  return errors.slice(1, -1).split(/, (?=spec\.[^ ]+: )/)
}

function differenceOfFact(text: string, { stage, rule, subject: { value, supported } }: Refusal): string | null {
  const words = WORDS[rule]

  if (!words.test(text)) return `the rule is not ${rule}`
  const isNamed = stage !== 'validation' || NAMED.has(rule)
  if (value !== undefined && isNamed && !namesValue(text, value)) return `the value is not ${value}`
  if (supported === undefined) return null
  return firstDifference(acceptedIn(text), supported, 'accepted')
}

/** An image is written `name:version`, or as JSON with both. */
function namesValue(text: string, value: string): boolean {
  return text.includes(value) || text.includes(value.replace(':', '@'))
}

/** The accepted values: a quoted list, a bracketed one, a bound, or one constraint. */
function acceptedIn(text: string): readonly string[] {
  const bracketed = /supported (?:types|machine image versions|values)(?: are)?:? \[([^\]]*)\]$/.exec(text)?.[1]
  if (bracketed !== undefined) return bracketed === '' ? [] : bracketed.split(' ')
  const constraint = /supported kubelet versions by this machine image version: '(.*)'$/.exec(text)?.[1]
  if (constraint !== undefined) return [constraint]
  const bound = /(?:size must be >= (\S+)|capacity '([^']*)'|limit of (\d+) configured)/.exec(text)
  if (bound !== null) return [bound[1] ?? bound[2] ?? bound[3] ?? '']
  const quoted = /supported values: (.*)$/.exec(text)?.[1]
  return quoted === undefined ? [] : [...quoted.matchAll(/"([^"]*)"/g)].map((match) => match[1] ?? '')
}

/** Validation texts do not repeat the value, but for these. */
const NAMED: ReadonlySet<ShootRule> = new Set([
  'in-place-update-pending',
  'rollout-in-place-pool',
  'rollout-pool-unknown',
  'rotation-in-place-update-pending',
  'rotation-not-completed',
  'rotation-not-prepared',
])

/** Words by which the API server's prose of a rule is known; of some it is empty. */
const WORDS = {
  'annotation-key': /part must|qualified name/,
  'api-ends': /is not supported in Kubernetes version|unknown API group version|invalid API Group format/,
  'api-required': /cannot be disabled/,
  architecture: /^supported values/,
  'autoscaler-share': /can not be (?:negative|greater than 1.0)/,
  'becomes-with-workers': /cannot switch from a workerless Shoot/,
  'becomes-workerless': /cannot switch from a Shoot with workers/,
  'being-deleted': /deletion timestamp is set/,
  'ca-bundle': /not a valid PEM-encoded certificate/,
  'container-runtime': /must specify a container runtime type/,
  'container-runtime-not-supported': /does not support container runtime/,
  'container-runtime-twice': /must specify different type/,
  'control-plane-moves': /cannot change shoot spec during \w+ operation/,
  'cpu-manager-policy': /^supported values/,
  'cri-not-supported': /does not support CRI/,
  'cri-unknown': /^supported values: "containerd"$/,
  'data-volume-twice': /^$/,
  'data-volume-unknown': /unrecognized data volume/,
  'dns-switch-with-in-place-pool': /node-local-dns setting cannot be changed/,
  'duration-negative': /must be non-negative|can not be negative/,
  'duration-not-positive': /must be larger than 0/,
  'evict-retries-negative': /greater than or equal to 0/,
  'eviction-threshold': /resource quantity .* or a percentage|not be greater than 100%/,
  'feature-gate-locked': /feature is locked to/,
  'feature-gate-nowhere': /unknown feature gate/,
  'feature-gate-unknown': /not supported in Kubernetes version/,
  'field-ended': /no longer supported/,
  'field-fixed': /field is immutable/,
  'hibernation-encryption': /encryptionAtRest.resources are not equal/,
  'hibernation-operation': /cannot be hibernated when .* annotation contains/,
  'hibernation-rotation': /cannot be hibernated when .*phase is/,
  'hibernation-schedule': /cron spec|start or end|not a valid location|^$/,
  'idle-timeout': /between 30s and 4h/,
  'ignore-taints-end': /not supported in Kubernetes version/,
  'image-capabilities': /machine capabilities .* are not supported by machine image/,
  'image-gc-low-above-high': /must be less than imageGCHighThresholdPercent/,
  'image-unknown': /image is not supported/,
  'image-version-not-a-number': /must be a semantic version/,
  'image-version-not-offered': /Unsupported value/,
  'image-version-not-usable': /^[^ ]+ .*(?:does not support CPU|is expired|in-place update)/,
  'in-place-fixed-cri.name': /CRI name cannot be changed/,
  'in-place-fixed-machine.image.name': /machine image name cannot be changed/,
  'in-place-fixed-machine.type': /machine type cannot be changed/,
  'in-place-fixed-volume': /volume cannot be changed/,
  'in-place-image-downgrade': /machine image version downgrade is not supported/,
  'in-place-setting': /can only be set (?:to true )?when the update strategy/,
  'in-place-update-pending': /is currently undergoing an in-place update/,
  'kubelet-not-supported': /does not support kubelet version/,
  'label-key': /part must|qualified name/,
  'label-value': /label|no more than/,
  'machine-image': /must specify a machine image/,
  'machine-image-name': /must specify a machine image name/,
  'machine-image-version': /must specify a machine image version/,
  'machine-type': /must specify a machine type/,
  'machine-type-gone': /apiserver to panic/,
  'machine-type-not-usable': /^[^ ]+ .*machine type/,
  'machine-type-unknown': /Unsupported value/,
  'maximum-below-minimum': /must not be less than minimum/,
  'maximum-negative': /maximum value must not be negative/,
  'minimum-negative': /minimum value must not be negative/,
  'neither-surge-nor-unavailable': /may not be 0 when/,
  'no-fitting-image-version': /unable to determine latest expirable version/,
  'no-image-for-architecture': /no valid machine image found/,
  'no-images': /does not contain any machine image/,
  'no-pool-for-system-components': /systemComponents.allow=true needed/,
  'no-suitable-version': /couldn't find a suitable version/,
  'not-a-percentage': /value must be in/,
  'not-a-share': /integer or percentage|greater than or equal to 0/,
  'not-an-amount': /greater than or equal to 0|must be non-negative/,
  'number-too-small': /must be|greater than or equal to/,
  'operation-conflict': /is not permitted when maintenance operation is/,
  'operation-encryption-changes': /encryption configuration change/,
  'operation-hibernated': /hibernated or is waking up/,
  'operation-incompatible': /not permitted to be run together/,
  'operation-not-alone': /not permitted to be run in parallel/,
  'operation-replaced': /is no longer supported/,
  'operation-twice': /must not have any equal operations/,
  'operation-unknown': /^supported values/,
  'plugin-ends': /admission plugin/,
  'plugins-unknown': /invalid semantic version/,
  'pool-above-control-plane': /must not be higher than control plane version/,
  'pool-name': /lowercase|lower case/,
  'pool-name-length': /may not be|must have at most|Too long/,
  'pool-too-far-behind': /at most three minor versions behind/,
  'pool-twice': /^$/,
  'preserved-negative': /must not be negative/,
  'preserved-too-many': /must not be greater than maximum/,
  'priority-too-low': /less than -1/,
  'proxy-mode': /^supported values/,
  'proxy-mode-gate': /NFTablesProxyMode is explicitly set to false/,
  'pulls-serialized': /serializeImagePulls is set to true/,
  'region-without-zones': /does not support availability zones/,
  'reserved-cpu': /total reserved CPU/,
  'reserved-memory': /total reserved memory/,
  'rollout-in-place-pool': /manual worker pool rollout is not supported/,
  'rollout-nothing-waits': /must be in 'WaitingForWorkersRollout'/,
  'rollout-pool-twice': /(?:)/,
  'rollout-pool-unknown': /does not exist in .spec.provider.workers/,
  'rollout-star-and-names': /no other pool names are allowed/,
  'rollout-without-pools': /must provide/,
  'rotation-in-place-update-pending': /pendingWorkerUpdates\.\w+ is not empty/,
  'rotation-not-completed': /phase is not 'Completed'/,
  'rotation-not-prepared': /phase is not 'Prepared'/,
  'rotation-shoot-not-ready': /not yet created successfully or is not ready/,
  'strategy-to-in-place': /cannot be changed from AutoRollingUpdate/,
  'strategy-to-rolling': /cannot be changed from AutoInPlaceUpdate/,
  'surge-with-manual-update': /should not be set when/,
  'swap-behavior': /^supported values/,
  'swap-fails': /FailSwapOn=true/,
  'swap-gate': /'NodeSwap' feature gate/,
  'sysctl-key': /sysctl key must/,
  'sysctl-length': /(?:)/,
  'sysctl-part-length': /must not exceed 255 bytes/,
  'sysctl-value': /requires a non-empty value/,
  'taint-effect': /(?:)/,
  'taint-key': /part must|qualified name/,
  'taint-reserved': /reserved by gardener/,
  'taint-twice': /unique by key and effect/,
  'taint-value': /label|no more than/,
  'too-few-addresses': /nodeCIDRMaskSize/,
  'too-few-for-zones': /number of zones specified/,
  'too-many-nodes': /total minimum node count/,
  'unavailable-above-all': /greater than 100%/,
  'update-strategy': /^supported values/,
  'verification-gate': /feature gate is disabled/,
  'verification-list': /may only be set when imagePullCredentialsVerificationPolicy/,
  'verification-policy': /^supported values/,
  'verification-version': /only available for Kubernetes versions/,
  'version-downgrade': /version downgrade is not supported/,
  'version-not-a-number': /must be a semantic version/,
  'version-not-offered': /Unsupported value/,
  'version-skips-minor': /cannot skip a minor version/,
  'version-unreadable': /(?:)/,
  'volume-missing': /worker volume must be defined/,
  'volume-name': /(?:)/,
  'volume-name-length': /(?:)/,
  'volume-size': /must match the regex/,
  'volume-too-small': /size must be >=/,
  'volume-type-not-usable': /^[^ ]+ .*volume type/,
  'volume-type-unknown': /Unsupported value/,
  window: /^(?:time window must not be|could not parse (?:begin|end) time)/,
  workerless: /should not be set for workerless Shoot/,
  'zone-twice': /Duplicate value/,
  'zone-unknown': /Unsupported value/,
} as const satisfies Record<ShootRule, RegExp>
