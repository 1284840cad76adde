import { shortened } from '@/lib/engine/bounds'
import type { FileFault } from '@/lib/engine/faults'
import { isList } from './reading'

const token =
  /[ \t\r\n]*(?:([[\]{},:])|("[^"\\\n\r]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\n\r]*)*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.]))/y

/** Offset at which a text stops to be JSON; undefined if all of it is. `JSON.parse` does not always say that. */
export function jsonErrorAt(text: string): number | undefined {
  const open: string[] = []
  let expects: 'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'comma or end' | 'nothing' = 'value'
  for (let at = text.charCodeAt(0) === 0xfeff ? 1 : 0; ; at = token.lastIndex) {
    token.lastIndex = at
    const match = token.exec(text)
    if (match === null) {
      const rest = text.slice(at).search(/\S/)
      if (rest === -1) return expects === 'nothing' ? undefined : text.length
      return at + rest
    }
    const [whole, mark, quoted] = match
    const isValue = expects === 'value' || expects === 'value or end'
    if (mark !== undefined && mark === open.at(-1) && expects.endsWith('end')) {
      open.pop()
      expects = open.length === 0 ? 'nothing' : 'comma or end'
    } else if (isValue && (mark === '{' || mark === '[')) {
      open.push(mark === '{' ? '}' : ']')
      expects = mark === '{' ? 'key or end' : 'value or end'
    } else if (isValue && mark === undefined) expects = open.length === 0 ? 'nothing' : 'comma or end'
    else if (expects.startsWith('key') && quoted !== undefined) expects = 'colon'
    else if (expects === 'colon' && mark === ':') expects = 'value'
    else if (expects === 'comma or end' && mark === ',') expects = open.at(-1) === '}' ? 'key' : 'value'
    else return token.lastIndex - whole.trimStart().length
  }
}

/** The positions at which an item of a list begins and ends in the text. */
type ItemSpan = readonly [start: number, end: number]

/**
 * Finds the items of the list that a text is, or of its `items`, by brackets and quotes alone, one after the other. Returns where all
 * of them stand, from bracket to bracket; undefined: there is no such list. Where the text without them and each item is JSON, so is the
 * text, and nowhere else.
 */
export function* splitJson(text: string): Generator<ItemSpan, ItemSpan | undefined> {
  const start = listAt(text)
  if (start === undefined) return undefined
  let at = afterSpace(text, start + 1)
  while (text[at] !== ']') {
    const end = afterValue(text, at)
    if (end === undefined) return undefined
    yield [at, end]
    at = afterSpace(text, end)
    // Behind a comma comes another item: the text of one that is missing is empty, and no JSON.
    if (text[at] === ',') at = afterSpace(text, at + 1)
    else if (text[at] !== ']') return undefined
    else break
    if (text[at] === ']') return undefined
  }
  return [start + 1, at]
}

/** The position of the bracket that opens the list. */
function listAt(text: string): number | undefined {
  let at = afterSpace(text, 0)
  if (text[at] === '[') return at
  if (text[at] !== '{') return undefined
  for (at = afterSpace(text, at + 1); text[at] === '"'; at = afterSpace(text, at + 1)) {
    const end = afterText(text, at)
    if (end === undefined) return undefined
    const colon = afterSpace(text, end)
    const value = afterSpace(text, colon + 1)
    if (text.slice(at, end) === '"items"' && text[value] === '[') return value
    const next = text[colon] === ':' ? afterValue(text, value) : undefined
    if (next === undefined) return undefined
    at = afterSpace(text, next)
    if (text[at] !== ',') return undefined
  }
  return undefined
}

function afterSpace(text: string, from: number): number {
  let at = from
  for (let code = text.charCodeAt(at); code === 32 || code === 10 || code === 13 || code === 9; ) {
    code = text.charCodeAt(++at)
  }
  return at
}

/** Behind a text in quotes that begins here; undefined if it does not end. */
function afterText(text: string, from: number): number | undefined {
  for (let end = text.indexOf('"', from + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let slash = end
    while (text[slash - 1] === '\\') slash--
    if ((end - slash) % 2 === 0) return end + 1
  }
  return undefined
}

/** Behind the value that begins here, whichever it is. */
function afterValue(text: string, from: number): number | undefined {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 34) {
      const end = afterText(text, at)
      if (end === undefined) return undefined
      if (depth === 0) return end
      at = end - 1
    } else if (code === 123 || code === 91) depth++
    else if (code === 125 || code === 93) {
      if (depth === 0) return at
      if (--depth === 0) return at + 1
    } else if (depth === 0 && (code === 44 || code <= 32)) return at
  }
  return undefined
}

interface JsonList {
  /** What it says of its items. */
  readonly list: Record<string, unknown> & { readonly kind: string }
  readonly spans: readonly ItemSpan[]
}

/**
 * Finds the list that a JSON text is, and where its items stand; undefined: it is none whose items can be read one by one, or what is
 * around them is no JSON. Where each item is JSON, so is the text, and nowhere else. In steps, as there may be many.
 */
export function* jsonListIn(text: string): Generator<undefined, JsonList | undefined> {
  const spans: ItemSpan[] = []
  const split = splitJson(text)
  let found = split.next()
  for (; !found.done; found = split.next()) {
    spans.push(found.value)
    yield
  }
  const list = found.value && listAround(text, found.value)
  return list && { list, spans }
}

/** The list in a text. If a key is there twice, `items` perhaps, the text is read as a whole, and refused. */
function listAround(text: string, [start, end]: ItemSpan): JsonList['list'] | undefined {
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

/** A key that stands in one object for the second time, and where. */
export interface RepeatedKey {
  readonly key: string
  readonly offset: number
}

/** The fault that a key is there twice, whichever form the text has. */
export const repeats = (key: string): FileFault => ({ code: 'key-twice', key: shortened(key) })

/**
 * The first key that is in one object of a JSON text twice: `JSON.parse` takes the last one without a word. `value` is what it made of
 * the text. Where that has as many keys as the text, none is lost, and there is nothing to look for: to count them takes less than a
 * tenth of what reading an object takes.
 */
export function repeatedKey(text: string, value: unknown): RepeatedKey | undefined {
  return keysIn(text) === keysOf(value) ? undefined : firstRepeated(text)
}

function keysIn(text: string): number {
  let keys = 0
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at)) {
    at = afterText(text, at) ?? text.length
    if (text[afterSpace(text, at)] === ':') keys++
  }
  return keys
}

/** How many keys all objects in a value have, however deep it is. */
function keysOf(value: unknown): number {
  let keys = 0
  const open = [value]
  while (open.length > 0) {
    const next = open.pop()
    if (typeof next !== 'object' || next === null) continue
    const inner = Array.isArray(next) ? next : Object.values(next)
    if (inner !== next) keys += inner.length
    for (const one of inner) if (typeof one === 'object') open.push(one)
  }
  return keys
}

function firstRepeated(text: string): RepeatedKey | undefined {
  const open: Set<string>[] = []
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '{') open.push(new Set())
    else if (text[at] === '}') open.pop()
    else if (text[at] === '"') {
      const end = afterText(text, at) ?? text.length
      if (text[afterSpace(text, end)] === ':') {
        const key: string = JSON.parse(text.slice(at, end))
        const keys = open.at(-1)
        if (keys?.has(key)) return { key, offset: at }
        keys?.add(key)
      }
      at = end - 1
    }
  }
  return undefined
}
