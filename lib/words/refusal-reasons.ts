import type { WhatIfRefusal } from '@/lib/contract/what-if'
import type { ProfileRule } from '@/lib/engine/refusal'

/**
 * Which rule a refusal of a profile is about, in a sentence of ours: the API server gives some of them no reason, and many name a field
 * and no rule.
 */
export function refusalReason(rule: ProfileRule): string {
  return REASONS[rule]
}

/**
 * What stands below a line of an object that is refused: the API server's words, and our reason where these are no more than a text
 * that it breaks off with (it then answers 500 or 403), or nothing. Null: its words say it.
 */
export function lineRefusal({
  stage,
  rule,
  text,
  message,
}: Pick<WhatIfRefusal, 'stage' | 'rule' | 'text' | 'message'>): {
  readonly said: string
  readonly reason: string | null
} {
  const isValidation = stage === 'validation'
  return { said: isValidation ? message : text, reason: isValidation && text !== '' ? null : refusalReason(rule) }
}

const NAMES =
  'A name has letters, digits, dashes, dots and underscores, begins and ends with a letter or digit, and has no slash.'
const LABELS = 'Labels and annotations are spelled as Kubernetes wants them.'
const PARENT = 'A namespaced profile names a CloudProfile that is there, and stays with it.'
const OWN_DATE =
  'Of a version of its parent, a namespaced profile gives a date that is still to come, and nothing else.'
const ADDED_SINCE = 'The parent has this by now: a namespaced profile may only change its date any more.'
const IN_USE = 'What clusters or namespaced profiles use cannot be taken away.'
const VERSION_IN_USE = 'A version that clusters or namespaced profiles use cannot be removed. Let it expire first.'
const STAGES =
  'Stages follow each other in time: preview, supported, deprecated, expired, each once, and only the first without a beginning.'
const ARCHITECTURES =
  'Where machines are described by capabilities, architectures follow from them: one in each flavor and machine type.'
const CAPABILITIES =
  'A capability is defined once, with its values, and only what is defined is named; the architecture is one of them.'
const BASTION =
  'The bastion needs a machine type or an image that is listed, with a version classified as supported for its architecture.'
const LIMITS =
  'A limit of nodes is above zero, is not lowered, and lets every cluster have the nodes that its pools have at least.'
const IMAGES =
  'A machine image has one strategy (major, minor or patch) and versions, each once and with three numbers at most.'
const RUNTIMES = 'An image version has containerd as its runtime interface, and each container runtime once.'
const STORAGE = 'Sizes are not negative, and storage has either a size or a least size.'
const CONSTRAINT =
  'A constraint on kubelet versions, and the least version for updates in place, must be readable as such.'
const KUBERNETES = 'A Kubernetes version has three numbers and is listed once.'
const READING = 'What is written must be readable: known fields, each with a value of its kind.'
const TYPES = 'A machine or volume type has a name of its own, and a volume type a class.'
const SELECTOR =
  'An expression of a selector names a key, a known operator, and values only where the operator takes some.'

