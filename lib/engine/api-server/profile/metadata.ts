import {
  isObject,
  type JsonObject,
  objectAt,
  objectsAt,
  textAt,
  textMapAt,
  textsAt,
} from '@/lib/engine/api-server/manifest'
import type { ProfileRefusal } from '@/lib/engine/refusal'
import { labelValueFaults, namespaceFaults, qualifiedNameFaults, subdomainFaults } from './names'
import { forbidden, invalid, required } from './profile-refusals'

const ANNOTATIONS_MOST = 256 * 1024

/** An object keeps its name and its namespace. */
export function checkSameObject(old: JsonObject, metadata: JsonObject, field: string): ProfileRefusal[] {
  return ['name', 'namespace'].flatMap((key) => {
    const value = textAt(metadata, key) ?? ''
    const isSame = value === (textAt(old, key) ?? '')
    return isSame ? [] : [invalid('object-name', `${field}.${key}`, 'field is immutable', value)]
  })
}

/**
 * What the API server wants of the metadata of a profile. `field`: `metadata`. It makes most of these findings more than once, but
 * tells each once.
 */
export function checkMetadata(metadata: JsonObject, isNamespaced: boolean, field: string): ProfileRefusal[] {
  const [name, namespace] = [textAt(metadata, 'name') ?? '', textAt(metadata, 'namespace') ?? '']
  return [
    ...(name === ''
      ? [required('object-name', `${field}.name`, 'name or generateName is required')]
      : subdomainFaults(name).map((fault) => invalid('object-name', `${field}.name`, fault, name))),
    ...checkNamespace(namespace, isNamespaced, `${field}.namespace`),
    ...checkLabels(textMapAt(metadata, 'labels'), `${field}.labels`),
    ...checkAnnotations(textMapAt(metadata, 'annotations'), `${field}.annotations`),
    ...objectsAt(metadata, 'ownerReferences').flatMap((owner) => checkOwner(owner, `${field}.ownerReferences`)),
    ...textsAt(metadata, 'finalizers').flatMap((finalizer) =>
      qualifiedNameFaults(finalizer).map((fault) => invalid('finalizer', `${field}.finalizers`, fault, finalizer)),
    ),
  ]
}

function checkNamespace(namespace: string, isNamespaced: boolean, field: string): ProfileRefusal[] {
  if (!isNamespaced) return namespace === '' ? [] : [forbidden('object-name', field, 'not allowed on this type')]
  if (namespace === '') return [required('object-name', field, '')]
  return namespaceFaults(namespace).map((fault) => invalid('object-name', field, fault, namespace))
}

/** Keys and values. */
export function checkLabels(labels: Readonly<Record<string, string>>, field: string): ProfileRefusal[] {
  return sorted(labels).flatMap(([key, value]) => [
    ...checkLabelKey(key, field),
    ...labelValueFaults(value).map((fault) => invalid('label-value', field, fault, value)),
  ])
}

export function checkLabelKey(key: string, field: string): ProfileRefusal[] {
  return qualifiedNameFaults(key).map((fault) => invalid('label-key', field, fault, key))
}

function checkAnnotations(annotations: Readonly<Record<string, string>>, field: string): ProfileRefusal[] {
  const entries = sorted(annotations)
  const size = entries.reduce((sum, [key, value]) => sum + key.length + value.length, 0)
  return [
    ...entries.flatMap(([key]) =>
      qualifiedNameFaults(key.toLowerCase()).map((fault) => invalid('annotation-key', field, fault, key)),
    ),
    ...(size > ANNOTATIONS_MOST
      ? [
          {
            ...forbidden('annotations-size', field, `may not be more than ${ANNOTATIONS_MOST} bytes`),
            type: 'FieldValueTooLong' as const,
          },
        ]
      : []),
  ]
}

function checkOwner(owner: JsonObject, field: string): ProfileRefusal[] {
  return ['apiVersion', 'kind', 'name', 'uid'].flatMap((key) => {
    const value = textAt(owner, key) ?? ''
    if (key === 'apiVersion') {
      const detail = 'version must not be empty'
      return hasVersion(value) ? [] : [invalid('owner-reference', `${field}.${key}`, detail, value)]
    }
    return value === '' ? [invalid('owner-reference', `${field}.${key}`, 'must not be empty', value)] : []
  })
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

/** The object with the label of its provider's type, which the API server always puts back, and no other of its kind. */
export function withProviderLabel(object: JsonObject, type: string): JsonObject {
  const metadata = objectAt(object, 'metadata') ?? {}
  const labels = Object.entries(textMapAt(metadata, 'labels')).filter(
    ([key]) => !EXTENSION_LABELS.some((prefix) => key.startsWith(prefix)),
  )
  const all = [...labels, [`${EXTENSION_LABELS[0]}${type}`, 'true'] as const]
  return { ...object, metadata: { ...metadata, labels: Object.fromEntries(all) } }
}

/** Whether what users write of the metadata is the same. */
export function sameMetadata(a: JsonObject, b: JsonObject): boolean {
  return JSON.stringify(ofUsers(a)) === JSON.stringify(ofUsers(b))
}

function ofUsers(object: JsonObject): unknown {
  const { labels, annotations, finalizers, ownerReferences } = objectAt(object, 'metadata') ?? {}
  const map = (value: unknown) => (isObject(value as JsonObject) ? Object.entries(value as JsonObject).sort() : [])
  return [map(labels), map(annotations), finalizers ?? [], ownerReferences ?? []]
}
