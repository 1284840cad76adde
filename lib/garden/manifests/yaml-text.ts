import { CORE_SCHEMA, load } from 'js-yaml'
import { Composer, type CST, type Document, isNode, isScalar, LineCounter, Parser, visit } from 'yaml'
import { shortened } from '@/lib/engine/bounds'
import type { ProblemFault } from '@/lib/engine/faults'
import { type RepeatedKey, repeats } from './json-text'
import type { ManifestLimits } from './reading'

/** How many characters of what the library says are kept. */
const SAID = 500

export type YamlValue =
  | { readonly kind: 'value'; readonly value: unknown }
  | {
      readonly kind: 'error'
      readonly fault: ProblemFault
      /** The line in this text, from 1 on. */
      readonly line: number
      /** The text uses an anchor that it does not set; perhaps one of the text around it. */
      readonly needsAnchor: boolean
    }

// Keys are compared below: what the library does takes minutes for a mapping with 100,000 keys.
const options = { logLevel: 'silent', prettyErrors: false, merge: true, stringKeys: true, uniqueKeys: false } as const

/**
 * Reads one YAML document (so also JSON). Never throws: what cannot be read, or repeats itself too often, is an error. js-yaml is five times
 * as fast as yaml, which says where and what is wrong, and knows all of YAML 1.2: it reads what js-yaml refuses or would read otherwise.
 */
export function readYaml(text: string, limits: Pick<ManifestLimits, 'aliases' | 'depth'>): YamlValue {
  const quick = quickly(text, limits.depth)
  return quick === undefined ? readAnyYaml(text, limits) : { kind: 'value', value: quick }
}

/** Undefined: only yaml says what it means. */
function quickly(text: string, depth: number): unknown {
  const without = (left: string, folded: RegExp) =>
    left.replace(folded, (all, indent: string) => (goesOnInside(all, indent.length) ? '' : all))
  const unfolded = FOLDED.reduce(without, text)
  if (READ_OTHERWISE.some((sign) => sign.test(unfolded)) || mayHaveLongKey(text)) return undefined
  // The types do not know of the depth yet.
  const options = { schema: CORE_SCHEMA, maxDepth: depth }
  try {
    return load(text, options)
  } catch {
    return undefined
  }
}

/**
 * A key with a quoted text that goes on in further lines, none of them empty, as kubectl writes a long message. Nothing in it means
 * anything else to one of the two, as long as it goes on further to the right than its key.
 */
const FOLDED: readonly RegExp[] = [
  /^( *(?:- )?)[\w./-]+: "(?:[^"\\\n]|\\.)*(?:\\?\n +(?:[^"\\\s]|\\.)(?:[^"\\\n]|\\.)*)+"/gm,
  /^( *(?:- )?)[\w./-]+: '(?:[^'\n]|'')*(?:\n +(?:[^'\s]|'')(?:[^'\n]|'')*)+'/gm,
]

function goesOnInside(text: string, indent: number): boolean {
  return text.split('\n').every((line, at) => at === 0 || line.search(/\S/) > indent)
}

