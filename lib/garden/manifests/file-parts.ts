import { createHash } from 'node:crypto'
import { jsonErrorAt, jsonListIn, repeatedKey, repeats } from './json-text'
import {
  type FilePartReading,
  isList,
  type ManifestLimits,
  type PlacedFault,
  type RawObject,
  type ReadingContext,
  readRaws,
  takeApart,
  typed,
} from './reading'
import { type ListPart, splitYaml } from './split-yaml'
import { isTemplate } from './template'
import { LineLocator, lineAt, readYaml, type YamlValue } from './yaml-text'

/** A part of a file that is read on its own. */
export interface FilePart {
  readonly text: string
  /** The position at which it begins in the file. */
  readonly at: number
  /** What else than the text decides what it means. */
  readonly salt: string
  /** The way from the root of what it says to where `raws` begin. */
  readonly prefix: readonly number[]
  /** What a text in its place says. */
  read(text: string): YamlValue
  raws(value: unknown): Iterable<RawObject>
}

/**
 * All of a file, YAML or JSON, but what is around long lists, in order: what has not changed is then neither read nor made an object again,
 * and a mistake in one object stays in that object. What begins like JSON is read as JSON; if it is none, it is read as YAML unless its name
 * says JSON. A step looks through all of a long text once at most (undefined: nothing came of it).
 */
export function* partsOf(name: string, text: string, limits: ManifestLimits): Generator<FilePart | undefined> {
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0
  const content = text.slice(start)
  const isNamedJson = /\.json$/i.test(name)
  const json = isNamedJson || /^\s*[[{]/.test(content) ? yield* jsonParts(content, isNamedJson, limits) : undefined
  for (const part of json ?? yamlParts(content, limits)) yield part && { ...part, at: start + part.at }
}

/** Undefined: it is no JSON, and nothing says that it should be. */
function* jsonParts(
  text: string,
  isNamedJson: boolean,
  limits: ManifestLimits,
): Generator<undefined, Iterable<FilePart | undefined> | undefined> {
  const read = (part: string): YamlValue => readJson(part) ?? (isNamedJson ? noJson(part) : readYaml(part, limits))
  const whole = { text, at: 0, salt: 'json', prefix: [], read, raws: takeApart }
  const found = yield* jsonListIn(text)
  if (found === undefined) return isNamedJson || readJson(text) !== undefined ? [whole] : undefined
  const { list, spans } = found
  const item = {
    ...whole,
    salt: `json ${list.apiVersion} ${list.kind}`,
    raws: (value: unknown) => takeApart(typed(value, list)),
  }
  return spans.flatMap(([at, end]) => [undefined, { ...item, text: text.slice(at, end), at }])
}

/** Reads JSON. In an object with a key twice it is not known which one is meant. Undefined: it is no JSON. */
function readJson(text: string): YamlValue | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const repeated = repeatedKey(text, value)
    if (repeated === undefined) return { kind: 'value', value }
    return { kind: 'error', fault: repeats(repeated.key), line: lineAt(text, repeated.offset), needsAnchor: false }
  } catch {
    return undefined
  }
}

/** Says where a text stopped to be JSON. One letter is told of it: it may be no manifest at all. */
function noJson(text: string): YamlValue {
  const errorAt = jsonErrorAt(text) ?? 0
  const rest = text.slice(errorAt)
  const endsInText = /^"(?:[^"\\\n]|\\.)*\\?$/.test(rest)
  const from = endsInText ? null : (rest.slice(0, 2).match(/^\S/u)?.[0] ?? null)
  return { kind: 'error', fault: { code: 'no-json', from }, line: lineAt(text, errorAt), needsAnchor: false }
}

function* yamlParts(text: string, limits: ManifestLimits): Generator<FilePart | undefined> {
  const read = (part: string) => readYaml(part, limits)
  for (const part of splitYaml(text)) {
    yield
    if (part === undefined) continue
    const list = part.kind === 'list' ? yield* listOf(part, limits) : undefined
    if (part.kind === 'document' || list === undefined) {
      yield { text: part.text, at: part.at, salt: '', prefix: [], read, raws: takeApart }
      continue
    }
    yield
    const raws = (value: unknown) => entries(value, list)
    for (const item of part.items()) yield { ...item, salt: `${list.apiVersion} ${list.kind}`, prefix: [0], read, raws }
  }
}

/** What the list says about itself; undefined if it is none, or if its items cannot be read one by one. */
function* listOf(part: ListPart, limits: ManifestLimits): Generator<undefined, Record<string, unknown> | undefined> {
  const around = readYaml(part.around, limits)
  if (around.kind === 'error' || !isList(around.value) || around.value.items !== undefined) return undefined
  return mayUseAliases(part.text) && (yield* needOthers(part, limits)) ? undefined : around.value
}

const mayUseAliases = (text: string): boolean => /[\s[{,]\*[^\s,[\]{}]/.test(text)

/** Whether an item uses what another one sets. */
function* needOthers(part: ListPart, limits: ManifestLimits): Generator<undefined, boolean> {
  for (const { text } of part.items()) {
    yield
    if (!mayUseAliases(text)) continue
    const read = readYaml(text, limits)
    if (read.kind === 'error' && read.needsAnchor) return true
  }
  return false
}

/** The text of an item is a list with one entry. */
function* entries(value: unknown, list: Record<string, unknown>): Generator<RawObject> {
  for (const item of Array.isArray(value) ? value : []) yield* takeApart(typed(item, list))
}

/** The largest text in which lines are found: in longer ones that would take too long. */
const mostWithLines = 4 * 1024 * 1024

/** Reads a file part by part, so that the caller can let others work in between, also where nothing came yet (undefined). */
export function* readParts(
  name: string,
  text: string,
  context: ReadingContext,
): Generator<FilePartReading | undefined> {
  let counted = { at: 0, line: 1 }
  for (const part of partsOf(name, text, context.limits)) {
    if (part !== undefined) counted = { at: part.at, line: counted.line + breaks(text, counted.at, part.at) }
    yield part && readPart(part, counted.line, context)
  }
}

/** Line breaks between two places; it does not look behind them, which for a text of one line would be all the rest each time. */
function breaks(text: string, from: number, to: number): number {
  const between = text.slice(from, to)
  let lines = 0
  for (let at = between.indexOf('\n'); at !== -1; at = between.indexOf('\n', at + 1)) lines++
  return lines
}

function readPart(
  { text, salt, prefix, read, raws }: FilePart,
  line: number,
  context: ReadingContext,
): FilePartReading {
  const hash = createHash('sha1').update(salt).update('\n').update(text).digest('base64').slice(0, 20)
  const known = context.known.parts.get(hash)
  if (known) return { hash, line, reading: known }
  const value = read(text)
  if (value.kind === 'error') {
    const fault: PlacedFault = {
      line: value.line,
      path: '',
      fault: value.fault,
      ...(isTemplate(text) && { isTemplate: true }),
    }
    return { hash, line, reading: { items: [], faults: [fault] } }
  }
  const locator = new LineLocator(text)
  const first = lineAt(text, Math.max(text.search(/^(?!---)[ \t]*[^\s#%]/m), 0))
  const lineOf = (within: RawObject['within'], path: string): number | undefined => {
    if (within.length === 0 && path === '') return first
    return text.length > mostWithLines ? undefined : locator.line([...prefix, ...within], path)
  }
  return { hash, line, reading: readRaws(raws(value.value), { ...context, hash, lineOf }) }
}
