import { storedForm } from '../api-server'
import { isDeepEqual, isJsonObject, type Json, type JsonObject, ownValue } from '../json'

/**
 * One value of an object that is put or taken out. Steps of the path name fields or, in a list whose entries have names, the
 * entry: `['spec', 'machineTypes', 'm5.large', 'usable']`. Everything on the way must be there.
 */
export interface ValueChange {
  readonly path: readonly string[]
  /** Absent: it is taken out. */
  readonly value?: Json | undefined
  /** The position of a new entry in the list; absent: at the end. */
  readonly index?: number | undefined
}

/** Whether a value is one that people write: what the API server makes, such as the status, is none. */
export function isEditable([root, part]: readonly string[]): boolean {
  return root === 'spec' || (root === 'metadata' && (part === 'labels' || part === 'annotations'))
}

/** Lists of a profile's spec whose entries are edited each by itself, but for versions. */
const LISTS = ['machineCapabilities', 'machineImages', 'machineTypes', 'regions', 'volumeTypes']

/** The beginning of a path that leads to the entry which it is in: a version, an image, a machine type, a part of the spec. */
export function entryPath(path: readonly string[]): readonly string[] {
  const [root, list = '', , versions] = path
  if (root !== 'spec') return path.slice(0, 2)
  if (list === 'kubernetes') return path.slice(0, 4)
  if (list === 'machineImages') return path.slice(0, versions === 'versions' ? 5 : 3)
  return path.slice(0, LISTS.includes(list) ? 3 : 2)
}

export type ChangedObject =
  | { readonly kind: 'ok'; readonly value: JsonObject }
  /** The first steps of a path, of which the last leads nowhere. */
  | { readonly kind: 'missing'; readonly path: readonly string[] }

/** What names an entry of a list; undefined for one that has no name. */
export function entryName(entry: Json | undefined): string | undefined {
  if (!isJsonObject(entry)) return undefined
  return [entry.name, entry.version, entry.type].find((name) => typeof name === 'string' && name !== '') as
    | string
    | undefined
}

/** A value by the steps of its path; undefined: it is not there. A number is a place in a list. */
export function valueAtPath(object: Json | undefined, path: readonly (string | number)[]): Json | undefined {
  return path.reduce<Json | undefined>((value, step) => {
    if (Array.isArray(value)) {
      const list = value as readonly Json[]
      return typeof step === 'number' ? list[step] : list.find((entry) => entryName(entry) === step)
    }
    return isJsonObject(value) ? ownValue(value, String(step)) : undefined
  }, object)
}

/**
 * What makes `after` of `before`, as little as possible: fields by themselves, and entries of lists whose entries have names and
 * stay in their order. Other lists are replaced whole.
 */
export function differences(
  before: Json | undefined,
  after: Json | undefined,
  path: readonly string[] = [],
): ValueChange[] {
  if (isDeepEqual(before, after)) return []
  if (after === undefined) return [{ path }]
  if (isJsonObject(before) && isJsonObject(after)) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)])
    return [...names].flatMap((name) => differences(ownValue(before, name), ownValue(after, name), [...path, name]))
  }
  return listDifferences(before, after, path) ?? [{ path, value: after }]
}

/** Null: their entries have no names, or another order. */
function listDifferences(before: Json | undefined, after: Json, path: readonly string[]): ValueChange[] | null {
  const [old, now] = [namesIn(before), namesIn(after)]
  if (old === null || now === null) return null
  const kept = [...now.keys()].filter((name) => old.has(name))
  if (
    kept.length === 0 ||
    !isDeepEqual(
      kept,
      [...old.keys()].filter((name) => now.has(name)),
    )
  )
    return null
  return [
    ...[...old.keys()].filter((name) => !now.has(name)).map((name) => ({ path: [...path, name] })),
    ...kept.flatMap((name) => differences(old.get(name), now.get(name), [...path, name])),
    ...[...now].flatMap(([name, value], index) => (old.has(name) ? [] : [{ path: [...path, name], value, index }])),
  ]
}

/** The entries of a list by name, in order; null where one has none, or two have the same. */
function namesIn(list: Json | undefined): ReadonlyMap<string, Json> | null {
  if (!Array.isArray(list)) return null
  const entries = new Map<string, Json>()
  for (const entry of list as readonly Json[]) {
    const name = entryName(entry)
    if (name === undefined || entries.has(name)) return null
    entries.set(name, entry)
  }
  return entries
}

/** The object with the changes made in their order. It is not changed; what they do not touch stays the same. */
export function withChanges(object: JsonObject, changes: readonly ValueChange[]): ChangedObject {
  let value: Json = object
  for (const change of changes) {
    const next = changedAt(value, change, 0)
    if (next !== undefined && isLost(next)) return { kind: 'missing', path: change.path.slice(0, next.lost + 1) }
    value = next ?? {}
  }
  return { kind: 'ok', value: isJsonObject(value) ? value : {} }
}

/** The place of the step that leads nowhere. */
class MissingStep {
  constructor(readonly lost: number) {}
}

function isLost(value: Json | MissingStep): value is MissingStep {
  return value instanceof MissingStep
}

