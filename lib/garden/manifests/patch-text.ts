import {
  Composer,
  type CST,
  type Document,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  type Node,
  Parser,
  Scalar,
  stringify,
  type YAMLSeq,
} from 'yaml'
import { isDeepEqual, isJsonObject, type Json, type JsonObject } from '@/lib/engine/json'
import {
  CannotPatch,
  collectionEnd,
  colonEnd,
  columnOf,
  dashOf,
  endOf,
  endOfKey,
  entryKey,
  isCannotPatch,
  isEntry,
  lineEnd,
  lineStart,
  type MapNode,
  startOfItem,
  trimmedEnd,
  valueStart,
  type YamlEntry,
} from './patch-places'

interface TextReplacement {
  readonly start: number
  readonly end: number
  readonly text: string
}

/**
 * Makes a YAML or JSON text say `after` where it says `before`, at the place that `within` leads to: only entries that differ
 * are touched, everything else stays byte for byte, comments too. Lists are compared entry by entry, by what names an entry.
 *
 * It knows the ways in which people and kubectl write, not all of YAML: the result is read again. Null: it would take more than a
 * few lines here and there, or says something else then.
 * @param isRight reads the result, and says whether that is what was wanted
 */
export function* patchText(
  text: string,
  within: readonly (string | number)[],
  before: JsonObject,
  after: JsonObject,
  isRight: (patched: string) => boolean,
): Generator<undefined, string | null> {
  yield
  const document = yield* composed(text)
  yield
  const node = within.length === 0 ? document?.contents : document?.getIn(within, true)
  if (!isMap(node)) return null
  try {
    const patcher = new TextPatcher(text)
    if (!patcher.patchMap(node as MapNode, before, after)) return null
    const patched = patcher.result()
    yield
    return isRight(patched) ? patched : null
  } catch (error) {
    if (isCannotPatch(error)) return null
    throw error
  }
}

/** How many words of the text are looked at before others are let through. */
const stepLength = 4096

function* composed(text: string): Generator<undefined, Document | undefined> {
  const parser = new Parser()
  const tokens: CST.Token[] = []
  let words = 0
  for (const word of new Lexer().lex(text)) {
    tokens.push(...parser.next(word))
    if (++words % stepLength === 0) yield
  }
  tokens.push(...parser.end())
  yield
  const options = { keepSourceTokens: true, logLevel: 'silent', merge: true, uniqueKeys: false } as const
  const [document] = new Composer(options).compose(tokens, true, text.length)
  return document
}

class TextPatcher {
  private readonly splices: TextReplacement[] = []
  private readonly style: PatchStyle

  constructor(private readonly text: string) {
    this.style = new PatchStyle(text)
  }

  result(): string {
    const inOrder = this.splices
      .map((splice, i) => ({ ...splice, i }))
      .sort((a, b) => a.start - b.start || a.end - b.end || a.i - b.i)
    let result = ''
    let at = 0
    for (const { start, end, text } of inOrder) {
      if (start < at) throw new CannotPatch()
      result += this.text.slice(at, start) + text
      at = end
    }
    return result + this.text.slice(at)
  }

  /** False: nothing of it stays, so that it is to be written anew. */
  patchMap(map: MapNode, before: JsonObject, after: JsonObject): boolean {
    const pairs = new Map(map.items.map((pair) => [entryKey(pair), pair]))
    const stays = (name: string) => !Object.hasOwn(before, name) || Object.hasOwn(after, name)
    const gone = map.items.filter((pair) => !stays(entryKey(pair)))
    const kept = map.items.filter((pair) => stays(entryKey(pair)))
    // What a merge key or a list brings in is not here to be changed.
    if (Object.keys(before).some((name) => !pairs.has(name) && !isDeepEqual(before[name], after[name])))
      throw new CannotPatch()
    if (kept.length === 0) return false
    for (const pair of kept) {
      const name = entryKey(pair)
      const [was, is] = [before[name], after[name]]
      if (is !== undefined && Object.hasOwn(before, name) && !isDeepEqual(was, is)) this.patchPair(map, pair, was, is)
    }
    this.remove(map, map.items, gone)
    let last: YamlEntry | undefined
    for (const [name, value] of Object.entries(after)) {
      const pair = pairs.get(name)
      if (pair !== undefined && stays(name)) last = pair
      else if (value !== undefined) this.insert(map, last, kept[0], this.pairText(map, kept[0], name, value))
    }
    return true
  }

