import { createHash } from 'node:crypto'
import { shortened } from '@/lib/engine/bounds'
import type { FieldProblem } from '@/lib/engine/faults'
import type { JsonObject } from '@/lib/engine/json'
import { isRecord } from '@/lib/engine/reader'
import type { CloudProfile, Shoot } from '@/lib/engine/types'
import type { GardenKind, GardenProject, ObjectRef, ProfileEntry } from './garden'
import { parentOf, parseCloudProfile, parseNamespacedCloudProfile, parseProject, parseShoot } from './parse'
import { eventApiVersions, readShootEvent, type SourcedEvent } from './shoot-event'

/**
 * What an object of unknown shape is to us. `label` names it to people, e.g. `Shoot garden-core/api`; it is also its key.
 * A NamespacedCloudProfile is kept as it is: what it says depends on its parent.
 */
export type ReadObject =
  | (LabelledObject &
      /** `raw`: the whole object, for who asks what the API server says of it. */
      (
        | { readonly kind: 'CloudProfile'; readonly value: ProfileEntry; readonly raw: unknown }
        | { readonly kind: 'NamespacedCloudProfile'; readonly raw: unknown; readonly parent: string | null }
        | { readonly kind: 'Project'; readonly value: GardenProject }
        | { readonly kind: 'Shoot'; readonly value: Shoot }
        /** An event of a shoot. */
        | { readonly kind: 'Event'; readonly value: SourcedEvent }
        /** One of the four, but nothing can be said about it. `isNamed`: the label says which one it is: it may have no name. */
        | { readonly kind: 'unreadable'; readonly isNamed: boolean }
      ))
  /** An object of another kind, which is not read. */
  | { readonly kind: 'other' }

interface LabelledObject {
  readonly label: string
  readonly problems: readonly FieldProblem[]
}

export const gardenKinds: readonly GardenKind[] = ['CloudProfile', 'NamespacedCloudProfile', 'Project', 'Shoot']

export const gardenApiGroup = 'core.gardener.cloud'
export const gardenApiVersion = `${gardenApiGroup}/v1beta1`

/** What an edit makes a new object of. */
export function unmade({ kind, namespace, name }: ObjectRef): JsonObject {
  return { apiVersion: gardenApiVersion, kind, metadata: { name, ...(namespace !== undefined && { namespace }) } }
}

/** What the group of the API was called until 2020. */
const FORMER_GROUP = 'garden.sapcloud.io'

/**
 * Never throws. Objects of our kinds in another apiVersion are unreadable, not ignored: that is a mistake of a user. `mayBeNew`: it may
 * not be created yet, as manifests may, see `readShoot`.
 */
export function readObject(raw: unknown, mayBeNew = false): ReadObject {
  if (!isRecord(raw)) return { kind: 'other' }
  if (raw.kind === 'Event') return readEvent(raw)
  const kind = gardenKinds.find((known) => known === raw.kind)
  if (kind === undefined || isForeignProject(raw)) return { kind: 'other' }
  const { namespace, name } = metadataOf(raw)
  const label = labelOf({ kind, name: name ?? '(no name)', ...(namespace !== undefined && { namespace }) })
  const unreadable = (problems: readonly FieldProblem[]): ReadObject => ({
    kind: 'unreadable',
    label,
    isNamed: name !== undefined,
    problems,
  })
  if (raw.apiVersion !== gardenApiVersion) {
    return unreadable([wrongVersion(raw.apiVersion)])
  }
  switch (kind) {
    case 'CloudProfile': {
      const parsed = parseCloudProfile(raw)
      if (parsed.kind === 'problem') return unreadable(parsed.problems)
      return { kind, label, value: parsed.value, raw, problems: parsed.problems }
    }
    case 'Project': {
      const parsed = parseProject(raw)
      if (parsed.kind === 'problem') return unreadable(parsed.problems)
      return { kind, label, value: parsed.value, problems: parsed.problems }
    }
    case 'Shoot': {
      const parsed = parseShoot(raw, mayBeNew)
      if (parsed.kind === 'problem') return unreadable(parsed.problems)
      return { kind, label, value: parsed.value, problems: parsed.problems }
    }
    case 'NamespacedCloudProfile': {
      const parsed = parseNamespacedCloudProfile(raw, nothing)
      if (parsed.kind === 'problem') return unreadable(parsed.problems)
      return { kind, label, raw, parent: parentOf(raw), problems: parsed.problems }
    }
  }
}

/** Events of everything else, and what cannot be read of one, are of no use here: they are passed over without a word. */
function readEvent(raw: Record<string, unknown>): ReadObject {
  const { namespace, name } = metadataOf(raw)
  const value = eventApiVersions.includes(raw.apiVersion) ? readShootEvent(raw) : undefined
  if (value === undefined || name === undefined) return { kind: 'other' }
  return { kind: 'Event', label: `Event ${namespace ?? ''}/${name}`, value, problems: [] }
}

/** Stands for the parent while only the object itself is looked at. */
const nothing: CloudProfile = { kubernetes: [], machineImages: [], machineTypes: [] }

/** `CloudProfile aws`, `Shoot garden-core/api`. */
export function labelOf({ kind, namespace, name }: ObjectRef): string {
  return namespace === undefined ? `${kind} ${name}` : `${kind} ${namespace}/${name}`
}

/** The namespace and name, as far as given. */
function metadataOf({ metadata }: Record<string, unknown>): { readonly namespace?: string; readonly name?: string } {
  if (!isRecord(metadata)) return {}
  const { namespace, name } = metadata
  return {
    ...(typeof namespace === 'string' && { namespace }),
    ...(typeof name === 'string' && name !== '' && { name }),
  }
}

function wrongVersion(apiVersion: unknown): FieldProblem {
  const isText = typeof apiVersion === 'string'
  const isMissing = apiVersion === undefined || apiVersion === null
  return {
    path: 'apiVersion',
    fault: {
      code: 'api-version',
      ...(!isMissing && { value: isText ? shortened(apiVersion) : null }),
      isFormerGroup: isText && apiVersion.startsWith(`${FORMER_GROUP}/`),
      expected: gardenApiVersion,
    },
  }
}

/** Others have a kind Project too, e.g. OpenShift; in a GitOps folder it is not ours to complain about. */
function isForeignProject({ kind, apiVersion }: Record<string, unknown>): boolean {
  if (kind !== 'Project' || typeof apiVersion !== 'string') return false
  return !/\bgardener\.cloud\//.test(apiVersion) && !apiVersion.startsWith(`${FORMER_GROUP}/`)
}

/**
 * The version of an object in a garden without an API server: differs whenever anything in the object differs. A
 * `resourceVersion` that a file carries does not, because it is not counted up when the file is edited.
 */
export function contentVersion(object: unknown): string {
  return createHash('sha256').update(JSON.stringify(object)).digest('hex').slice(0, 12)
}

/** The profile as it is to be read, with that version as its `resourceVersion`; objects of other kinds as they are. */
export function withContentVersion(object: unknown): unknown {
  if (!isRecord(object) || (object.kind !== 'CloudProfile' && object.kind !== 'NamespacedCloudProfile')) return object
  const metadata = isRecord(object.metadata) ? object.metadata : {}
  return { ...object, metadata: { ...metadata, resourceVersion: contentVersion(object) } }
}
