/** No user indents a list further; such a document is read as a whole. */
const MOST_INDENT = 100

/** A piece of a YAML file that can be read on its own. */
type YamlPart = DocumentPart | ListPart

interface DocumentPart extends YamlPiece {
  readonly kind: 'document'
}

/** A document with a long list: what is around the list, and its items, each as a list with one entry. */
export interface ListPart extends YamlPiece {
  readonly kind: 'list'
  readonly around: string
  /** One after the other: a whole landscape may be one list. */
  items(): Iterable<YamlPiece>
}

interface YamlPiece {
  readonly text: string
  /** The position at which it begins in the file. */
  readonly at: number
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
export function* splitYaml(text: string): Generator<YamlPart | undefined> {
  for (const document of documents(text)) {
    yield
    if (document.text.trim() !== '') yield list(document) ?? { kind: 'document', ...document }
  }
}

/**
 * The documents of a text: each begins at a line with `---`, or after `...`. Directives and comments before a `---` stay with what
 * follows.
 */
function* documents(text: string): Generator<YamlPiece> {
  const marker = /^(?:---(?=[ \t\r\n]|$)|\.\.\.(?=[ \t\r\n]|$).*(?:\n|$))/gm
  let start = 0
  for (let match = marker.exec(text); match; match = marker.exec(text)) {
    const isEnd = match[0].startsWith('.')
    const end = isEnd ? match.index + match[0].length : match.index
    const before = text.slice(start, end)
    if (!isEnd && /^(?:[ \t]*(?:[#%].*)?\r?(?:\n|$))*$/.test(before)) continue
    yield { text: before, at: start }
    start = end
  }
  yield { text: text.slice(start), at: start }
}

function list({ text, at }: YamlPiece): ListPart | undefined {
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
  return { kind: 'list', text, at, around, items: () => items(text, { start, end, indent, at }) }
}

interface LineSpan {
  readonly start: number
  readonly end: number
  readonly indent: number
  /** The position at which the text begins in the file. */
  readonly at: number
}

function* items(text: string, { start, end, indent, at }: LineSpan): Generator<YamlPiece> {
  const dash = `\n${' '.repeat(indent)}- `
  for (let begin = start; begin < end; ) {
    const next = text.indexOf(dash, begin)
    const stop = next === -1 || next >= end ? end : next + 1
    yield { text: text.slice(begin, stop), at: at + begin }
    begin = stop
  }
}
