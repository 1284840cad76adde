import { createHash } from 'node:crypto'
import { jsonErrorAt, repeatedKey, repeats, type Span, splitJson } from './json-text'
import {
  type Context,
  isList,
  type PlacedFault,
  type Reading,
  type ReadPart,
  readRaws,
  takeApart,
  typed,
} from './reading'
import { isTemplate } from './template'
import { Locator, lineAt } from './yaml-text'

/** In longer texts that are no list it would take too long to find a line. */
const mostWithLines = 4 * 1024 * 1024

/** A moment in which others may work. */
type Moment = undefined

/**
 * Reads a JSON file, the items of a long list one by one: what has not changed is neither read nor made an object again. All of the
 * text is looked at before the first part comes. Returns false if it is no JSON: then no part came.
 */
export function* readJsonFile(text: string, context: Context): Generator<ReadPart | Moment, boolean> {
  const items = yield* itemsOf(text, context)
  if (items !== undefined) {
    for (const item of items) yield readItem(item, context)
    return true
  }
  try {
    const hash = hashOf('', text)
    const locator = new Locator(text)
    const first = lineAt(text, Math.max(text.search(/\S/), 0))
    const lineOf: LineOf = (within, path) => {
      if (within.length === 0 && path === '') return first
      return text.length > mostWithLines ? undefined : locator.line(within, path)
    }
    const whole = () => {
      const value: unknown = JSON.parse(text)
      return repeating(text, value) ?? readRaws(takeApart(value), { ...context, hash, lineOf })
    }
    yield { hash, line: 1, reading: context.known.parts.get(hash) ?? whole() }
    return true
  } catch {
    return false
  }
}

type LineOf = Parameters<typeof readRaws>[1]['lineOf']

/** What is said of a text in which an object has a key twice, as of such YAML: nobody knows which of them is meant. */
function repeating(text: string, value: unknown): Reading | undefined {
  const repeated = repeatedKey(text, value)
  if (repeated === undefined) return undefined
  return { items: [], faults: [{ line: lineAt(text, repeated.offset), path: '', fault: repeats(repeated.key) }] }
}

interface Item {
  readonly text: string
  readonly hash: string
  /** On which it begins. */
  readonly line: number
  /** Undefined where its text is known. */
  readonly value: unknown
  readonly list: JsonList['list']
}

/** Undefined: the text is no list whose items can be read one by one, or no JSON. */
function* itemsOf(text: string, { known }: Context): Generator<Moment, readonly Item[] | undefined> {
  const found = yield* jsonListIn(text)
  if (found === undefined) return undefined
  const { list, spans } = found
  const salt = `${list.apiVersion} ${list.kind}`
  const items: Item[] = []
  let counted = { offset: 0, line: 1 }
  for (const [start, end] of spans) {
    const item = text.slice(start, end)
    const hash = hashOf(salt, item)
    counted = { offset: start, line: counted.line + breaks(text, counted.offset, start) }
    try {
      const value: unknown = known.parts.has(hash) ? undefined : JSON.parse(item)
      items.push({ text: item, hash, line: counted.line, value, list })
    } catch {
      return undefined
    }
    yield undefined
  }
  return items
}

function readItem({ text, hash, line, value, list }: Item, context: Context): ReadPart {
  const known = context.known.parts.get(hash)
  if (known !== undefined) return { hash, line, reading: known }
  const repeated = repeating(text, value)
  if (repeated !== undefined) return { hash, line, reading: repeated }
  const locator = new Locator(text)
  const lineOf: LineOf = (within, path) => (within.length === 0 && path === '' ? 1 : locator.line(within, path))
  return { hash, line, reading: readRaws(takeApart(typed(value, list)), { ...context, hash, lineOf }) }
}

function hashOf(salt: string, text: string): string {
  return createHash('sha1').update(`json ${salt}\n`).update(text).digest('base64').slice(0, 20)
}

/** Line breaks between two places; it does not look behind them, which for a text of one line would be all the rest each time. */
function breaks(text: string, from: number, to: number): number {
  const between = text.slice(from, to)
  let lines = 0
  for (let at = between.indexOf('\n'); at !== -1; at = between.indexOf('\n', at + 1)) lines++
  return lines
}

/** The part that says where a text stopped to be JSON. One letter is told of it: it may be no manifest at all. */
export function brokenJson(text: string): ReadPart {
  const errorAt = jsonErrorAt(text) ?? 0
  const rest = text.slice(errorAt)
  const endsInText = /^"(?:[^"\\\n]|\\.)*\\?$/.test(rest)
  const from = endsInText ? null : (rest.slice(0, 2).match(/^\S/u)?.[0] ?? null)
  const fault: PlacedFault = {
    line: lineAt(text, errorAt),
    path: '',
    fault: { code: 'no-json', from },
    ...(isTemplate(text) && { isTemplate: true }),
  }
  return { hash: 'broken', line: 1, reading: { items: [], faults: [fault] } }
}

interface JsonList {
  /** What it says of its items. */
  readonly list: Record<string, unknown> & { readonly kind: string }
  readonly spans: readonly Span[]
}

/**
 * Finds the list that a JSON text is, and where its items stand; undefined: it is none whose items can be read one by one, or what is
 * around them is no JSON. Where each item is JSON, so is the text, and nowhere else. In steps, as there may be many.
 */
export function* jsonListIn(text: string): Generator<undefined, JsonList | undefined> {
  const spans: Span[] = []
  const split = splitJson(text)
  let found = split.next()
  for (; !found.done; found = split.next()) {
    spans.push(found.value)
    yield
  }
  const list = found.value && listAround(text, found.value)
  return list && { list, spans }
}

/** With a key that is there twice, `items` perhaps, the text is read as a whole, and refused. */
function listAround(text: string, [start, end]: Span): JsonList['list'] | undefined {
  const around = text.slice(0, start) + text.slice(end)
  try {
    const value: unknown = JSON.parse(around)
    if (repeatedKey(around, value) !== undefined) return undefined
    if (Array.isArray(value)) return { kind: 'List' }
    return isList(value) ? value : undefined
  } catch {
    return undefined
  }
}
