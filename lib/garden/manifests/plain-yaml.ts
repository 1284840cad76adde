/**
 * Reads the plain YAML that kubectl and most people write, some 30 times faster than a complete parser: mappings, lists, simple
 * keys, scalars in any quotes, `|` texts, `{}` and `[]`. Undefined for everything else, and for everything that is wrong: then
 * the complete parser says what it means. So this need not know all of YAML, but must never differ where it answers.
 * `spans` is told where its mappings stand, but for those that end in a `|` text.
 */
export function readPlainYaml(
  text: string,
  depth: number,
  spans?: Map<object, Span>,
): { readonly value: unknown } | undefined {
  if (/[\t\r]/.test(text)) return undefined
  try {
    return { value: new Plain(text, depth, spans).document() }
  } catch (error) {
    if (error === unusual) return undefined
    throw error
  }
}

/** Offsets of the first character and behind the last one. */
export type Span = readonly [start: number, end: number]

const unusual = Symbol('unusual')

function giveUp(): never {
  throw unusual
}

/** YAML wants the colon within 1,024 characters; a longer key is left to the complete parser, which refuses it. */
const keyPattern = /([A-Za-z0-9_./][\w./-]{0,1000}):(?: +|$)/y
/** How a plain scalar may begin. A dash is looked at apart. */
const plainStart = /[A-Za-z0-9_./+~<(=$^;\\-]/
/** What would end a plain scalar, or make it something else. */
const plainEnd = /:(?: |$)| #/

class Plain {
  /** Where the next line begins. */
  private rest = 0
  /** Of the line at hand: the offset of its first character that is no space, of its end, and its indentation. */
  private start = 0
  private end = 0
  private indent = 0
  /** Whether empty lines or comments stand before the line at hand. */
  private isApart = false
  private isOver = false
  /** Where what was read before the line at hand ends; undefined: in a `|` text. */
  private behind: number | undefined

  constructor(
    private readonly text: string,
    private readonly depth: number,
    private readonly spans: Map<object, Span> | undefined,
  ) {}

  document(): unknown {
    this.next()
    if (!this.isOver && this.indent === 0 && this.line() === '---') this.next()
    if (this.isOver) giveUp()
    const value = this.block(this.depth)
    return this.isOver ? value : giveUp()
  }

  /** To the next line that says something. */
  private next(): void {
    const { text } = this
    this.isApart = false
    if (this.spans) this.behind = this.endOfLine(0)
    for (;;) {
      if (this.rest >= text.length) {
        this.isOver = true
        return
      }
      const newline = text.indexOf('\n', this.rest)
      const begin = this.rest
      this.end = newline === -1 ? text.length : newline
      this.rest = this.end + 1
      let start = begin
      while (start < this.end && text.charCodeAt(start) === 32) start++
      if (start < this.end && text[start] !== '#') {
        this.start = start
        this.indent = start - begin
        if (this.indent === 0 && /^(?:---|\.\.\.|%)/.test(text.slice(start, start + 3)) && begin > 0) giveUp()
        return
      }
      this.isApart = true
    }
  }

  private line(): string {
    return this.text.slice(this.start, this.endOfLine(this.start))
  }

  /** Without spaces. */
  private endOfLine(start: number): number {
    let { end } = this
    while (end > start && this.text.charCodeAt(end - 1) === 32) end--
    return end
  }

  private isDash(): boolean {
    return this.text[this.start] === '-' && this.start + 1 < this.end && this.text[this.start + 1] === ' '
  }

  private block(depth: number): unknown {
    if (depth === 0) giveUp()
    return this.isDash() ? this.list(depth) : this.mapping(depth)
  }

  private mapping(depth: number): unknown {
    const { indent, start } = this
    const result: Record<string, unknown> = {}
    do {
      const key = this.key()
      if (Object.hasOwn(result, key) || key === '__proto__') giveUp()
      result[key] = this.start < this.end ? this.scalar(indent) : this.nested(indent, depth)
    } while (!this.isOver && this.indent === indent && !this.isDash())
    if (!this.isOver && this.indent > indent) giveUp()
    if (this.behind !== undefined) this.spans?.set(result, [start, this.behind])
    return result
  }

  /** Reads a key and goes on to what follows it on the line. */
  private key(): string {
    const line = this.line()
    keyPattern.lastIndex = 0
    const match = keyPattern.exec(line)
    if (!match?.[1]) giveUp()
    this.start = match[0].length === line.length ? this.end : this.start + match[0].length
    return match[1]
  }

  /** What follows a key on the next lines. A list may be indented as little as its key. */
  private nested(indent: number, depth: number): unknown {
    this.next()
    if (this.isOver) return null
    if (this.indent > indent) return this.block(depth - 1)
    return this.indent === indent && this.isDash() ? this.list(depth - 1) : null
  }

  private list(depth: number): unknown {
    if (depth === 0) giveUp()
    const { indent } = this
    const result: unknown[] = []
    do {
      let inner = this.start + 1
      while (inner < this.end && this.text.charCodeAt(inner) === 32) inner++
      if (inner === this.end) giveUp()
      this.indent += inner - this.start
      this.start = inner
      if (this.isDash()) giveUp()
      keyPattern.lastIndex = 0
      result.push(keyPattern.test(this.line()) ? this.mapping(depth - 1) : this.scalar(indent))
    } while (!this.isOver && this.indent === indent && this.isDash())
    if (!this.isOver && this.indent > indent) giveUp()
    return result
  }

  /** What begins on the line at hand, in something that is indented by `indent`; goes on behind it. */
  private scalar(indent: number): unknown {
    const line = this.line()
    const first = line[0] ?? ''
    if (first === '|') return this.blockText(indent, line)
    if (first === '"') return this.quoted(indent, line, /^"(?:[^"\\]|\\.)*"$/, (text) => this.json(text))
    if (first === "'") {
      return this.quoted(indent, line, /^'(?:[^']|'')*'$/, (text) => text.slice(1, -1).replaceAll("''", "'"))
    }
    if (line === '{}' || line === '[]') {
      this.next()
      if (!this.isOver && this.indent > indent) giveUp()
      return line === '{}' ? {} : []
    }
    return resolve(this.plain(indent, line))
  }

  private plain(indent: number, line: string): string {
    if (!plainStart.test(line[0] ?? '') || line === '-' || line.startsWith('- ') || plainEnd.test(line)) giveUp()
    const lines = [line]
    for (this.next(); !this.isOver && this.indent > indent; this.next()) {
      const more = this.line()
      if (this.isApart || plainEnd.test(more)) giveUp()
      lines.push(more)
    }
    return lines.length === 1 ? line : lines.join(' ')
  }

  private quoted(indent: number, line: string, whole: RegExp, read: (text: string) => string): string {
    let text = line
    for (let lines = 0; !whole.test(text); lines++) {
      if (this.text[this.end - 1] === ' ') giveUp()
      this.next()
      if (this.isOver || this.isApart || this.indent <= indent || lines > 100) giveUp()
      // A backslash hides the end of the line; two of them are one that is meant.
      const isHidden = text[0] === '"' && backslashesAtEnd(text) % 2 === 1
      text = isHidden ? text.slice(0, -1) + this.line() : `${text} ${this.line()}`
    }
    this.next()
    if (!this.isOver && this.indent > indent) giveUp()
    return read(text)
  }

  private json(text: string): string {
    try {
      return JSON.parse(text.replace(/\\(.)/g, (whole, what) => (what === ' ' ? what : whole)))
    } catch {
      return giveUp()
    }
  }

  private blockText(indent: number, header: string): string {
    if (header !== '|' && header !== '|-') giveUp()
    const lines: string[] = []
    let inner = -1
    for (; this.rest < this.text.length; ) {
      const newline = this.text.indexOf('\n', this.rest)
      const end = newline === -1 ? this.text.length : newline
      let start = this.rest
      while (start < end && this.text.charCodeAt(start) === 32) start++
      const own = start - this.rest
      if (start === end) {
        if (inner === -1) giveUp()
        lines.push(own > inner ? this.text.slice(this.rest + inner, end) : '')
      } else {
        if (inner === -1) inner = own
        if (own <= indent) break
        if (own < inner) giveUp()
        lines.push(this.text.slice(this.rest + inner, end))
      }
      this.rest = end + 1
    }
    if (inner <= indent) giveUp()
    // Spaces on the last lines are a matter of taste between parsers.
    while (lines.length > 0 && lines.at(-1) === '') lines.pop()
    if (/^ *$/.test(lines.at(-1) ?? '') || this.text.endsWith(' ')) giveUp()
    this.next()
    this.behind = undefined
    if (!this.isOver && this.indent > indent) giveUp()
    return header === '|' ? `${lines.join('\n')}\n` : lines.join('\n')
  }
}

function backslashesAtEnd(text: string): number {
  let at = text.length
  while (text[at - 1] === '\\') at--
  return text.length - at
}

/** What a plain scalar stands for in the core schema of YAML 1.2. */
function resolve(text: string): unknown {
  const first = text.charCodeAt(0)
  // Digits, +, - and . may begin a number.
  if ((first >= 48 && first <= 57) || first === 43 || first === 45 || first === 46) {
    if (/^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/.test(text)) return Number(text)
    if (/^(?:[-+]?\.(?:inf|nan)|0o[0-7]+|0x[0-9a-f]+)$/i.test(text)) giveUp()
    return text
  }
  if (text === 'true' || text === 'True' || text === 'TRUE') return true
  if (text === 'false' || text === 'False' || text === 'FALSE') return false
  return text === '~' || text === 'null' || text === 'Null' || text === 'NULL' ? null : text
}
