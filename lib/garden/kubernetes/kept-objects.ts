import { createHash } from 'node:crypto'
import type { FieldProblem } from '@/lib/engine/faults'
import { madeOnce } from '@/lib/engine/grouped'
import { isDeepEqual } from '@/lib/engine/json'
import { isRecord, present } from '@/lib/engine/reader'
import type { CloudProfile, NamespacedName } from '@/lib/engine/types'
import { onlyLastWrite } from '../parse'
import { gardenApiVersion, labelOf, type ReadObject, readObject } from '../read-object'
import { picked, type SharedParts, saysAsBefore, unversioned } from '../shoot-fields'
import type { SourcedObject } from '../snapshot'
import type { ApiResource } from './resources'

export interface KeptObject {
  /** Empty for what lies in no namespace. */
  readonly namespace: string
  /** Empty for an object without a name, which is kept for its problem only. */
  readonly name: string
  /** `Shoot garden-core/api` */
  readonly label: string
  readonly resourceVersion: string
  /** The object as it was when it was last right, or else when it could last be read; absent if it never could. */
  readonly object?: SourcedObject['object']
  /** What is wrong in it now. */
  readonly faults: readonly FieldProblem[]
  /** Whether `object` is what it was before these faults. */
  readonly isOutdated: boolean
  /** A number of 48 bits that differs with what is shown of it. */
  readonly hash: number
}

/**
 * An object of unknown shape: only the fields that Almanac needs are kept, and none of the object's own memory. What is as it was
 * `before` keeps its identity, and so does the whole. A mistake in it does not take away what was right before.
 * Never throws.
 */
export function keptObject(raw: unknown, resource: ApiResource, sharing: SharedParts, before?: KeptObject): KeptObject {
  const whole = reduced(raw, resource)
  // An object of another kind of ours would be taken for one of this resource.
  const read: ReadObject = isRecord(whole) && whole.kind === resource.kind ? readObject(whole) : { kind: 'other' }
  const label = read.kind === 'other' ? labelIn(raw, resource) : read.label
  const faults: readonly FieldProblem[] =
    read.kind === 'other' ? [{ path: '', fault: { code: 'other-kind', kind: resource.kind } }] : read.problems
  const isReadable = read.kind !== 'other' && read.kind !== 'unreadable'
  const isWorse =
    before?.object !== undefined && faults.length > 0 && (!isReadable || before.object.problems.length === 0)
  const object = isReadable && !isWorse ? same(sharing.object(read), before?.object) : before?.object
  const resourceVersion = resourceVersionOf(raw)
  const isAsBefore = object === before?.object && isWorse === before?.isOutdated && isDeepEqual(faults, before.faults)
  if (before !== undefined && isAsBefore) {
    // A storage that was restored counts from an earlier version: what comes next must not seem old.
    return isOlder(resourceVersion, before.resourceVersion) ? { ...before, resourceVersion } : before
  }
  return {
    ...objectKey(raw, resource),
    label,
    resourceVersion,
    ...(object !== undefined && { object }),
    faults,
    isOutdated: isWorse,
    hash: hashOf(label, object, faults),
  }
}

function labelIn(raw: unknown, resource: ApiResource): string {
  const { namespace, name } = objectKey(raw, resource)
  return labelOf({ kind: resource.kind, name: name || '(no name)', ...(namespace !== '' && { namespace }) })
}

/** The place of an object; texts are empty if it has none. */
export function objectKey(raw: unknown, { namespaced }: ApiResource): NamespacedName {
  return { namespace: namespaced ? metadataText(raw, 'namespace') : '', name: metadataText(raw, 'name') }
}

export function resourceVersionOf(raw: unknown): string {
  return metadataText(raw, 'resourceVersion')
}

function metadataText(raw: unknown, field: string): string {
  const metadata = isRecord(raw) && isRecord(raw.metadata) ? raw.metadata : {}
  const value = metadata[field]
  return typeof value === 'string' ? value : ''
}

/** Items of lists carry no kind with Gardener's own API server: it is the one that was asked for. */
function reduced(raw: unknown, { kind }: ApiResource): unknown {
  if (!isRecord(raw)) return raw
  const named = { ...raw, kind: raw.kind ?? kind, apiVersion: raw.apiVersion ?? gardenApiVersion }
  return kind === 'NamespacedCloudProfile' ? reducedProfile(named) : named
}

