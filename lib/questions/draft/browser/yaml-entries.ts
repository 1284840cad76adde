import { type Document, isMap, isNode, isScalar, LineCounter, parseDocument, stringify } from 'yaml'
import type { EditBody } from '@/lib/contract/edits'
import {
  asWritten,
  entryName,
  entryPath,
  imageIn,
  isEditable,
  stepsIn,
  storedDifferences,
  type ValueChange,
  valueAtPath,
  withChanges,
} from '@/lib/engine/edits'
import { groupedBy } from '@/lib/engine/grouped'
import { isJsonObject, type Json, type JsonObject } from '@/lib/engine/json'
import type { ObjectProblem } from '@/lib/words/yaml'
import { formEdits } from './yaml-forms'

/** Entries of a profile as YAML: their texts, what is read of one, and the edits that make the one of the other. */

/** The whole object. */
export const WHOLE: readonly string[] = []

/** Lists of a profile, or its other parts, whose entries can be picked: by the heading that they stand below. */
export interface EntryGroup {
  readonly title: string
  readonly entries: readonly (readonly string[])[]
}

const LISTS = ['machineTypes', 'volumeTypes', 'regions', 'machineCapabilities'] as const

/** What can be edited by itself. */
export function entryGroups(object: JsonObject): readonly EntryGroup[] {
  const spec = isJsonObject(object.spec) ? object.spec : {}
  const kubernetes = isJsonObject(spec.kubernetes) ? spec.kubernetes : {}
  const below = (path: readonly string[], list: Json | undefined) =>
    namesIn(list).map((name): readonly string[] => [...path, name])
  const images = Array.isArray(spec.machineImages) ? (spec.machineImages as readonly Json[]) : []
  const parts = Object.keys(spec).filter((name) => name !== 'parent')
  return [
    { title: 'Kubernetes', entries: below(['spec', 'kubernetes', 'versions'], kubernetes.versions) },
    ...images.flatMap((image): EntryGroup[] => {
      const name = entryName(image)
      if (name === undefined || !isJsonObject(image)) return []
      const path = ['spec', 'machineImages', name]
      return [{ title: name, entries: [path, ...below([...path, 'versions'], image.versions)] }]
    }),
    ...LISTS.map((list) => ({ title: list, entries: below(['spec', list], spec[list]) })),
    { title: 'Whole parts', entries: parts.map((part) => ['spec', part]) },
  ].filter(({ entries }) => entries.length > 0)
}

function namesIn(list: Json | undefined): readonly string[] {
  return Array.isArray(list) ? (list as readonly Json[]).flatMap((entry) => entryName(entry) ?? []) : []
}

/** A value as kubectl would show it; empty if there is none. */
export function yamlTextOf(value: Json | undefined): string {
  return value === undefined ? '' : stringify(value, { version: '1.1', lineWidth: 0, indentSeq: true })
}

/** Words in one line of a text. */
export interface TextSpan {
  /** The line, from 1 on. */
  readonly line: number
  /** Characters of the line before them, and up to their end; the same: there are none. */
  readonly from: number
  readonly to: number
}

export type ReadText =
  /** `wordsOf`: where a value is written; of what is not there itself the line of its nearest ancestor. */
  | { readonly kind: 'value'; readonly value: Json; wordsOf(path: readonly (string | number)[]): TextSpan }
  | { readonly kind: 'error'; readonly words: TextSpan; readonly reason: string }

/** The greatest depth, the same as for manifests. */
const LEVELS = 100

export function parsed(text: string, lineCounter: LineCounter): Document.Parsed {
  return parseDocument(text, { lineCounter, prettyErrors: false, logLevel: 'silent', uniqueKeys: true })
}

export function readYamlText(text: string): ReadText {
  const lines = new LineCounter()
  try {
    const document = parsed(text, lines)
    const [error] = document.errors
    if (error !== undefined) return { kind: 'error', words: wordsIn(lines, error.pos), reason: error.message }
    // What YAML can say beyond JSON, no profile holds.
    const value = JSON.parse(JSON.stringify(document.toJS({ maxAliasCount: LEVELS }) ?? null)) as Json
    return { kind: 'value', value, wordsOf: (path) => wordsOf(document, lines, path) }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { kind: 'error', words: { line: 1, from: 0, to: 0 }, reason }
  }
}

