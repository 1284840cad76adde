import { createHash } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Problem } from '@/lib/engine/faults'
import { isDeepEqual } from '@/lib/engine/json'
import type { Shoot } from '@/lib/engine/types'
import type { ObjectOf } from '@/lib/garden/changes'
import type { GardenKind, GardenProject, ObjectRef, ProfileEntry } from '@/lib/garden/garden'
import { fieldsAbout, picked, saysSame } from '@/lib/garden/shoot-fields'
import type { ObjectState } from './history'

/** Texts from this length on are deflated, in characters: below, that saves nothing worth the time. */
const LONG = 4000

export interface PartContent {
  /** Names it: the same content is kept once. */
  readonly hash: string
  readonly json: string
}

/** Something that was recorded cannot be read any more. The message says so, in a sentence. */
export class DamagedHistory extends Error {
  override readonly name = 'DamagedHistory'

  constructor() {
    super('What was recorded is damaged: it is not what was written.')
  }
}

/** Modules are loaded several times in one process, so `instanceof` would miss some. */
export function isDamaged(error: unknown): error is DamagedHistory {
  return error instanceof Error && error.name === 'DamagedHistory'
}

export function contentOf(part: unknown): PartContent {
  const json = JSON.stringify(part)
  return { hash: hashOf(json), json }
}

function hashOf(json: string): string {
  return createHash('sha256').update(json).digest('base64url').slice(0, 24)
}

/** The body as a column holds it. The first letter is the format: JSON as it is, or deflated and in base64. */
export function bodyOf({ json }: PartContent): string {
  return json.length < LONG ? `j${json}` : `z${deflateRawSync(json).toString('base64')}`
}

/** The JSON in a body. Throws `DamagedHistory` where it is not what was written. */
export function readStoredBody(hash: string, body: string): string {
  const json = jsonIn(body)
  if (json === null || hashOf(json) !== hash) throw new DamagedHistory()
  return json
}

/** Whether a body is that JSON, as it was written. */
export function isBodyOf(hash: string, body: string, json: string): boolean {
  // As texts they are compared in much less time than it takes to make sure of a hash.
  return body.startsWith('j')
    ? body.length === json.length + 1 && body === `j${json}`
    : readStoredBody(hash, body) === json
}

function jsonIn(body: string): string | null {
  if (body.startsWith('j')) return body.slice(1)
  try {
    return body.startsWith('z') ? inflateRawSync(Buffer.from(body.slice(1), 'base64')).toString() : null
  } catch {
    return null
  }
}

/**
 * An object is kept in parts that change each at their own pace: what is asked for, how it is doing, its last maintenance, and the
 * version and writer of a profile. Each is plain JSON; null: there is none. An object whose first part is null is gone.
 */
export type ObjectParts = readonly [spec: unknown, health: unknown, maintenance: unknown, version: unknown]

export const PART_COUNT = 4
export const MAINTENANCE = 2
export const NO_PARTS: ObjectParts = [null, null, null, null]

/** What is kept beside the objects of a garden: what could not be understood in it, as a whole. */
export const PROBLEMS = { kind: 'Problems', name: '' } as const
export type KeptRef = ObjectRef | typeof PROBLEMS

export type KeptValue = Shoot | GardenProject | ProfileEntry | readonly Problem[]

export function recordKey(ref: { readonly kind: string; readonly namespace?: string; readonly name: string }): string {
  return `${ref.kind} ${ref.namespace ?? ''}/${ref.name}`
}

export function objectParts(kind: KeptRef['kind'], value: KeptValue | null): ObjectParts {
  if (value === null) return NO_PARTS
  if (kind === 'Shoot') return partsOfShoot(value as Shoot)
  if (kind === 'CloudProfile' || kind === 'NamespacedCloudProfile') return partsOfProfile(value as ProfileEntry)
  return [value, null, null, null]
}

/** The version of an object in which it was seen to be so, where that is not one of its parts; null: it is not known. */
export function versionOfObject(kind: KeptRef['kind'], value: KeptValue | null): string | null {
  return (kind === 'Shoot' && (value as Shoot | null)?.resourceVersion) || null
}

export function composed(
  ref: KeptRef,
  [spec = null, health, maintenance, version]: readonly unknown[],
  resourceVersion: string | null,
): KeptValue | null {
  if (spec === null) return null
  const { kind, name } = ref
  const namespace = 'namespace' in ref ? ref.namespace : undefined
  if (kind === 'Shoot') {
    const itself = { namespace, name, ...(resourceVersion !== null && { resourceVersion }) }
    return { ...itself, ...(spec as object), ...(health as object), ...(maintenance as object) } as Shoot
  }
  if (kind === 'CloudProfile' || kind === 'NamespacedCloudProfile') {
    const itself = namespace === undefined ? { kind, name } : { kind, namespace, name }
    return { ref: itself, ...(spec as object), ...(version as object) } as ProfileEntry
  }
  return spec as GardenProject | readonly Problem[]
}

/** Whether both are made of the same parts, whatever their versions; null: there is none. */
export function saySame(ref: Pick<KeptRef, 'kind'>, a: KeptValue | null, b: KeptValue | null): boolean {
  return ref.kind === 'Shoot' ? saysSame(a as Shoot | null, b as Shoot | null) : isDeepEqual(a, b)
}

/** Adds what an object was to its states, unless it says the same as the last of them. */
export function addState<K extends GardenKind>(
  ref: { readonly kind: K },
  states: ObjectState<ObjectOf[K]>[],
  state: ObjectState<ObjectOf[K]>,
): void {
  if (!saySame(ref, state.value, states.at(-1)?.value ?? null)) states.push(state)
}

/** What is asked for is recorded in the order in which it was read. */
function partsOfShoot(shoot: Shoot): ObjectParts {
  const spec = Object.fromEntries(Object.entries(shoot).filter(([name]) => inSpec.has(name)))
  const maintenance = picked(shoot, MAINTENANCE_FIELDS)
  return [spec, picked(shoot, HEALTH_FIELDS), Object.keys(maintenance).length === 0 ? null : maintenance, null]
}

const inSpec: ReadonlySet<string> = new Set(fieldsAbout('spec'))
const HEALTH_FIELDS = fieldsAbout('health')
const MAINTENANCE_FIELDS = fieldsAbout('maintenance')

function partsOfProfile({ ref: _, resourceVersion, written, ...spec }: ProfileEntry): ObjectParts {
  if (resourceVersion === undefined && written === undefined) return [spec, null, null, null]
  return [spec, null, null, { ...(resourceVersion !== undefined && { resourceVersion }), ...(written && { written }) }]
}

export function keptRef(kind: KeptRef['kind'], namespace: string, name: string): KeptRef {
  if (kind === 'Problems') return PROBLEMS
  return namespace === '' ? { kind, name } : { kind, namespace, name }
}