  private patchPair(map: MapNode, pair: YamlEntry, before: Json | undefined, after: Json): void {
    const { value } = pair
    if (isMap(value) && isJsonObject(before) && isJsonObject(after) && this.patchMap(value as MapNode, before, after))
      return
    if (isSeq(value) && hasEntries(before) && hasEntries(after) && this.patchSeq(value as YAMLSeq<Node>, before, after))
      return
    this.replaceValue(map, pair, after)
  }

  private patchSeq(seq: YAMLSeq<Node>, before: readonly Json[], after: readonly Json[]): boolean {
    const { items } = seq
    if (items.length !== before.length) throw new CannotPatch()
    const found = matches(before, after)
    const kept = new Set(found.filter((i) => i !== -1))
    const first = items.find((_, i) => kept.has(i))
    if (first === undefined) return false
    this.remove(
      seq,
      items,
      items.filter((_, i) => !kept.has(i)),
    )
    let last: Node | undefined
    for (const [j, value] of after.entries()) {
      const i = found[j] ?? -1
      const [item, was] = [items[i], before[i]]
      if (item === undefined || was === undefined) {
        this.insert(seq, last, first, seq.flow ? this.style.flowText(seq, first, value) : this.itemText(seq, value))
        continue
      }
      last = item
      if (isDeepEqual(was, value)) continue
      const isPatched = isMap(item) && isJsonObject(was) && isJsonObject(value)
      if (!isPatched || !this.patchMap(item as MapNode, was, value)) throw new CannotPatch()
    }
    return true
  }

  private replaceValue(map: MapNode, pair: YamlEntry, after: Json): void {
    const { value } = pair
    const isScalarNow = !isJsonObject(after) && !Array.isArray(after)
    const [start, end] = [valueStart(pair), trimmedEnd(this.text, valueStart(pair), endOf(pair))]
    if (isScalarNow && isScalar(value) && end > start && !isBlockScalar(value)) {
      this.splices.push({ start, end, text: scalarText(after, value.type ?? 'PLAIN') })
    } else if (map.flow) {
      const colon = colonEnd(pair)
      const gap = start > colon ? this.text.slice(colon, start) : ' '
      this.splices.push({ start: colon, end, text: gap + this.style.flowText(map, pair, after) })
    } else {
      const whole = this.pairText(map, pair, entryKey(pair), after).replace(/\r?\n$/, '')
      const column = columnOf(this.text, startOfItem(pair))
      this.splices.push({ start: startOfItem(pair), end, text: whole.slice(column) })
    }
  }

  private remove<T extends Node | YamlEntry>(
    collection: MapNode | YAMLSeq<Node>,
    items: readonly T[],
    gone: readonly T[],
  ): void {
    for (let i = 0; i < items.length; i++) {
      if (!isIn(gone, items[i])) continue
      const from = i
      while (isIn(gone, items[i + 1])) i++
      this.removeRun(collection, items, from, i)
    }
  }

