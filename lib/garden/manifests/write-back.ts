import { isDeepEqual } from '../deep-equal'
import type { JsonObject } from '../merge-patch'
import type { Limits } from './limits'
import { type Located, locate } from './locate'
import { isCannotPatch } from './patch-places'
import { patchText } from './patch-text'

/** An object as a file has it, and what can be made of it. */
export interface InFile {
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
  limits: Limits,
): Generator<undefined, InFile | undefined> {
  const located = yield* locate(name, text, label, limits)
  if (located === undefined) return undefined
  return {
    object: located.place.object,
    *written(edited) {
      return isDeepEqual(located.place.object, edited) ? text : yield* rewritten(text, located, edited)
    },
  }
}

/** What was written is read again: only the object may differ, and it must say what it should. */
function* rewritten(text: string, { place, read }: Located, edited: JsonObject): Generator<undefined, string | null> {
  const { start, text: part, within, object, all } = place
  try {
    const patched = yield* patchText(part, within, withoutInherited(object), withoutInherited(edited))
    yield
    const values = read(patched)?.map(({ value }) => value)
    const wanted = all.map((value) => (value === object ? edited : value))
    if (!isDeepEqual(values, wanted)) return null
    return text.slice(0, start) + patched + text.slice(start + part.length)
  } catch (error) {
    if (isCannotPatch(error)) return null
    throw error
  }
}

/** What says what it is; an item of a typed list has that from the list. Edits never touch it. */
function withoutInherited({ apiVersion: _, kind: __, ...rest }: JsonObject): JsonObject {
  return rest
}