/** What merging it with its parent again needs; it is kept as it is. */
function reducedProfile(raw: Record<string, unknown>): unknown {
  const { apiVersion, kind, metadata, spec, status } = raw
  const merged = isRecord(status) ? status.cloudProfileSpec : undefined
  return {
    apiVersion,
    kind,
    metadata: reducedMetadata(metadata),
    spec: isRecord(spec) ? picked(spec, ['parent', ...profileFields]) : spec,
    ...(isRecord(merged) && { status: { cloudProfileSpec: picked(merged, profileFields) } }),
  }
}

function reducedMetadata(metadata: unknown): unknown {
  if (!isRecord(metadata)) return metadata
  const { namespace, name, resourceVersion, managedFields } = metadata
  return present({
    namespace,
    name,
    resourceVersion,
    managedFields: managedFields === undefined ? undefined : onlyLastWrite(managedFields),
  })
}

const profileFields = ['kubernetes', 'machineImages', 'machineTypes', 'machineCapabilities']

/** The object of before, or as much of it as says the same: what hangs on its identity need not be computed again. */
function same(object: SourcedObject['object'], before: SourcedObject['object'] | undefined): SourcedObject['object'] {
  if (before !== undefined && saysAsBefore(object, before)) return before
  if (object.kind !== 'CloudProfile' || before?.kind !== 'CloudProfile') return object
  const profile: CloudProfile = before.value.profile
  return isDeepEqual(object.value.profile, profile) ? { ...object, value: { ...object.value, profile } } : object
}

function hashOf(label: string, object: SourcedObject['object'] | undefined, faults: readonly FieldProblem[]): number {
  const text = JSON.stringify([label, object === undefined ? null : saidBy(object), faults])
  return createHash('sha1').update(text).digest().readUIntBE(0, 6)
}

function saidBy(object: SourcedObject['object']): unknown {
  if (object.kind === 'Shoot') return unversioned(object.value)
  return object.kind === 'NamespacedCloudProfile' ? object.raw : object.value
}

/**
 * The objects of a resource: by namespace, then by name. Immutable; in two levels, so that a change copies one project's objects
 * and not the landscape's, and what was computed from one project stays right until that project changes.
 */
export type ObjectsByNamespace = ReadonlyMap<string, ObjectsByName>
export type ObjectsByName = ReadonlyMap<string, KeptObject>

export const noObjects: ObjectsByNamespace = new Map()

export function itemAt(byNamespace: ObjectsByNamespace, { namespace, name }: NamespacedName): KeptObject | undefined {
  return byNamespace.get(namespace)?.get(name)
}

/** Adds items, in place of those with the same key. */
export function withItems(byNamespace: ObjectsByNamespace, items: Iterable<KeptObject>): ObjectsByNamespace {
  const fresh = new Map<string, Map<string, KeptObject>>()
  for (const item of items) {
    const { namespace, name } = item
    madeOnce(fresh, namespace, () => new Map(byNamespace.get(namespace))).set(name, item)
  }
  const next = new Map(byNamespace)
  for (const [namespace, byName] of fresh) next.set(namespace, byName)
  return next
}

export function withoutItem(byNamespace: ObjectsByNamespace, { namespace, name }: NamespacedName): ObjectsByNamespace {
  const byName = byNamespace.get(namespace)
  if (!byName?.has(name)) return byNamespace
  const next = new Map(byNamespace)
  const rest = new Map(byName)
  rest.delete(name)
  if (rest.size === 0) next.delete(namespace)
  else next.set(namespace, rest)
  return next
}

export function sizeOf(byNamespace: ObjectsByNamespace): number {
  let size = 0
  for (const byName of byNamespace.values()) size += byName.size
  return size
}

/** `next`, with the namespaces of `before` that hold the very same items; `before` itself when all do. */
export function sharedWith(next: ObjectsByNamespace, before: ObjectsByNamespace): ObjectsByNamespace {
  const shared = new Map<string, ObjectsByName>()
  let same = next.size === before.size
  for (const [namespace, byName] of next) {
    const known = before.get(namespace)
    const isKnown = known !== undefined && hasSameItems(byName, known)
    shared.set(namespace, isKnown ? known : byName)
    same &&= isKnown
  }
  return same ? before : shared
}

function hasSameItems(a: ObjectsByName, b: ObjectsByName): boolean {
  if (a.size !== b.size) return false
  for (const [name, item] of a) if (b.get(name) !== item) return false
  return true
}

/** Whether version `a` comes before `b`, as far as that can be told: versions are decimal numbers of any length. */
export function isOlder(a: string, b: string): boolean {
  if (!isNumber(a) || !isNumber(b)) return false
  return a.length === b.length ? a < b : a.length < b.length
}

function isNumber(version: string): boolean {
  return /^[1-9]\d*$/.test(version)
}