  private removeRun(
    collection: MapNode | YAMLSeq<Node>,
    items: readonly (Node | YamlEntry)[],
    from: number,
    to: number,
  ): void {
    const [first, last, next, before] = [items[from], items[to], items[to + 1], items[from - 1]]
    if (first === undefined || last === undefined) return
    const isInLine =
      isMap(collection) && /\S/.test(this.text.slice(lineStart(this.text, startOfItem(first)), startOfItem(first)))
    if (collection.flow || isInLine) {
      if (next !== undefined) this.splices.push({ start: startOfItem(first), end: startOfItem(next), text: '' })
      else if (before !== undefined) this.splices.push({ start: endOf(before), end: endOf(last), text: '' })
      return
    }
    for (const [i, item] of items.slice(from, to + 1).entries()) {
      const begin = isMap(collection) ? startOfItem(item) : dashOf(collection, from + i)
      const start = lineStart(this.text, begin)
      const end = lineEnd(this.text, endOf(item))
      if (/\S/.test(this.text.slice(start, begin))) throw new CannotPatch()
      // Without a line break at the end of the file, the one before goes.
      const isEnd = end === this.text.length && !this.text.endsWith('\n')
      const earlier = isEnd ? this.text.slice(0, start).search(/\r?\n$/) : -1
      this.splices.push({ start: earlier === -1 ? start : earlier, end, text: '' })
    }
  }

  /** Behind `last`, or without it before `first`, which stays. */
  private insert(
    collection: MapNode | YAMLSeq<Node>,
    last: Node | YamlEntry | undefined,
    first: Node | YamlEntry | undefined,
    text: string,
  ): void {
    if (first === undefined) throw new CannotPatch()
    if (collection.flow) {
      const lead = this.style.leadOf(collection)
      if (last === undefined) this.at(startOfItem(first), `${text},${lead}`)
      else this.at(endOf(last), `,${lead}${text}`)
      return
    }
    if (last !== undefined) {
      const at = lineEnd(this.text, endOf(last))
      const isOpen = at === this.text.length && !this.text.endsWith('\n')
      this.at(at, isOpen ? this.style.lineBreak + text.replace(/\r?\n$/, '') : text)
      return
    }
    if (isMap(collection)) {
      // It may stand behind a dash: the new one takes its place there.
      const column = columnOf(this.text, startOfItem(first))
      this.at(startOfItem(first), text.slice(column) + ' '.repeat(column))
    } else {
      const index = collection.items.indexOf(first as Node)
      this.at(lineStart(this.text, dashOf(collection, index)), text)
    }
  }

  private at(offset: number, text: string): void {
    this.splices.push({ start: offset, end: offset, text })
  }

  /** A whole line or more, indented as the map is; in a flow map what stands between two commas. */
  private pairText(map: MapNode, sibling: YamlEntry | undefined, name: string, value: Json): string {
    if (sibling === undefined) throw new CannotPatch()
    if (!map.flow) {
      return this.style.indented(this.style.blockText({ [name]: value }), columnOf(this.text, startOfItem(sibling)))
    }
    const colon = this.text.slice(endOfKey(sibling), valueStart(sibling))
    const key = isJsonStyle(sibling) ? JSON.stringify(name) : name
    return `${key}${/^\s*:\s*$/.test(colon) ? colon : ': '}${this.style.flowText(map, sibling, value)}`
  }

  private itemText(seq: YAMLSeq<Node>, value: Json): string {
    return this.style.indented(this.style.blockText([value]), columnOf(this.text, dashOf(seq, 0)))
  }
}

function isIn<T>(list: readonly T[], item: T | undefined): boolean {
  return item !== undefined && list.includes(item)
}

/** For each entry of `after` the entry of `before` that it is, or -1; always in the order of `before`. */
function matches(before: readonly Json[], after: readonly Json[]): number[] {
  let last = -1
  const places = new Map(before.map((entry, i) => [entry, i]))
  return after.map((entry) => {
    // Most entries are where they were, or stand a little later.
    const same = (places.get(entry) ?? -1) > last ? before.indexOf(entry, last + 1) : -1
    const found = same === -1 ? before.findIndex((other, i) => i > last && isSameName(other, entry)) : same
    if (found !== -1) last = found
    return found
  })
}

function isSameName(a: Json, b: Json): boolean {
  if (!isJsonObject(a) || !isJsonObject(b)) return isDeepEqual(a, b)
  const field = ['version', 'name', 'classification'].find((name) => typeof a[name] === 'string')
  return field === undefined ? isDeepEqual(a, b) : a[field] === b[field]
}

