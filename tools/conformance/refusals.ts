import { shootStatus } from '@/lib/engine/api-server'
import type { ShootRefusal, ShootRule } from '@/lib/engine/refusal'
import { firstDifference, listOf } from './context'

/**
 * Compares refusals with those of a case. The sentences are the API server's own prose and ours are ours, so of a `detail`
 * only the facts count: that it is the same rule (by words that only this rule's prose has), that it names the value that is
 * refused, and that it lists the same accepted values in the same order. Stage, type, field, number and order are exact.
 */
export function differenceOfRefusals(
  expected: readonly ExpectedError[],
  actual: readonly ShootRefusal[],
): string | null {
  return (
    firstDifference(expected.map(comparable), answersOf(actual).map(comparable), 'errors') ??
    differenceOfFacts(expected, actual)
  )
}

/** The report if a case is accepted, and the engine refuses it. */
export function unexpectedRefusal(errors: readonly ShootRefusal[]): string {
  return `allowed: expected true, got ${errors.map(({ field, text }) => `${field}: ${text}`).join(' | ')}`
}

export function errorsOf(expect: Readonly<Record<string, unknown>>): readonly ExpectedError[] {
  return listOf(expect.errors) as readonly ExpectedError[]
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

/** Mutator and validator give one answer for all that they found; equal texts are named once. */
function answersOf(refusals: readonly ShootRefusal[]): readonly Omit<ExpectedError, 'detail'>[] {
  const [first] = refusals
  if (first === undefined || first.stage === 'validation') return refusals
  const type = shootStatus(refusals).reason ?? 'Forbidden'
  return [{ stage: first.stage, type, field: refusals.map(({ field }) => field).join(',') }]
}

function differenceOfFacts(expected: readonly ExpectedError[], actual: readonly ShootRefusal[]): string | null {
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

function differenceOfFact(text: string, { stage, rule, subject: { value, supported } }: ShootRefusal): string | null {
  if (WORDS[rule]?.test(text) !== true) return `the rule is not ${rule}, or its words are not known here`
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
  'rotation-in-place-update-pending',
  'rotation-not-completed',
])

/** Words by which the API server's prose of a rule is known, for each rule by which a case is refused. */
const WORDS: Partial<Record<ShootRule, RegExp>> = {
  architecture: /supported values: "amd64", "arm64"$/,
  'becomes-with-workers': /cannot switch from a workerless Shoot/,
  'becomes-workerless': /cannot switch from a Shoot with workers/,
  'being-deleted': /^cannot update shoot spec if deletion timestamp is set/,
  'container-runtime': /^must specify a container runtime type$/,
  'container-runtime-not-supported': /does not support container runtime/,
  'cri-unknown': /^supported values: "containerd"$/,
  'dns-switch-with-in-place-pool': /node-local-dns setting cannot be changed/,
  'field-fixed': /^field is immutable$/,
  'image-capabilities': /machine capabilities .* are not supported by machine image/,
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
  'machine-image': /^must specify a machine image$/,
  'machine-image-name': /^must specify a machine image name$/,
  'machine-image-version': /^must specify a machine image version$/,
  'machine-type': /^must specify a machine type$/,
  'machine-type-not-usable': /^[^ ]+ .*machine type/,
  'machine-type-unknown': /machine\.type: Unsupported value/,
  'maximum-below-minimum': /^maximum value must not be less than minimum/,
  'move-loses-image': /does not contain the machine image version/,
  'move-loses-machine-type': /does not contain the machine type/,
  'move-loses-volume-type': /does not contain the volume type/,
  'no-fitting-image-version': /unable to determine latest expirable version/,
  'no-images': /does not contain any machine image/,
  'no-suitable-version': /couldn't find a suitable version/,
  'other-hierarchy': /must remain within the same hierarchy$/,
  'plugins-unknown': /^invalid semantic version$|version segment/,
  'pool-above-control-plane': /must not be higher than control plane version/,
  'pool-name': /RFC 1123 label|must not contain dots/,
  'pool-name-length': /^may not be more than 15 bytes$/,
  'pool-too-far-behind': /at most three minor versions behind/,
  'pool-twice': /^$/,
  'profile-gone': /not found$/,
  'profile-kind': /^supported values: "CloudProfile", "NamespacedCloudProfile"$/,
  'profile-missing': /^Internal error occurred: could not find referenced cloud profile/,
  'profile-name-ended': /cloudProfileName field is no longer supported/,
  'profile-unnamed': /^must specify a cloud profile$/,
  'provider-type': /provider type in shoot must equal/,
  'region-without-zones': /does not support availability zones/,
  'rollout-in-place-pool': /manual worker pool rollout is not supported/,
  'rollout-nothing-waits': /must be in 'WaitingForWorkersRollout'/,
  'rotation-in-place-update-pending': /pendingWorkerUpdates\.\w+ is not empty/,
  'rotation-not-completed': /phase is not 'Completed'/,
  'rotation-shoot-not-ready': /not yet created successfully or is not ready/,
  'strategy-to-in-place': /cannot be changed from AutoRollingUpdate/,
  'strategy-to-rolling': /cannot be changed from AutoInPlaceUpdate/,
  'surge-with-manual-update': /should not be set when/,
  'too-many-nodes': /must not exceed the limit of/,
  'version-downgrade': /version downgrade is not supported/,
  'version-not-a-number': /must be a semantic version/,
  'version-not-offered': /Unsupported value/,
  'version-skips-minor': /cannot skip a minor version/,
  'version-unreadable': /^invalid semantic version$|version segment|because it is unset$/,
  'volume-size': /^volume size must match the regex/,
  'volume-type-not-usable': /^[^ ]+ .*volume type/,
  'volume-type-unknown': /volume\.type: Unsupported value/,
  workerless: /should not be set for workerless Shoot/,
  'zone-unknown': /zones\[\d+\]: (?:Unsupported|Invalid) value/,
}
