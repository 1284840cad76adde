import { isDeepEqual, type JsonObject } from '@/lib/engine/json'
import { isRecord } from '@/lib/engine/reader'
import { readObject } from '../read-object'
import { repeatedKey } from './json-text'
import { patchText } from './patch-text'
import { jsonListIn } from './read-json-file'
import { yamlStretches } from './read-yaml-file'
import { type Limits, type Raw, takeApart, typed } from './reading'
import { readYaml } from './yaml-text'

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
  const wanted = all.map((value) => (value === object ? edited : value))
  const isRight = (patched: string) => {
    const values = read(patched)?.map(({ value }) => value)
    return isDeepEqual(values, wanted)
  }
  const patched = yield* patchText(part, within, withoutInherited(object), withoutInherited(edited), isRight)
  return patched === null ? null : text.slice(0, start) + patched + text.slice(start + part.length)
}

/** What says what it is; an item of a typed list has that from the list. Edits never touch it. */
function withoutInherited({ apiVersion: _, kind: __, ...rest }: JsonObject): JsonObject {
  return rest
}

export interface Place {
  /** The part of the file that is read on its own. */
  readonly start: number
  readonly text: string
  /** Leads to the object from the root of that part. */
  readonly within: readonly (string | number)[]
  readonly object: JsonObject
  /** Everything in that part, in order, as it is read. */
  readonly all: readonly unknown[]
}

/** Reads a part of a file; undefined if it cannot be read. */
type Read = (text: string) => readonly Raw[] | undefined

interface Located {
  readonly place: Place
  /** Reads the part as it is then. */
  readonly read: Read
}

/**
 * Finds an object by its label, the first one of its name as everywhere; undefined: it is not there, or its part cannot be
 * read. `isJson` as for reading the file. In steps, as it takes a while where a part is large.
 */
function* locate(name: string, text: string, label: string, limits: Limits): Generator<undefined, Located | undefined> {
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0
  const content = text.slice(start)
  const isNamedJson = /\.json$/i.test(name)
  const json = isNamedJson || /^\s*[[{]/.test(content) ? yield* jsonStretches(content) : undefined
  if (json === undefined && isNamedJson) return undefined
  yield
  for (const stretch of json ?? yaml(content, limits)) {
    if (stretch === undefined) {
      yield
      continue
    }
    const { at, text: part, read } = stretch
    const raws = part.includes(
      label
        .slice(label.lastIndexOf('/') + 1)
        .split(' ')
        .at(-1) ?? '',
    )
      ? read(part)
      : undefined
    yield
    const found = raws?.find(({ value }) => labelOf(value) === label)
    if (raws === undefined || found === undefined) continue
    const all = raws.map(({ value }) => value)
    // What has a label is an object, and what comes out of YAML or JSON is JSON.
    const object = found.value as JsonObject
    return { place: { start: start + at, text: part, within: found.within, object, all }, read }
  }
  return undefined
}

function labelOf(value: unknown): string | undefined {
  if (!isRecord(value)) return undefined
  const object = readObject(value, true)
  return object.kind === 'other' || object.kind === 'unreadable' ? undefined : object.label
}

interface Stretch {
  readonly at: number
  readonly text: string
  readonly read: Read
}

function* yaml(content: string, limits: Limits): Generator<Stretch | undefined> {
  let line = 1
  let at = 0
  for (const stretch of yamlStretches(content, limits)) {
    if (stretch === undefined) {
      yield
      continue
    }
    const { text, line: begin, how } = stretch
    for (; line < begin; line++) at = content.indexOf('\n', at) + 1
    yield {
      at,
      text,
      read: (part) => {
        const value = readYaml(part, limits)
        if (value.kind === 'error') return undefined
        return [...how.raws(value.value)].map((raw) => ({ ...raw, within: [...how.prefix, ...raw.within] }))
      },
    }
  }
}

/** Items of a long list one by one, so that not all of it has to become a tree; undefined if it is no JSON. */
function* jsonStretches(content: string): Generator<undefined, readonly Stretch[] | undefined> {
  const found = yield* jsonListIn(content)
  if (found === undefined) return parsed(content) === undefined ? undefined : [stretchOf(content, 0, content.length)]
  const { list, spans } = found
  const stretches: Stretch[] = []
  for (const [start, end] of spans) {
    const stretch = stretchOf(content, start, end, list)
    if (parsed(stretch.text) === undefined) return undefined
    stretches.push(stretch)
    yield
  }
  return stretches
}

function stretchOf(content: string, start: number, end: number, list: Record<string, unknown> = {}): Stretch {
  return {
    at: start,
    text: content.slice(start, end),
    read: (part) => {
      const value = unrepeated(part)
      return value === undefined ? undefined : [...takeApart(typed(value, list))]
    },
  }
}

/** Undefined also where an object has a key twice: such a part is not read for a snapshot either. */
function unrepeated(text: string): unknown {
  const value = parsed(text)
  return repeatedKey(text, value) === undefined ? value : undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