function hasEntries(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value) && value.length > 0
}

/** How new values are written so that they look like what stands in a text already. */
export class PatchStyle {
  readonly lineBreak: string
  private spaced: boolean | undefined

  constructor(private readonly text: string) {
    this.lineBreak = /\r\n/.test(text) ? '\r\n' : '\n'
  }

  /** The lines, each beginning at a column. */
  indented(lines: string, column: number): string {
    const indent = ' '.repeat(column)
    return lines.replace(/^(?=.)/gm, indent).replaceAll('\n', this.lineBreak)
  }

  /** A value in the style of the rest: how lists are indented, how times are quoted. */
  blockText(value: Json): string {
    const quote = /(['"]?)\d{4}-\d\d-\d\dT\d\d:/.exec(this.text)?.[1]
    const list = /^( *(?:- +)?)[\w.]+:[ \t]*\r?\n(?:[ \t]*\r?\n)*( *)- /m.exec(this.text)
    return stringify(value, {
      lineWidth: 0,
      indentSeq: list !== null && (list[2]?.length ?? 0) > (list[1]?.length ?? 0),
      singleQuote: quote === "'",
      // Where times stand without quotes, they may; else they are quoted as an older YAML wants it.
      version: quote === '' ? '1.2' : '1.1',
    })
  }

  flowText(collection: MapNode | YAMLSeq<Node>, sibling: Node | YamlEntry, value: Json): string {
    const lead = this.leadOf(collection)
    if (!isJsonStyle(sibling)) {
      return stringify(value, { lineWidth: 0, collectionStyle: 'flow', version: '1.1' }).trim()
    }
    const break_ = lead.lastIndexOf('\n')
    if (break_ === -1) {
      return !this.isSpaced
        ? JSON.stringify(value)
        : JSON.stringify(value, null, 1)
            .replace(/\n\s*/g, ' ')
            .replace(/([[{]) | ([\]}])/g, '$1$2')
    }
    const own = lead.slice(break_ + 1)
    const until = this.text.slice(0, collectionEnd(collection) - 1)
    const outer = until.slice(until.lastIndexOf('\n') + 1)
    const unit = /^\s*$/.test(outer) && own.length > outer.length ? own.slice(outer.length) : '  '
    return JSON.stringify(value, null, unit).replaceAll('\n', this.lineBreak + own)
  }

  /** What stands between a comma and the next entry. */
  leadOf(collection: MapNode | YAMLSeq<Node>): string {
    const [first, second] = collection.items
    const entry = second ?? first
    if (entry === undefined) return ' '
    const until = this.text.slice(0, startOfItem(entry))
    const lead = until.slice(until.trimEnd().length)
    if (second !== undefined || lead.includes('\n')) return lead
    return this.isSpaced || !isJsonStyle(entry) ? ' ' : ''
  }

  /** Whether something stands between a quoted name and its value. Looked for once: the text may be long, and the edits many. */
  private get isSpaced(): boolean {
    this.spaced ??= /"\s*:\s/.test(this.text)
    return this.spaced
  }
}

function isBlockScalar({ type }: Scalar): boolean {
  return type === Scalar.BLOCK_FOLDED || type === Scalar.BLOCK_LITERAL
}

/** Whether keys and texts are written as JSON does. */
function isJsonStyle(item: Node | YamlEntry): boolean {
  const node = isEntry(item) ? item.key : isMap(item) ? (item as MapNode).items[0]?.key : item
  return isScalar(node) && node.type === Scalar.QUOTE_DOUBLE
}

const time = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/

/** Quoted as what was there before. */
function scalarText(value: Json, type: string): string {
  if (typeof value !== 'string') return JSON.stringify(value)
  if (type === Scalar.QUOTE_DOUBLE) return JSON.stringify(value)
  if (type === Scalar.QUOTE_SINGLE) return `'${value.replaceAll("'", "''")}'`
  return time.test(value) ? value : stringify(value, { lineWidth: 0 }).trim()
}