/** Between two offsets, as far as they are in the line of the first. */
function wordsIn(lines: LineCounter, [start, end]: readonly [number, number, ...unknown[]]): TextSpan {
  const [first, last] = [lines.linePos(start), lines.linePos(end)]
  const to = last.line === first.line ? last.col : Number.POSITIVE_INFINITY
  return { line: first.line, from: first.col - 1, to: Math.max(first.col, to - 1) }
}

function wordsOf(document: Document, lines: LineCounter, path: readonly (string | number)[]): TextSpan {
  for (let length = path.length; length > 0; length--) {
    const parent = document.getIn(path.slice(0, length - 1), true) ?? document.contents
    const step = path[length - 1]
    const pair = isMap(parent) ? parent.items.find(({ key }) => String(key) === String(step)) : undefined
    const node = document.getIn(path.slice(0, length), true)
    const [own] = [isScalar(node) ? node : undefined, pair?.key, node].filter((one) => isNode(one) && one.range)
    if (!isNode(own) || !own.range) continue
    const words = wordsIn(lines, own.range)
    const key = isNode(pair?.key) && pair.key.range ? wordsIn(lines, pair.key.range) : words
    // A text that begins below its field, or a field that is missing, has no words of its own in that line.
    if (length < path.length || key.line !== words.line) return { ...key, to: key.from }
    return words
  }
  return { line: 1, from: 0, to: 0 }
}

/** The object with another value in the place of an entry. Undefined: it is gone. */
export function withEntry(object: JsonObject, path: readonly string[], value: Json | undefined): JsonObject {
  const changed = withChanges(object, [{ path, value }])
  return changed.kind === 'ok' ? changed.value : object
}

/**
 * What a whole object that was pasted makes of the one that is edited: only its spec, labels and annotations, and of these only what it
 * speaks of.
 */
export function withWhole(object: JsonObject, pasted: Json): JsonObject | ObjectProblem {
  if (!isJsonObject(pasted) || !isJsonObject(pasted.spec)) return { code: 'no-object' }
  const [name, is] = [object, pasted].map(({ kind, metadata }) => {
    const { name = '', namespace = '' } = isJsonObject(metadata) ? metadata : {}
    return [kind, namespace, name].filter((part) => part !== '' && part !== undefined).join(' ')
  })
  if (name !== is) return { code: 'other-object', is: is ?? '' }
  const written = asWritten(pasted)
  const [own, theirs] = [object.metadata, written.metadata].map((one) => (isJsonObject(one) ? one : {}))
  return { ...object, metadata: { ...own, ...theirs }, spec: pasted.spec }
}

export function isObjectProblem(outcome: JsonObject | ObjectProblem): outcome is ObjectProblem {
  return 'code' in outcome
}

/**
 * The edits that make one object of another: those with a form where there is one, else one of the values of each entry. Nothing that is
 * the same becomes an edit.
 * @param isEdit whether what would be written is within the bounds of an edit
 */
export function yamlEditsBetween(
  before: JsonObject,
  after: JsonObject,
  isNamespaced: boolean,
  isEdit: (edit: EditBody) => boolean,
): readonly EditBody[] {
  const changes = storedDifferences(before, after).filter(({ path }) => isEditable(path))
  const entries = groupedBy(changes, ({ path }) => JSON.stringify(entryPath(path)))
  return [...entries.values()].flatMap((own) => {
    const forms = formEdits(before, own, isNamespaced)
    if (forms?.every(isEdit)) return forms
    return [yamlEdit(own)]
  })
}

export function yamlEdit(changes: readonly ValueChange[]): Extract<EditBody, { kind: 'yaml' }> {
  return { kind: 'yaml', image: imageIn(changes), changes: [...changes] }
}

/**
 * Where a field that is refused stands below an entry of the object; null: elsewhere.
 * @param field as the API server names it: `spec.machineTypes[0].cpu`
 */
export function fieldBelow(
  object: JsonObject,
  entry: readonly (string | number)[],
  field: string,
): readonly (string | number)[] | null {
  const path = stepsIn(field)
  let value: Json | undefined = object
  for (const [i, step] of entry.entries()) {
    const is = path[i]
    const next: Json | undefined = valueAtPath(value, [step])
    if (is === undefined) return null
    if (Array.isArray(value) ? value[Number(is)] !== next : is !== step) return null
    value = next
  }
  return path.slice(entry.length)
}