/** Texts in which the two libraries may differ, which are rare in manifests. */
const READ_OTHERWISE: readonly RegExp[] = [
  // Anchors, which may repeat much, and tags.
  /(?:^|[\s[{,])[&!]/,
  // Merges, and a number or a template in place of a key.
  /<<|\{ *[-+.\d{[]/,
  // Keys that are no texts unless they are taken for what they say.
  /(?:^|[\s[{,])\?(?:\s|$)/,
  /(?:^|[\s[{,])(?:~|null|true|false)? ?:/i,
  /[{,]\s*(?:~|null|true|false)\s*[,}]/i,
  /^[ -]*[+.\d][^\s:]* ?:/m,
  // Lists in lists.
  /(?:^|\s)-\s+-(?:\s|$)/,
  // What only begins like the end of a document.
  /^(?:---|\.\.\.)\S/m,
  // What ends lines for one of them only.
  /\r(?!\n)/,
  // A hidden end of a line before an empty line.
  /\\\r?\n *\r?\n/,
  // A quoted text that goes on in the next line, which may begin there where only keys may.
  /(?:[:\-,[{]|^) *"(?:[^"\\\n]|\\.)*\\?$/m,
  /(?:[:\-,[{]|^) *'[^'\n]*$/m,
]

/** YAML allows no key to be longer, in characters. */
const LONGEST_KEY = 1024

/** Whether so much stands in one line before a colon that it may be a key that only one of them refuses. */
function mayHaveLongKey(text: string): boolean {
  let from = 0
  for (let colon = text.indexOf(':'); colon >= 0; colon = text.indexOf(':', from)) {
    if (colon - from > LONGEST_KEY && !text.slice(colon - LONGEST_KEY - 1, colon).includes('\n')) return true
    from = colon + 1
  }
  return false
}

/** Reads YAML with the library `yaml` alone. */
export function readAnyYaml(text: string, limits: Pick<ManifestLimits, 'aliases' | 'depth'>): YamlValue {
  try {
    const tokens = [...new Parser().parse(text)]
    const deep = deeperThan(tokens, limits.depth)
    if (deep) return failed(text, { code: 'too-deep', most: limits.depth }, deep.offset)
    const [document] = new Composer(options).compose(tokens, true, text.length)
    if (!document) return { kind: 'value', value: null }
    const error = document.errors[0]
    if (error) return failed(text, error.message, error.pos[0])
    const twice = repeatedKey(document)
    if (twice) return failed(text, repeats(twice.key), twice.offset)
    return { kind: 'value', value: document.toJS({ maxAliasCount: limits.aliases }) }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    if (/Excessive alias count/.test(message)) {
      return failed(text, { code: 'too-many-aliases', most: limits.aliases }, 0)
    }
    return failed(text, message, 0)
  }
}

/**
 * The first token that lies deeper. Beyond some hundred levels the library fills the stack, and a regular expression that is
 * compiled on a full stack ends the whole process; so it must not come to that.
 */
function deeperThan(tokens: readonly CST.Token[], limit: number): CST.Token | undefined {
  let level = tokens
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > limit) return level[0]
    level = level.flatMap(innerTokens)
  }
  return undefined
}

function innerTokens(token: CST.Token): CST.Token[] {
  if (token.type === 'document') return token.value ? [token.value] : []
  if (!('items' in token)) return []
  return token.items.flatMap((item) => [item.key, item.value].filter((inner) => inner !== null && inner !== undefined))
}

function repeatedKey(document: Document): RepeatedKey | undefined {
  let found: RepeatedKey | undefined
  visit(document, {
    Map: (_, map) => {
      const keys = new Set<unknown>()
      for (const { key } of map.items) {
        const name = isScalar(key) ? key.value : key
        if (keys.has(name) && name !== '<<') {
          found = { key: String(name), offset: (isNode(key) && key.range?.[0]) || 0 }
          return visit.BREAK
        }
        keys.add(name)
      }
      return undefined
    },
  })
  return found
}

/** @param found what is wrong, or what the library says */
function failed(text: string, found: ProblemFault | string, offset: number): YamlValue {
  const line = lineAt(text, offset)
  if (typeof found !== 'string') return { kind: 'error', fault: found, line, needsAnchor: false }
  const said = shortened(found.trimEnd(), SAID)
  const fault: ProblemFault = { code: 'said', text: /[.:]$/.test(said) ? said.slice(0, -1) : said }
  return { kind: 'error', fault, line, needsAnchor: /Unresolved alias/.test(found) }
}

/** The line, from 1, that the character at `offset` is in. */
export function lineAt(text: string, offset: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line++
  return line
}

/**
 * Says on which line, from 1, something stands in a YAML or JSON text. It reads the text a second time, with places, so it is
 * only asked when there is something to say; what it has read it keeps.
 */
export class LineLocator {
  private readonly lines = new LineCounter()
  private document: Document | 'unreadable' | undefined

  constructor(private readonly text: string) {}

  /**
   * Of the value at `path` (e.g. `spec.kubernetes.versions[3].version`) of the object that `within` leads to. What is not
   * there itself counts as its nearest ancestor.
   */
  line(within: readonly (string | number)[], path: string): number {
    this.document ??= this.read()
    if (this.document === 'unreadable') return 1
    for (let keys = [...within, ...keysOf(path)]; keys.length > 0; keys = keys.slice(0, -1)) {
      const node = this.document.getIn(keys, true)
      if (isNode(node) && node.range) return this.lines.linePos(node.range[0]).line
    }
    return this.firstLine()
  }

  private firstLine(): number {
    const contents = this.document === 'unreadable' ? undefined : this.document?.contents
    return isNode(contents) && contents.range ? this.lines.linePos(contents.range[0]).line : 1
  }

  /** The text was read before, so it is not nested too deeply. */
  private read(): Document | 'unreadable' {
    try {
      const tokens = new Parser(this.lines.addNewLine).parse(this.text)
      const [document] = new Composer(options).compose(tokens, true, this.text.length)
      return document ?? 'unreadable'
    } catch {
      return 'unreadable'
    }
  }
}

function keysOf(path: string): (string | number)[] {
  const keys = path.match(/[^.[\]]+/g) ?? []
  return keys.map((key) => (/^\d+$/.test(key) ? Number(key) : key))
}
