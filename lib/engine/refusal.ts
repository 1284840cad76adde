/**
 * The stages that a request to write a profile passes: can it be read, is what is written valid, and does it fit what else is
 * there. An admission that fills in labels comes before the validation.
 */
export const PROFILE_STAGES = ['decode', 'validation', 'admission'] as const

/** The stages of checks for a shoot: first the mutator fills in what was left out, and the validator compares at last. */
const SHOOT_STAGES = ['mutator', 'validation', 'validator'] as const

type ProfileStage = (typeof PROFILE_STAGES)[number]
type ShootStage = (typeof SHOOT_STAGES)[number]

/** The stages of checks. Each collects everything that it finds, and only the first one that finds something answers. */
type RefusalStage = ProfileStage | ShootStage

/**
 * What the API server refuses: of a profile, of a shoot that a user writes, of the update that a maintenance sends. All three
 * have one shape. Which rule refuses is a code, and what it is about are facts beside the text: nothing has to be read out of
 * a sentence again.
 */
export interface Refusal<Rule extends RuleCode = RuleCode, Stage extends RefusalStage = RefusalStage> {
  readonly stage: Stage
  readonly rule: Rule
  readonly type: RefusalType
  /** The field as the API server names it, with positions: `spec.provider.workers[0].machine.type`. Empty: it concerns the whole object. */
  readonly field: string
  readonly subject: RefusalSubject
  /** What is wrong: Gardener's words, or for shoots that users write a sentence of ours, as theirs do not say what would help. */
  readonly text: string
  /** If `text` is a sentence of ours: Gardener's words, from the kind of the error on, as far as they are known. */
  readonly quote?: string
}

/** What a refusal is about; each fact is absent where there is none of the kind. */
export interface RefusalSubject {
  /** Position of the pool. */
  readonly pool?: number
  /** Name of the machine image. */
  readonly image?: string
  /** The version of the image if there is one, else of Kubernetes. */
  readonly version?: string
  readonly machineType?: string
  /** What still uses what is to go. */
  readonly user?: {
    readonly kind: 'Shoot' | 'NamespacedCloudProfile'
    readonly namespace: string
    readonly name: string
  }
  /** What is refused; where the text is Gardener's: as the API server prints it, in JSON. */
  readonly value?: string
  /** The place in what was submitted, if `field` does not say it: `spec.kubernetes.versions[2].expirationDate`. */
  readonly at?: string
  /** What would be accepted instead, in the API server's order. */
  readonly supported?: readonly string[]
}

/** The API server's name for the kind of an error. */
export type RefusalType =
  | 'FieldValueDuplicate'
  | 'FieldValueForbidden'
  | 'FieldValueInvalid'
  | 'FieldValueNotSupported'
  | 'FieldValueRequired'
  | 'FieldValueTooLong'
  | 'BadRequest'
  | 'Forbidden'
  | 'InternalError'
  | 'NotFound'

/** What CloudProfiles and NamespacedCloudProfiles are held to. */
export const PROFILE_RULES = [
  'amount-negative',
  'annotation-key',
  'annotations-size',
  'architecture-capability-missing',
  'architecture-not-allowed',
  'architecture-unknown',
  'architectures-conflict',
  'architectures-missing',
  'bastion-empty',
  'bastion-image',
  'bastion-image-unsupported',
  'bastion-machine-type',
  'ca-bundle',
  'capabilities-disabled',
  'capabilities-undefined',
  'capability-empty',
  'capability-in-use',
  'capability-name',
  'capability-name-missing',
  'capability-reserved',
  'capability-twice',
  'capability-unknown',
  'capability-value',
  'capability-value-unknown',
  'classification-expired',
  'classification-unknown',
  'classification-with-lifecycle',
  'field-unknown',
  'finalizer',
  'flavor-with-architectures',
  'flavor-without-architecture',
  'flavors-missing',
  'image-already-added',
  'image-in-use',
  'image-name',
  'image-twice',
  'image-version-in-use',
  'image-version-missing',
  'image-version-twice',
  'image-version-unreadable',
  'image-without-versions',
  'kind-unknown',
  'kubelet-constraint-unreadable',
  'kubernetes-version-in-use',
  'kubernetes-version-spelling',
  'kubernetes-version-twice',
  'label-key',
  'label-value',
  'latest-version-expires',
  'latest-version-unknown',
  'lifecycle-disabled',
  'limit-in-use',
  'limit-lowered',
  'limit-not-positive',
  'machine-type-architecture-missing',
  'machine-type-architectures',
  'machine-type-name',
  'machine-type-twice',
  'minimum-version-unreadable',
  'no-kubernetes-version',
  'no-machine-image',
  'no-machine-type',
  'no-region',
  'object-name',
  'override-classified',
  'override-describes',
  'override-expired',
  'override-of-nothing',
  'override-strategy-fixed',
  'override-version-fixed',
  'override-without-date',
  'owner-reference',
  'parent-fixed',
  'parent-kind',
  'parent-unknown',
  'provider-type-missing',
  'region-name',
  'runtime-interface-twice',
  'runtime-interface-unknown',
  'runtime-name',
  'runtime-twice',
  'runtimes-missing',
  'selector-operator',
  'selector-values',
  'stage-twice',
  'stage-without-start',
  'stages-out-of-order',
  'stages-out-of-time',
  'storage-size',
  'supported-twice',
  'unavailable-again',
  'update-strategy-missing',
  'update-strategy-unknown',
  'value-unreadable',
  'verb-missing',
  'volume-type-class',
  'volume-type-name',
  'volume-type-twice',
  'zone-name',
] as const

