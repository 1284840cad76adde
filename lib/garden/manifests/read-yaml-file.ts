import { createHash } from 'node:crypto'
import { type Context, isList, type Limits, type Raw, type ReadPart, readRaws, takeApart, typed } from './reading'
import { isTemplate } from './template'
import { Locator, lineAt, readYaml } from './yaml-text'

/** Reads a YAML file part by part, so that the caller can let others work in between, also where nothing came yet (undefined). */
export function* readYamlFile(text: string, context: Context): Generator<ReadPart | undefined> {
  for (const stretch of yamlStretches(text, context.limits)) {
    yield stretch && readPart(stretch.text, stretch.line, stretch.how, context)
  }
}

/** A part of a file that is read on its own, and how. */
export interface YamlStretch {
  readonly text: string
  /** Where it begins, from 1. */
  readonly line: number
  readonly how: How
}

/** All of a file but what is around long lists, in order. A step looks through all of a long text once at most (undefined: nothing came of it). */
export function* yamlStretches(text: string, limits: Limits): Generator<YamlStretch | undefined> {
  for (const part of splitYaml(text)) {
    yield
    if (part === undefined) continue
    const list = part.kind === 'list' ? yield* listOf(part, limits) : undefined
    if (part.kind === 'document' || list === undefined) {
      yield { text: part.text, line: part.line, how: { salt: '', prefix: [], raws: takeApart } }
      continue
    }
    yield
    const how: How = { salt: `${list.apiVersion} ${list.kind}`, prefix: [0], raws: (value) => entries(value, list) }
    for (const item of part.items()) yield { ...item, how }
  }
}

/** What the list says about itself; undefined if it is none, or if its items cannot be read one by one. */
function* listOf(part: ListPart, limits: Limits): Generator<undefined, Record<string, unknown> | undefined> {
  const around = readYaml(part.around, limits)
  if (around.kind === 'error' || !isList(around.value) || around.value.items !== undefined) return undefined
  return mayUseAliases(part.text) && (yield* needOthers(part, limits)) ? undefined : around.value
}

