import { isMap, isScalar, type Node, Scalar, stringify, type YAMLSeq } from 'yaml'
import type { Json } from '../merge-patch'
import { collectionEnd, type Entry, isEntry, type MapNode, startOf } from './patch-places'

/** How new values are written so that they look like what stands in a text already. */
export class PatchStyle {
  readonly lineBreak: string
  private spaced: boolean | undefined

  constructor(private readonly text: string) {
    this.lineBreak = /\r\n/.test(text) ? '\r\n' : '\n'
  }

  /** Each line begins at a column. */
  indented(lines: string, column: number): string {
    const indent = ' '.repeat(column)
    return lines.replace(/^(?=.)/gm, indent).replaceAll('\n', this.lineBreak)
  }

  /** In the style of the rest: how lists are indented, how times are quoted. */
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

  flowText(collection: MapNode | YAMLSeq<Node>, sibling: Node | Entry, value: Json): string {
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
    const until = this.text.slice(0, startOf(entry))
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

export function isBlockScalar({ type }: Scalar): boolean {
  return type === Scalar.BLOCK_FOLDED || type === Scalar.BLOCK_LITERAL
}

/** Whether keys and texts are written as JSON does. */
export function isJsonStyle(item: Node | Entry): boolean {
  const node = isEntry(item) ? item.key : isMap(item) ? (item as MapNode).items[0]?.key : item
  return isScalar(node) && node.type === Scalar.QUOTE_DOUBLE
}

const time = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/

/** Quoted as what was there before. */
export function scalarText(value: Json, type: string): string {
  if (typeof value !== 'string') return JSON.stringify(value)
  if (type === Scalar.QUOTE_DOUBLE) return JSON.stringify(value)
  if (type === Scalar.QUOTE_SINGLE) return `'${value.replaceAll("'", "''")}'`
  return time.test(value) ? value : stringify(value, { lineWidth: 0 }).trim()
}
