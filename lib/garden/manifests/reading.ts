import { isDeeperThan } from '@/lib/engine/bounds'
import type { FieldProblem } from '@/lib/engine/faults'
import { isRecord } from '@/lib/engine/reader'
import { type ReadObject, readObject, withContentVersion } from '../read-object'
import { type SharedParts, saysAsBefore } from '../shoot-fields'
import { isPlaceholder, valueAtTextPath } from './template'

export interface FileObject {
  readonly object: Exclude<ReadObject, { kind: 'other' | 'unreadable' }>
  /** Differs when the text it was read from differs. */
  readonly hash: string
  /** The line, from 1 on; absent if finding it would take too long. */
  readonly line?: number
  /** The line of each of its problems. */
  readonly problemLines: readonly (number | undefined)[]
}

/** Something in a file that could not be read. Without a label it is not known which object it is. */
export interface PlacedFault extends FieldProblem {
  readonly line?: number
  readonly label?: string
  /** Whether the text is a template, so that this is no mistake. */
  readonly isTemplate?: boolean
}

/** A part of a file as it was read. Lines in `reading` count from its own first line. */
export interface FilePartReading {
  readonly hash: string
  /** The line at which it begins, from 1 on. */
  readonly line: number
  readonly reading: FileReading
}

export interface FileReading {
  readonly items: readonly FileObject[]
  readonly faults: readonly PlacedFault[]
}

/** What a reading of a file may use of the one before. */
export interface KnownReadings {
  /** Readings by hash: what has not changed is not read again. */
  readonly parts: ReadonlyMap<string, FileReading>
  /** Objects by label: an object that still says the same stays the same object. */
  readonly items: ReadonlyMap<string, FileObject>
}

export interface ReadingContext {
  /** What namespaced objects are in, whatever they say; undefined: what they say. */
  readonly namespace?: string | undefined
  readonly limits: ManifestLimits
  readonly sharing: SharedParts
  readonly known: KnownReadings
}

/** An object in a file, before anything is known about it; `within` leads to it from the root of its text. */
export interface RawObject {
  readonly value: unknown
  readonly within: readonly (string | number)[]
}

/** Lists in lists deeper than this are not taken apart. */
const mostLists = 10

/**
 * Takes lists apart: arrays, `List` with objects of any kind, and typed ones such as `ShootList`, whose items say neither kind
 * nor apiVersion when they come from the API server as they are.
 */
export function* takeApart(value: unknown, within: RawObject['within'] = []): Generator<RawObject> {
  if (Array.isArray(value) && within.length < mostLists) {
    for (const [i, item] of value.entries()) yield* takeApart(item, [...within, i])
  } else if (isList(value) && within.length < mostLists) {
    for (const [i, item] of (Array.isArray(value.items) ? value.items : []).entries()) {
      yield* takeApart(typed(item, value), [...within, 'items', i])
    }
  } else yield { value, within }
}

export function isList(value: unknown): value is Record<string, unknown> & { readonly kind: string } {
  return isRecord(value) && typeof value.kind === 'string' && value.kind.endsWith('List')
}

/** kubectl writes what a list is behind its items: without that the end is missing, and it is not known what else. */
function isCutList(value: unknown): boolean {
  return isRecord(value) && 'items' in value && (value.kind === undefined || value.kind === null)
}

/** An item of a typed list with what the list says about all of them. */
export function typed(item: unknown, list: Record<string, unknown>): unknown {
  if (!isRecord(item) || typeof list.kind !== 'string' || list.kind === 'List') return item
  return { apiVersion: list.apiVersion, kind: list.kind.slice(0, -'List'.length), ...item }
}

export interface ReadingPlace extends ReadingContext {
  readonly hash: string
  /** The line of the value at a path of the object; the path '' is the object itself. */
  lineOf(within: RawObject['within'], path: string): number | undefined
}

/** Reads what `takeApart` gave, as items or as faults; objects of other kinds are neither. */
export function readRaws(raws: Iterable<RawObject>, place: ReadingPlace): FileReading {
  const items: FileObject[] = []
  const faults: PlacedFault[] = []
  for (const { value: given, within } of raws) {
    const value = inNamespace(given, place.namespace)
    const lineOf = (path: string) => {
      const line = place.lineOf(within, path)
      return line === undefined ? {} : { line }
    }
    if (isRecord(value) && isDeeperThan(value, place.limits.depth)) {
      faults.push({ ...lineOf(''), path: '', fault: { code: 'too-deep', most: place.limits.depth } })
      continue
    }
    if (isCutList(value)) {
      faults.push({ ...lineOf(''), path: '', fault: { code: 'list-cut' } })
      continue
    }
    const object = readObject(withContentVersion(value), true)
    if (object.kind === 'other') continue
    const placeholder = object.problems.find(({ path }) => isPlaceholder(valueAtTextPath(value, path)))
    if (placeholder !== undefined) {
      faults.push({ ...lineOf(placeholder.path), ...placeholder, isTemplate: true })
      continue
    }
    if (object.kind === 'unreadable') {
      const known = object.isNamed ? { label: object.label } : {}
      for (const problem of object.problems) {
        faults.push({ ...lineOf(problem.path), ...problem, ...known })
      }
      continue
    }
    const before = place.known.items.get(object.label)?.object
    items.push({
      object: before && saysAsBefore(object, before) ? before : place.sharing.object(object),
      hash: items.length === 0 ? place.hash : `${place.hash}.${items.length}`,
      problemLines: object.problems.map(({ path }) => place.lineOf(within, path)),
      ...lineOf(''),
    })
  }
  return { items, faults }
}

const NAMESPACED = ['Shoot', 'NamespacedCloudProfile']

function inNamespace(value: unknown, namespace: string | undefined): unknown {
  if (namespace === undefined || !isRecord(value) || !NAMESPACED.includes(String(value.kind))) return value
  return { ...value, metadata: { ...(isRecord(value.metadata) && value.metadata), namespace } }
}

/** What a folder of manifests may be. Beyond, there is a problem that says so; nothing hangs and nothing falls over. */
export interface ManifestLimits {
  /** Bytes of one file. Below what JavaScript can hold in one text. */
  readonly fileBytes: number
  /** Bytes of all files together. */
  readonly totalBytes: number
  readonly files: number
  /** Objects of our kinds. */
  readonly objects: number
  /** Levels of nesting in one object. */
  readonly depth: number
  /** How often one text may repeat parts of itself by alias, those in repeated parts included. */
  readonly aliases: number
}

export const defaultLimits: ManifestLimits = {
  fileBytes: 480 * 1024 * 1024,
  totalBytes: 2 * 1024 * 1024 * 1024,
  files: 20_000,
  objects: 300_000,
  depth: 100,
  aliases: 10_000,
}