const mayUseAliases = (text: string): boolean => /[\s[{,]\*[^\s,[\]{}]/.test(text)

/** Whether an item uses what another one sets. */
function* needOthers(part: ListPart, limits: Limits): Generator<undefined, boolean> {
  for (const { text } of part.items()) {
    yield
    if (!mayUseAliases(text)) continue
    const read = readYaml(text, limits)
    if (read.kind === 'error' && read.needsAnchor) return true
  }
  return false
}

/** The text of an item is a list with one entry. */
function* entries(value: unknown, list: Record<string, unknown>): Generator<Raw> {
  for (const item of Array.isArray(value) ? value : []) yield* takeApart(typed(item, list))
}

interface How {
  /** What else than the text decides what it means. */
  readonly salt: string
  /** The way from the root of the text to where `raws` begin. */
  readonly prefix: readonly number[]
  readonly raws: (value: unknown) => Iterable<Raw>
}

function readPart(text: string, line: number, { salt, prefix, raws }: How, context: Context): ReadPart {
  const hash = createHash('sha1').update(salt).update('\n').update(text).digest('base64').slice(0, 20)
  const known = context.known.parts.get(hash)
  if (known) return { hash, line, reading: known }
  const read = readYaml(text, context.limits)
  if (read.kind === 'error') {
    const fault = { line: read.line, path: '', fault: read.fault, ...(isTemplate(text) && { isTemplate: true }) }
    return { hash, line, reading: { items: [], faults: [fault] } }
  }
  const locator = new Locator(text)
  const first = lineAt(text, Math.max(text.search(/^(?!---)[^\s#%]/m), 0))
  const lineOf = (within: Raw['within'], path: string): number =>
    within.length === 0 && path === '' ? first : locator.line([...prefix, ...within], path)
  return { hash, line, reading: readRaws(raws(read.value), { ...context, hash, lineOf }) }
}

/** Nobody indents a list further; such a document is read as a whole. */
const MOST_INDENT = 100

/** A stretch of a YAML file that can be read on its own. */
export type Part = DocumentPart | ListPart

export interface DocumentPart extends Stretch {
  readonly kind: 'document'
}

/** A document with a long list: what is around the list, and its items, each as a list with one entry. */
interface ListPart extends Stretch {
  readonly kind: 'list'
  readonly around: string
  /** One after the other: a whole landscape may be one list. */
  items(): Iterable<Stretch>
}

interface Stretch {
  readonly text: string
  /** From 1. */
  readonly line: number
}

/**
 * Splits a file into its documents, and the lists that kubectl writes into their items, by indentation alone. So a mistake in
 * one object stays in that object, an unchanged object is not read again, and no more than one of them is held as a tree.
 *
 * Why that is right: a line less indented than an item, or as much and without a dash, ends the item in every YAML; not even a
 * quoted text may go on there. Only a document that begins as a block mapping in the first column is split this way.
 * Anchors that reach from one item into another break the split; the reader then takes the whole document.
 *
 * A step looks through all of a long text once (undefined: nothing came of it).
 */
export function* splitYaml(text: string): Generator<Part | undefined> {
  let line = 1
  let before = ''
  for (const document of documents(text)) {
    yield
    line += count(before)
    if (/[^\s]/.test(document)) yield list(document, line) ?? { kind: 'document', text: document, line }
    before = document
  }
}

/** At lines that begin with `---`; after `...`. Directives and comments before a `---` stay with what follows. */
function* documents(text: string): Generator<string> {
  const marker = /^(?:---(?=[ \t\r\n]|$)|\.\.\.(?=[ \t\r\n]|$).*(?:\n|$))/gm
  let start = 0
  for (let match = marker.exec(text); match; match = marker.exec(text)) {
    const isEnd = match[0].startsWith('.')
    const end = isEnd ? match.index + match[0].length : match.index
    const before = text.slice(start, end)
    if (!isEnd && /^(?:[ \t]*(?:[#%].*)?\r?(?:\n|$))*$/.test(before)) continue
    yield before
    start = end
  }
  yield text.slice(start)
}

function list(text: string, line: number): ListPart | undefined {
  const first = /^(?:(?:#.*|---[ \t]*(?:#.*)?|[ \t]*)\r?\n)*(?=[A-Za-z]\w*:)/.exec(text)
  const head = first && /^items:[ \t]*(?:#.*)?\r?\n(?:[ \t]*(?:#.*)?\r?\n)*(?=( *)- )/m.exec(text)
  if (!head) return undefined
  const indent = head[1]?.length ?? 0
  if (indent > MOST_INDENT) return undefined
  const start = head.index + head[0].length
  // The first line after it that is indented as little as the items are, and is none.
  const after = new RegExp(`\\n(?! {${indent}}- ) {0,${indent}}(?=[^ \\t\\r\\n#])`, 'g')
  after.lastIndex = start
  const match = after.exec(text)
  const end = match ? match.index + 1 : text.length
  const around = text.slice(0, head.index) + text.slice(end)
  return { kind: 'list', text, line, around, items: () => items(text, { start, end, indent, line }) }
}

interface Span {
  readonly start: number
  readonly end: number
  readonly indent: number
  /** Of the text's beginning. */
  readonly line: number
}

function* items(text: string, { start, end, indent, line }: Span): Generator<Stretch> {
  const dash = `\n${' '.repeat(indent)}- `
  let at = line + count(text.slice(0, start))
  for (let begin = start; begin < end; ) {
    const next = text.indexOf(dash, begin)
    const stop = next === -1 || next >= end ? end : next + 1
    const item = text.slice(begin, stop)
    yield { text: item, line: at }
    at += count(item)
    begin = stop
  }
}

function count(text: string): number {
  let lines = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines++
  return lines
}