const REASONS: Readonly<Record<ProfileRule, string>> = {
  'amount-negative': STORAGE,
  'annotation-key': LABELS,
  'annotations-size': LABELS,
  'architecture-capability-missing': CAPABILITIES,
  'architecture-not-allowed': 'Known architectures are amd64 and arm64.',
  'architecture-unknown': 'Known architectures are amd64 and arm64, and with capabilities those that are defined.',
  'architectures-conflict': ARCHITECTURES,
  'architectures-missing': 'An image version names its architectures.',
  'bastion-empty': BASTION,
  'bastion-image': BASTION,
  'bastion-image-unsupported': BASTION,
  'bastion-machine-type': BASTION,
  'ca-bundle': 'A bundle begins with a certificate in PEM.',
  'capabilities-disabled':
    'This landscape does not take capabilities: the feature gate CloudProfileCapabilities is off.',
  'capabilities-undefined': CAPABILITIES,
  'capability-empty': CAPABILITIES,
  'capability-in-use': IN_USE,
  'capability-name': NAMES,
  'capability-name-missing': CAPABILITIES,
  'capability-reserved': 'Names of capabilities that begin with gardener- are Gardener’s own.',
  'capability-twice': CAPABILITIES,
  'capability-unknown': CAPABILITIES,
  'capability-value': NAMES,
  'capability-value-unknown': CAPABILITIES,
  'classification-expired': 'Nobody classifies a version as expired: it gets a date.',
  'classification-unknown': 'A version is preview, supported, deprecated or expired.',
  'classification-with-lifecycle': 'A version has either a lifecycle or a classification with a date.',
  'field-unknown': READING,
  finalizer: LABELS,
  'flavor-with-architectures': ARCHITECTURES,
  'flavor-without-architecture': ARCHITECTURES,
  'flavors-missing': ARCHITECTURES,
  'image-already-added': 'A namespaced profile has an image of this name already.',
  'image-in-use': IN_USE,
  'image-name': NAMES,
  'image-twice': IMAGES,
  'image-version-in-use': VERSION_IN_USE,
  'image-version-missing': IMAGES,
  'image-version-twice': IMAGES,
  'image-version-unreadable': IMAGES,
  'image-without-versions': 'A machine image has at least one version.',
  'kind-unknown': READING,
  'kubelet-constraint-unreadable': CONSTRAINT,
  'kubernetes-version-in-use': VERSION_IN_USE,
  'kubernetes-version-spelling': KUBERNETES,
  'kubernetes-version-twice': KUBERNETES,
  'label-key': LABELS,
  'label-value': LABELS,
  'latest-version-expires': 'The highest Kubernetes version has no end: clusters on it would have nowhere to go.',
  'latest-version-unknown': 'Of versions that cannot be read, none is the highest.',
  'lifecycle-disabled':
    'This landscape does not take lifecycles: the feature gate VersionClassificationLifecycle is off.',
  'limit-in-use': LIMITS,
  'limit-lowered': LIMITS,
  'limit-not-positive': LIMITS,
  'machine-type-architecture-missing': 'A machine type names its architecture.',
  'machine-type-architectures': ARCHITECTURES,
  'machine-type-name': NAMES,
  'machine-type-twice': TYPES,
  'minimum-version-unreadable': CONSTRAINT,
  'no-kubernetes-version': 'A profile has at least one Kubernetes version.',
  'no-machine-image': 'A profile has at least one machine image.',
  'no-machine-type': 'A profile has at least one machine type.',
  'no-region': 'A profile has at least one region.',
  'object-name': 'An object has a name of DNS, in lower case, and keeps it.',
  'override-classified': 'A namespaced profile does not classify Kubernetes versions.',
  'override-describes': OWN_DATE,
  'override-expired': OWN_DATE,
  'override-of-nothing': 'A namespaced profile can only date Kubernetes versions that its parent lists.',
  'override-strategy-fixed':
    'The update strategy of an image of the parent is set when the image is first named, and stays.',
  'override-version-fixed': ADDED_SINCE,
  'override-without-date': OWN_DATE,
  'owner-reference': LABELS,
  'parent-fixed': PARENT,
  'parent-kind': PARENT,
  'parent-unknown': PARENT,
  'provider-type-missing': 'A profile names the type of its provider.',
  'region-name': 'A region has a name of its own.',
  'runtime-interface-twice': RUNTIMES,
  'runtime-interface-unknown': RUNTIMES,
  'runtime-name': NAMES,
  'runtime-twice': RUNTIMES,
  'runtimes-missing': 'An image version names a container runtime.',
  'selector-operator': SELECTOR,
  'selector-values': SELECTOR,
  'stage-twice': STAGES,
  'stage-without-start': STAGES,
  'stages-out-of-order': STAGES,
  'stages-out-of-time': STAGES,
  'storage-size': STORAGE,
  'supported-twice': 'Only one version of each minor is classified as supported.',
  'unavailable-again': 'A version that has begun cannot be made unavailable again.',
  'update-strategy-missing': IMAGES,
  'update-strategy-unknown': IMAGES,
  'value-unreadable': READING,
  'verb-missing':
    'Whoever changes Kubernetes versions, machine images or the provider’s part of a namespaced profile needs a right to just that.',
  'volume-type-class': NAMES,
  'volume-type-name': NAMES,
  'volume-type-twice': TYPES,
  'zone-name': 'A zone has a name of its own within its region.',
}
