import { isDeepEqual, type JsonObject } from '@/lib/engine/json'
import { isRecord } from '@/lib/engine/reader'
import { readObject } from '../read-object'
import { type FilePart, partsOf } from './file-parts'
import { patchText } from './patch-text'
import type { ManifestLimits, RawObject } from './reading'

/** An object as a file has it, and what can be made of it. */
export interface ObjectInFile {
  readonly object: JsonObject
  /**
   * The text of the file with another object in its place; null if that would change anything else, e.g. because other objects
   * share a part of it by alias. In steps, as it takes a while where the object is large.
   */
  written(edited: JsonObject): Generator<undefined, string | null>
}

/** An object by its label; undefined: the file does not have it, or it cannot be read. */
export function* findInFile(
  name: string,
  text: string,
  label: string,
  limits: ManifestLimits,
): Generator<undefined, ObjectInFile | undefined> {
  const located = yield* locate(name, text, label, limits)
  if (located === undefined) return undefined
  return {
    object: located.object,
    *written(edited) {
      return isDeepEqual(located.object, edited) ? text : yield* rewritten(text, located, edited)
    },
  }
}

/** What was written is read again: only the object may differ, and it must say what it should. */
function* rewritten(
  text: string,
  { part, within, object, all }: LocatedObject,
  edited: JsonObject,
): Generator<undefined, string | null> {
  const wanted = all.map((value) => (value === object ? edited : value))
  const isRight = (patched: string) => {
    const values = rawsIn(part, patched)?.map(({ value }) => value)
    return isDeepEqual(values, wanted)
  }
  const patched = yield* patchText(part.text, within, withoutInherited(object), withoutInherited(edited), isRight)
  return patched === null ? null : text.slice(0, part.at) + patched + text.slice(part.at + part.text.length)
}

/** What says what it is; an item of a typed list has that from the list. Edits never touch it. */
function withoutInherited({ apiVersion: _, kind: __, ...rest }: JsonObject): JsonObject {
  return rest
}

interface LocatedObject {
  /** The part of the file that is read on its own. */
  readonly part: FilePart
  /** Leads to the object from the root of that part. */
  readonly within: readonly (string | number)[]
  readonly object: JsonObject
  /** Everything in that part, in order, as it is read. */
  readonly all: readonly unknown[]
}

/**
 * Finds an object by its label, the first one of its name as everywhere; undefined: it is not there, or its part cannot be
 * read. In steps, as it takes a while where a part is large.
 */
function* locate(
  name: string,
  text: string,
  label: string,
  limits: ManifestLimits,
): Generator<undefined, LocatedObject | undefined> {
  const named =
    label
      .slice(label.lastIndexOf('/') + 1)
      .split(' ')
      .at(-1) ?? ''
  for (const part of partsOf(name, text, limits)) {
    const raws = part?.text.includes(named) ? rawsIn(part, part.text) : undefined
    yield
    const found = raws?.find(({ value }) => labelOf(value) === label)
    if (part === undefined || raws === undefined || found === undefined) continue
    const all = raws.map(({ value }) => value)
    // What has a label is an object, and what comes out of YAML or JSON is JSON.
    const object = found.value as JsonObject
    return { part, within: found.within, object, all }
  }
  return undefined
}

/** What a text in the place of a part says, each with the way to it from the root of the text; undefined if it cannot be read. */
function rawsIn({ prefix, read, raws }: FilePart, text: string): readonly RawObject[] | undefined {
  const value = read(text)
  if (value.kind === 'error') return undefined
  return [...raws(value.value)].map((raw) => ({ ...raw, within: [...prefix, ...raw.within] }))
}

function labelOf(value: unknown): string | undefined {
  if (!isRecord(value)) return undefined
  const object = readObject(value, true)
  return object.kind === 'other' || object.kind === 'unreadable' ? undefined : object.label
}