export type ProfileRule = (typeof PROFILE_RULES)[number]

export type ProfileRefusal = Refusal<ProfileRule, ProfileStage>

/** What shoots that users create or change are held to. */
export const SHOOT_RULES = [
  'annotation-key',
  'api-ends',
  'api-required',
  'architecture',
  'autoscaler-share',
  'becomes-with-workers',
  'becomes-workerless',
  'being-deleted',
  'ca-bundle',
  'container-runtime',
  'container-runtime-not-supported',
  'container-runtime-twice',
  'control-plane-moves',
  'cpu-manager-policy',
  'cri-not-supported',
  'cri-unknown',
  'data-volume-twice',
  'data-volume-unknown',
  'dns-switch-with-in-place-pool',
  'duration-negative',
  'duration-not-positive',
  'evict-retries-negative',
  'eviction-threshold',
  'feature-gate-locked',
  'feature-gate-nowhere',
  'feature-gate-unknown',
  'field-ended',
  'field-fixed',
  'hibernation-encryption',
  'hibernation-operation',
  'hibernation-rotation',
  'hibernation-schedule',
  'idle-timeout',
  'ignore-taints-end',
  'image-capabilities',
  'image-gc-low-above-high',
  'image-unknown',
  'image-version-not-a-number',
  'image-version-not-offered',
  'image-version-not-usable',
  'in-place-fixed-cri.name',
  'in-place-fixed-machine.image.name',
  'in-place-fixed-machine.type',
  'in-place-fixed-volume',
  'in-place-image-downgrade',
  'in-place-setting',
  'in-place-update-pending',
  'kubelet-not-supported',
  'label-key',
  'label-value',
  'machine-image',
  'machine-image-name',
  'machine-image-version',
  'machine-type',
  'machine-type-gone',
  'machine-type-not-usable',
  'machine-type-unknown',
  'maximum-below-minimum',
  'maximum-negative',
  'minimum-negative',
  'move-loses-image',
  'move-loses-machine-type',
  'move-loses-volume-type',
  'neither-surge-nor-unavailable',
  'no-fitting-image-version',
  'no-image-for-architecture',
  'no-images',
  'no-pool-for-system-components',
  'no-suitable-version',
  'not-a-percentage',
  'not-a-share',
  'not-an-amount',
  'number-too-small',
  'operation-conflict',
  'operation-encryption-changes',
  'operation-hibernated',
  'operation-incompatible',
  'operation-not-alone',
  'operation-replaced',
  'operation-twice',
  'operation-unknown',
  'other-hierarchy',
  'plugin-ends',
  'plugins-unknown',
  'pool-above-control-plane',
  'pool-name',
  'pool-name-length',
  'pool-too-far-behind',
  'pool-twice',
  'preserved-negative',
  'preserved-too-many',
  'priority-too-low',
  'profile-gone',
  'profile-kind',
  'profile-missing',
  'profile-name-ended',
  'profile-unnamed',
  'provider-type',
  'proxy-mode',
  'proxy-mode-gate',
  'pulls-serialized',
  'region-without-zones',
  'reserved-cpu',
  'reserved-memory',
  'rollout-in-place-pool',
  'rollout-nothing-waits',
  'rollout-pool-twice',
  'rollout-pool-unknown',
  'rollout-star-and-names',
  'rollout-without-pools',
  'rotation-in-place-update-pending',
  'rotation-not-completed',
  'rotation-not-prepared',
  'rotation-shoot-not-ready',
  'strategy-to-in-place',
  'strategy-to-rolling',
  'surge-with-manual-update',
  'swap-behavior',
  'swap-fails',
  'swap-gate',
  'sysctl-key',
  'sysctl-length',
  'sysctl-part-length',
  'sysctl-value',
  'taint-effect',
  'taint-key',
  'taint-reserved',
  'taint-twice',
  'taint-value',
  'too-few-addresses',
  'too-few-for-zones',
  'too-many-nodes',
  'unavailable-above-all',
  'update-strategy',
  'verification-gate',
  'verification-list',
  'verification-policy',
  'verification-version',
  'version-downgrade',
  'version-not-a-number',
  'version-not-offered',
  'version-skips-minor',
  'version-unreadable',
  'volume-missing',
  'volume-name',
  'volume-name-length',
  'volume-size',
  'volume-too-small',
  'volume-type-not-usable',
  'volume-type-unknown',
  'window',
  'workerless',
  'zone-twice',
  'zone-unknown',
] as const

