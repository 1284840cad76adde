import { createHash } from 'node:crypto'
import { jsonPlaces } from './json-text'
import { type Context, isList, type ReadPart, readRaws, takeApart, typed } from './reading'
import { type Span, splitJson } from './split-json'
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
  if (items === 'twice') {
    const reason = 'the key "items" is there twice'
    yield { hash: 'twice', line: 1, reading: { items: [], faults: [{ line: 1, reason }] } }
    return true
  }
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
    const whole = () => readRaws(takeApart(JSON.parse(text)), { ...context, hash, lineOf })
    yield { hash, line: 1, reading: context.known.parts.get(hash) ?? whole() }
    return true
  } catch {
    return false
  }
}

type LineOf = Parameters<typeof readRaws>[1]['lineOf']

/** An item of a list, with what the list says of all of them. */
interface Item {
  readonly text: string
  readonly hash: string
  /** On which it begins. */
  readonly line: number
  /** Undefined where its text is known. */
  readonly value: unknown
}

/** Undefined: the text is no list, or no JSON. It may have two lists, of which `JSON.parse` drops one without a word. */
function* itemsOf(text: string, { known }: Context): Generator<Moment, readonly Item[] | 'twice' | undefined> {
  const spans: Span[] = []
  const split = splitJson(text)
  let found = split.next()
  for (; !found.done; found = split.next()) {
    spans.push(found.value)
    yield undefined
  }
  const list = found.value === undefined ? undefined : emptyList(found.value)
  if (list === undefined || list === 'twice') return list
  const salt = `${list.apiVersion} ${list.kind}`
  const items: Item[] = []
  let counted = { offset: 0, line: 1 }
  for (const [start, end] of spans) {
    const item = text.slice(start, end)
    const hash = hashOf(salt, item)
    counted = { offset: start, line: counted.line + breaks(text, counted.offset, start) }
    try {
      const value = known.parts.has(hash) ? undefined : JSON.parse(item)
      items.push({ text: item, hash, line: counted.line, value: typed(value, list) })
    } catch {
      return undefined
    }
    yield undefined
  }
  return items
}

/** What is left of a list without its items. */
function emptyList(text: string): List | 'twice' | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (Array.isArray(value)) return { kind: 'List' }
    if (!isList(value)) return undefined
    return Array.isArray(value.items) && value.items.length === 0 ? value : 'twice'
  } catch {
    return undefined
  }
}

type List = Record<string, unknown> & { readonly kind: string }

function readItem({ text, hash, line, value }: Item, context: Context): ReadPart {
  const known = context.known.parts.get(hash)
  if (known !== undefined) return { hash, line, reading: known }
  const locator = new Locator(text)
  const lineOf: LineOf = (within, path) => (within.length === 0 && path === '' ? 1 : locator.line(within, path))
  return { hash, line, reading: readRaws(takeApart(value), { ...context, hash, lineOf }) }
}

function hashOf(salt: string, text: string): string {
  return createHash('sha1').update(`json ${salt}\n`).update(text).digest('base64').slice(0, 20)
}

/** Line breaks between two places. */
function breaks(text: string, from: number, to: number): number {
  let lines = 0
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) lines++
  return lines
}

/** The part that says where a text stopped to be JSON. One letter is told of it: it may be no manifest at all. */
export function brokenJson(text: string): ReadPart {
  const { errorAt = 0 } = jsonPlaces(text)
  const rest = text.slice(errorAt)
  const endsInText = /^"(?:[^"\\\n]|\\.)*\\?$/.test(rest)
  const found = endsInText ? '' : rest.slice(0, 2).match(/^\S/u)?.[0]
  const reason = found ? `is not JSON from ${JSON.stringify(found)} on` : 'is not JSON: it ends too early'
  return { hash: 'broken', line: 1, reading: { items: [], faults: [{ line: lineAt(text, errorAt), reason }] } }
}
