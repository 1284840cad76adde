import type { ProfileFindings } from './profile-refusals'
import type { SubmittedMetadata } from './submitted'

/** What Kubernetes wants of names and labels; nothing is found where they are in order. */
export interface NameFault {
  /** The fault in the words of Kubernetes. */
  readonly words: string
  /** The fault in words of ours, for people who write a shoot. */
  readonly sentence: string
}

const NAME = /^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/
const VALUE = /^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$/
const SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/
const LABEL = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/

/** A pattern as Kubernetes tells it: without the ends of the text. */
function told({ source }: RegExp): string {
  return source.slice(1, -1)
}

const CHARACTERS =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character"
const NAME_EXAMPLES = `(e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '${told(NAME)}')`
const OUR_CHARACTERS = 'may have letters, digits, -, _ and . only, and none of these at its ends.'

/** A name with an optional domain before a slash: `team`, `example.org/team`. */
export function qualifiedNameFaults(value: string): readonly NameFault[] {
  const parts = value.split('/')
  const [prefix, name = ''] = parts.length === 2 ? parts : [undefined, parts[0]]
  if (parts.length > 2) {
    const words = `a valid label key ${CHARACTERS} ${NAME_EXAMPLES} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`
    return [{ words, sentence: `"${value}" has more than one slash.` }]
  }
  const found: NameFault[] = []
  const add = (words: string, sentence: string) => found.push({ words, sentence })
  if (prefix === '') add('prefix part must be non-empty', 'The domain in front of the slash is missing.')
  else if (prefix !== undefined) {
    for (const { words, sentence } of subdomainFaults(prefix, 'bytes')) add(`prefix part ${words}`, sentence)
  }
  if (name === '') add('name part must be non-empty', `"${value}" has no name.`)
  else if (name.length > 63) {
    add('name part must be no more than 63 bytes', `The name of "${value}" is longer than 63 characters.`)
  }
  if (!NAME.test(name)) add(`name part ${CHARACTERS} ${NAME_EXAMPLES}`, `"${value}" ${OUR_CHARACTERS}`)
  return found
}

/** A qualified name without a domain, in the words of Kubernetes. */
export function plainNameFaults(value: string): readonly string[] {
  const found = qualifiedNameFaults(value).map(({ words }) => words)
  if (found.length > 0) return found
  return value.includes('/') ? [`name '${value}' must not contain a prefix`] : []
}

/** The value of a label or a taint; it may be empty. */
export function labelValueFaults(value: string): readonly NameFault[] {
  const found: NameFault[] = []
  if (value.length > 63) {
    found.push({ words: 'must be no more than 63 bytes', sentence: `"${value}" is longer than 63 characters.` })
  }
  if (!VALUE.test(value)) {
    const words = `a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '${told(VALUE)}')`
    found.push({ words, sentence: `"${value}" ${OUR_CHARACTERS}` })
  }
  return found
}

/** The name of a pool or a volume, or of a namespace. */
export function isLabel(name: string): boolean {
  return LABEL.test(name)
}

/** The name of an object, or the domain of a label, which Kubernetes measures in another word. */
function subdomainFaults(value: string, measure: 'characters' | 'bytes' = 'characters'): readonly NameFault[] {
  const found: NameFault[] = []
  if (value.length > 253) {
    const sentence = `The domain "${value}" is longer than 253 characters.`
    found.push({ words: `must be no more than 253 ${measure}`, sentence })
  }
  if (!SUBDOMAIN.test(value)) {
    const words = `a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '${told(SUBDOMAIN)}')`
    found.push({ words, sentence: `"${value}" is no domain in lower case.` })
  }
  return found
}

function namespaceFaults(value: string): readonly string[] {
  const found: string[] = []
  if (value.length > 63) found.push('must be no more than 63 characters')
  if (isLabel(value)) return found
  if (SUBDOMAIN.test(value)) found.push('must not contain dots')
  else {
    found.push(
      `a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '${told(LABEL)}')`,
    )
  }
  return found
}

const ANNOTATIONS_MOST = 256 * 1024

/** An object keeps its name and its namespace. */
export function checkSameObject(found: ProfileFindings, old: SubmittedMetadata, metadata: SubmittedMetadata): void {
  for (const key of ['name', 'namespace'] as const) {
    const value = metadata[key] ?? ''
    if (value !== (old[key] ?? '')) {
      found.invalid('object-name', `metadata.${key}`, 'field is immutable', value)
    }
  }
}

/**
 * What the API server wants of the metadata of a profile. It makes most of these findings more than once, but
 * tells each once.
 */