function changedAt(value: Json | undefined, change: ValueChange, place: number): Json | undefined | MissingStep {
  const step = change.path[place]
  if (step === undefined) return change.value
  const isLast = place === change.path.length - 1
  if (Array.isArray(value)) return changedList(value, step, isLast, change, place)
  if (!isJsonObject(value)) return new MissingStep(place)
  const own = ownValue(value, step)
  // What is gone already needs not be taken out.
  if (own === undefined && change.value === undefined) return value
  if (own === undefined && !isLast) return new MissingStep(place)
  const inner = changedAt(own, change, place + 1)
  if (inner === undefined) return Object.fromEntries(Object.entries(value).filter(([name]) => name !== step))
  return isLost(inner) ? inner : withField(value, step, inner)
}

/** What is said of the life of a version stands behind its name. */
const LIFE = ['version', 'classification', 'expirationDate', 'lifecycle']

/** The object with a field; a new one where the order of the others has a place for it, else at the end. */
function withField(object: JsonObject, name: string, value: Json): JsonObject {
  const names = Object.keys(object)
  if (names.includes(name)) return { ...object, [name]: value }
  const isSorted = names.length > 1 && names.every((one, i) => i === 0 || (names[i - 1] ?? '') <= one)
  const before = isSorted
    ? names.filter((one) => one < name).length
    : LIFE.includes(name)
      ? names.findLastIndex((one) => LIFE.includes(one)) + 1
      : names.length
  return Object.fromEntries(Object.entries(object).toSpliced(before, 0, [name, value]))
}

function changedList(
  list: readonly Json[],
  step: string,
  isLast: boolean,
  change: ValueChange,
  place: number,
): Json | MissingStep {
  const at = list.findIndex((entry) => entryName(entry) === step)
  if (at === -1) {
    if (change.value === undefined) return list
    if (!isLast) return new MissingStep(place)
    // Entries without a name count as part of the one before them.
    const named = list.flatMap((entry, i) => (entryName(entry) === undefined ? [] : [i]))
    return list.toSpliced(named[change.index ?? named.length] ?? list.length, 0, change.value)
  }
  const inner = changedAt(list[at], change, place + 1)
  if (inner === undefined) return list.toSpliced(at, 1)
  return isLost(inner) ? inner : list.with(at, inner)
}

/** The steps of a path as the API server writes it: `spec.machineTypes[0].cpu`. */
export function stepsIn(place: string): readonly (string | number)[] {
  return (place.match(/[^.[\]]+/g) ?? []).map((step) => (/^\d+$/.test(step) ? Number(step) : step))
}

/** `after` with what stands at some places as it was before; what is new there is taken out. */
export function withoutPlaces(
  before: Json | undefined,
  after: Json | undefined,
  places: readonly (readonly (string | number)[])[],
): Json | undefined {
  if (places.length === 0) return after
  if (places.some((place) => place.length === 0)) return before
  const below = (step: string | number) =>
    places.flatMap(([first, ...rest]) => (String(first) === String(step) ? [rest] : []))
  if (Array.isArray(after)) {
    const old: readonly Json[] = Array.isArray(before) ? before : []
    return (after as readonly Json[]).flatMap((entry, i) => {
      const name = entryName(entry)
      const same = old.length === after.length ? old[i] : undefined
      const was = name === undefined ? same : old.find((other) => entryName(other) === name)
      const is = withoutPlaces(was, entry, below(i))
      return is === undefined ? [] : [is]
    })
  }
  if (!isJsonObject(after)) return after
  const old = isJsonObject(before) ? before : {}
  return Object.fromEntries(
    Object.entries(after).flatMap(([name, value]): [string, Json][] => {
      const is = withoutPlaces(ownValue(old, name), value, below(name))
      return is === undefined ? [] : [[name, is]]
    }),
  )
}

/**
 * What makes one profile of another, but for what the API server would store the same of both: a default that only one of them writes, an
 * empty list, a quantity in another spelling. What it cannot read is a difference as it is written.
 */
export function storedDifferences(before: JsonObject, after: JsonObject): ValueChange[] {
  const changes = differences(before, after)
  if (changes.length === 0) return changes
  const [was, is] = [readable(before, before), readable(before, after)]
  if (was === null || is === null) return changes
  return changes.filter(({ path }) => {
    const isRead = [was, is].every(({ written, read }) =>
      isDeepEqual(valueAtPath(written, path), valueAtPath(read, path)),
    )
    return !isRead || !isDeepEqual(valueAtPath(was.stored, path), valueAtPath(is.stored, path))
  })
}

interface ReadableEntry {
  readonly written: JsonObject
  /** The entry without the values that cannot be read. */
  readonly read: JsonObject
  readonly stored: JsonObject
}

/** How many values that cannot be read are passed over: reading starts again at each of them. */
const MOST_UNREADABLE = 20

/** Null: too much of it cannot be read. */
function readable(before: JsonObject, written: JsonObject): ReadableEntry | null {
  let read = written
  for (let i = 0; i <= MOST_UNREADABLE; i++) {
    const form = storedForm(before, read)
    if (form.kind === 'read') return { written, read, stored: form.object as JsonObject }
    const rest = withoutPlaces(undefined, read, form.places.map(stepsIn))
    if (!isJsonObject(rest)) return null
    read = rest
  }
  return null
}