export type ShootRule = (typeof SHOOT_RULES)[number]

export type ShootRefusal = Refusal<ShootRule, ShootStage>

/** What the update of a maintenance can run into; where one stands for all in a list, it is the first of these. */
export const UPDATE_RULES = [
  'image-kubelet',
  'pool-pending-in-place',
  'pool-too-far-behind',
  'version-skips-minor',
  'image-capabilities',
  'image-not-in-place',
  'image-unavailable',
  'control-plane-moves',
  'feature-gate-locked',
  'machine-type-gone',
  'api-ends',
  'ignore-taints-end',
  'plugin-ends',
  'hibernation-schedule',
  'operation-hibernated',
  'operation-encryption-changes',
  'operation-not-ready',
  'image-unknown',
  'image-architecture',
  'image-not-listed',
  'version-not-listed',
  'version-downgrade',
  'pool-above-control-plane',
  'operation',
] as const

export type UpdateRule = (typeof UPDATE_RULES)[number]

export type UpdateRefusal = Refusal<UpdateRule, ShootStage>

export type RuleCode = ProfileRule | ShootRule | UpdateRule

const WORDS = {
  BadRequest: '',
  FieldValueDuplicate: 'Duplicate value',
  FieldValueForbidden: 'Forbidden',
  FieldValueInvalid: 'Invalid value',
  FieldValueNotSupported: 'Unsupported value',
  FieldValueRequired: 'Required value',
  FieldValueTooLong: 'Too long',
  Forbidden: 'Forbidden',
  InternalError: 'Internal error',
  NotFound: '',
} as const satisfies Record<RefusalType, string>

/** A refusal in Gardener's words as one line, as the API server puts it into longer texts. */
export function lineOf(refusal: Refusal): string {
  return refusal.field === '' ? refusal.text : `${refusal.field}: ${messageOf(refusal)}`
}

/** The text without the field. A text may say its type itself, as `Internal error occurred` does. */
export function messageOf({ type, subject: { value }, text }: Pick<Refusal, 'type' | 'subject' | 'text'>): string {
  const word = WORDS[type]
  return [text.startsWith(word) ? '' : word, value, text].filter((part) => part !== undefined && part !== '').join(': ')
}

/** Lines in one answer, as the API server puts them together: equal ones once, and several in brackets. */
export function joinedLines(lines: readonly string[]): string {
  const distinct = [...new Set(lines)]
  return distinct.length === 1 ? distinct.join() : `[${distinct.join(', ')}]`
}

/** One thing that the validation refuses, of any writer, in Gardener's words. */
export interface FoundError<Rule extends RuleCode> extends Pick<Refusal<Rule>, 'rule' | 'type' | 'field' | 'text'> {
  /** What is refused, as the API server prints it before its words; absent: it does not. */
  readonly printed?: string
}

/** What the validation refuses of an update. */
export function invalidUpdate(
  rule: UpdateRule,
  type: RefusalType,
  field: string,
  text: string,
  subject: RefusalSubject,
): UpdateRefusal {
  return { stage: 'validation', rule, type, field, subject, text }
}

/** Whether they say the same, names aside: what comes of a shoot is found on another one that has the same. */
export function isSameRefusal(a: UpdateRefusal, b: UpdateRefusal): boolean {
  if (a.rule !== b.rule || a.subject.pool !== b.subject.pool || a.field !== b.field) return false
  return NAMES_POOL.has(a.rule) || (a.text === b.text && a.subject.value === b.subject.value)
}

/** Rules whose text names the pool of its position, and says nothing else that may differ. */
const NAMES_POOL: ReadonlySet<UpdateRule> = new Set(['pool-pending-in-place'])