export function checkMetadata(found: ProfileFindings, metadata: SubmittedMetadata, isNamespaced: boolean): void {
  const field = 'metadata'
  const { name = '', namespace = '', labels = {}, annotations = {}, ownerReferences = [], finalizers = [] } = metadata
  if (name === '') found.required('object-name', `${field}.name`, 'name or generateName is required')
  else for (const { words } of subdomainFaults(name)) found.invalid('object-name', `${field}.name`, words, name)
  checkNamespace(found, namespace, isNamespaced, `${field}.namespace`)
  checkLabels(found, labels, `${field}.labels`)
  checkAnnotations(found, annotations, `${field}.annotations`)
  for (const owner of ownerReferences) checkOwner(found, owner, `${field}.ownerReferences`)
  for (const finalizer of finalizers) {
    for (const { words } of qualifiedNameFaults(finalizer)) {
      found.invalid('finalizer', `${field}.finalizers`, words, finalizer)
    }
  }
}

function checkNamespace(found: ProfileFindings, namespace: string, isNamespaced: boolean, field: string): void {
  if (isNamespaced && namespace === '') found.required('object-name', field, '')
  if (namespace === '') return
  if (!isNamespaced) found.forbidden('object-name', field, 'not allowed on this type')
  else for (const fault of namespaceFaults(namespace)) found.invalid('object-name', field, fault, namespace)
}

/** Keys and values. */
export function checkLabels(found: ProfileFindings, labels: Readonly<Record<string, string>>, field: string): void {
  for (const [key, value] of sorted(labels)) {
    checkLabelKey(found, key, field)
    checkLabelValue(found, value, field)
  }
}

export function checkLabelKey(found: ProfileFindings, key: string, field: string): void {
  for (const { words } of qualifiedNameFaults(key)) found.invalid('label-key', field, words, key)
}

export function checkLabelValue(found: ProfileFindings, value: string, field: string): void {
  for (const { words } of labelValueFaults(value)) found.invalid('label-value', field, words, value)
}

function checkAnnotations(found: ProfileFindings, annotations: Readonly<Record<string, string>>, field: string): void {
  const entries = sorted(annotations)
  const size = entries.reduce((sum, [key, value]) => sum + key.length + value.length, 0)
  for (const [key] of entries) {
    for (const { words } of qualifiedNameFaults(key.toLowerCase())) found.invalid('annotation-key', field, words, key)
  }
  if (size > ANNOTATIONS_MOST)
    found.tooLong('annotations-size', field, `may not be more than ${ANNOTATIONS_MOST} bytes`)
}

type OwnerReference = NonNullable<SubmittedMetadata['ownerReferences']>[number]

function checkOwner(found: ProfileFindings, owner: OwnerReference, field: string): void {
  for (const key of ['apiVersion', 'kind', 'name', 'uid'] as const) {
    const value = owner[key]
    const isFine = key === 'apiVersion' ? hasVersion(value) : value !== ''
    const detail = key === 'apiVersion' ? 'version must not be empty' : 'must not be empty'
    if (!isFine) found.invalid('owner-reference', `${field}.${key}`, detail, value)
  }
}

/** What has more than one slash is not read at all. */
function hasVersion(apiVersion: string): boolean {
  const parts = apiVersion.split('/')
  return parts.length <= 2 && parts.at(-1) !== ''
}

function sorted(map: Readonly<Record<string, string>>): readonly [string, string][] {
  return Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1))
}

const EXTENSION_LABELS = [
  'provider.extensions.gardener.cloud/',
  'extensions.extensions.gardener.cloud/',
  'dnsrecord.extensions.gardener.cloud/',
  'networking.extensions.gardener.cloud/',
  'operatingsystemconfig.extensions.gardener.cloud/',
  'containerruntime.extensions.gardener.cloud/',
]

/** The metadata with the label of the provider's type, which the API server always puts back, and no other of its kind. */
export function withProviderLabel(metadata: SubmittedMetadata = {}, type = ''): SubmittedMetadata {
  const labels = Object.entries(metadata.labels ?? {}).filter(
    ([key]) => !EXTENSION_LABELS.some((prefix) => key.startsWith(prefix)),
  )
  return { ...metadata, labels: Object.fromEntries([...labels, [`${EXTENSION_LABELS[0]}${type}`, 'true'] as const]) }
}

/** Whether what users write of the metadata is the same. */
export function sameMetadata(a: SubmittedMetadata, b: SubmittedMetadata): boolean {
  return JSON.stringify(ofUsers(a)) === JSON.stringify(ofUsers(b))
}

function ofUsers({ labels = {}, annotations = {}, finalizers = [], ownerReferences = [] }: SubmittedMetadata): unknown {
  return [Object.entries(labels).sort(), Object.entries(annotations).sort(), finalizers, ownerReferences]
}
