import { diffArrays } from 'diff'
import { isCollection, isScalar, LineCounter, type Node, visit } from 'yaml'
import type { WhatIfAnswer } from '@/lib/contract/what-if'
import { addTo } from '@/lib/engine/grouped'
import type { JsonObject } from '@/lib/engine/json'
import { lineRefusal } from '@/lib/words/refusal-reasons'
import { fieldBelow, parsed, type ReadText, type TextSpan } from './yaml-entries'

/** The lines of a text that is edited: which of them differ from another text, and what is wrong with them. */

/** Lines that follow each other and are of one kind. */
export interface ConsecutiveLines {
  readonly kind: 'same' | 'new'
  /** Something is said about it: it is one line, the last of its row. */
  readonly isTold: boolean
  readonly lines: readonly string[]
}

export type TextRow =
  /** Lines of the text with nothing between them. `from`: how many are above them; `to`: the same below the last of them. */
  | {
      readonly kind: 'text'
      readonly isFolded: boolean
      readonly from: number
      readonly to: number
      readonly stretches: readonly ConsecutiveLines[]
    }
  /** Lines of the text before that are no more in it. */
  | { readonly kind: 'gone'; readonly lines: readonly string[] }
  /** What is said about the line above; `line`: its number, from 1. */
  | { readonly kind: 'told'; readonly line: number }

/** The most values that differ before all of them count as other ones: comparing takes long then. */
const MOST_DIFFERENT = 600

/**
 * A text as it is drawn beside the one before: its lines, broken where one is gone and below those that something is said about. Values are
 * compared: how they are written is no difference. A line break at its end is a line of its own, as an editor shows it.
 * @param told numbers of lines that something is said about, from 1
 */
export function textRows(before: string, after: string, told: ReadonlySet<number>): readonly TextRow[] {
  const { isNew, gone } = differencesOf(before, after)
  const rows: TextRow[] = []
  let open: OpenTextRow | null = null
  const take = (place: number) => {
    const lines = gone.get(place)
    if (lines === undefined) return
    rows.push({ kind: 'gone', lines })
    open = null
  }
  const lines = after.split('\n')
  for (const [place, line] of lines.entries()) {
    take(place)
    if (open === null) {
      open = { kind: 'text', isFolded: false, from: place, to: place, stretches: [] }
      rows.push(open)
    }
    open.to = place + 1
    const kind = isNew.has(place) ? 'new' : 'same'
    const isTold = told.has(place + 1)
    const last = open.stretches.at(-1)
    if (last?.kind === kind && !isTold) last.lines.push(line)
    else open.stretches.push({ kind, isTold, lines: [line] })
    if (!isTold) continue
    rows.push({ kind: 'told', line: place + 1 })
    open = null
  }
  take(lines.length)
  return rows
}

/** What a text says in some of its lines, counted from 0. */
interface NamedLines {
  readonly what: string
  readonly from: number
  readonly to: number
}

/** The positions of new lines, and the positions before which lines were removed, from 0 on. */
function differencesOf(before: string, after: string) {
  const read = [before, after].map(valuesIn)
  const [old = [], now = []] = read.map((said, i) =>
    read.includes(null) ? linesIn([before, after][i] ?? '') : (said ?? []),
  )
  const [was, is] = [old, now].map((said) => said.map(({ what }) => what))
  const parts = diffArrays(was ?? [], is ?? [], { maxEditLength: MOST_DIFFERENT }) ?? [
    { removed: true, added: false, count: old.length },
    { removed: false, added: true, count: now.length },
  ]
  const isNew = new Set<number>()
  const gone = new Map<number, string[]>()
  const lines = before.split('\n')
  const taken = new Set<number>()
  let [above, here] = [0, 0]
  for (const { removed, added, count } of parts) {
    if (removed) {
      const places = placesIn(old.slice(above, above + count)).filter((place) => !taken.has(place))
      for (const place of places) taken.add(place)
      const next = now[here]?.from ?? (now.at(-1)?.to ?? -1) + 1
      if (places.length > 0) gone.set(next, [...(gone.get(next) ?? []), ...places.map((place) => lines[place] ?? '')])
    }
    if (added) for (const place of placesIn(now.slice(here, here + count))) isNew.add(place)
    if (!added) above += count
    if (!removed) here += count
  }
  return { isNew, gone }
}

function placesIn(said: readonly NamedLines[]): readonly number[] {
  return said.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, i) => from + i))
}

/** Each field with its value, and each entry of a list; null: it is no YAML with fields or entries. */
function valuesIn(text: string): readonly NamedLines[] | null {
  const lines = new LineCounter()
  const document = parsed(text, lines)
  if (document.errors.length > 0 || !isCollection(document.contents)) return null
  const found: NamedLines[] = []
  const add = (name: string, first: Node, value: Node | null) => {
    const lineAt = (offset = 0) => lines.linePos(offset).line - 1
    const from = lineAt(first.range?.[0])
    const isPlain = value !== null && !isCollection(value)
    const to = isPlain ? Math.max(from, lineAt((value.range?.[1] ?? 1) - 1)) : from
    found.push({ what: `${name} ${isPlain ? (isScalar(value) ? value.value : value) : ''}`, from, to })
  }
  visit(document, {
    Pair: (_, { key, value }) => add(`${key}:`, key as Node, value as Node | null),
    Node: (place, node) => {
      if (typeof place === 'number' && !isCollection(node)) add('-', node, node)
    },
  })
  return found
}

/** The lines of a text that says nothing else that could be compared. */
function linesIn(text: string): readonly NamedLines[] {
  return text
    .split('\n')
    .flatMap((line, place) => (line.trim() === '' ? [] : [{ what: line.trim(), from: place, to: place }]))
}

/** Lines that are the same above and below a difference, which are shown with it. */
export const AROUND = 3
/** Fewer lines are not worth folding. */
const FEWEST_FOLDED = 4

/** The rows with lines folded that are the same as before and far from all that is not. */
export function foldedRows(rows: readonly TextRow[]): readonly TextRow[] {
  return rows.flatMap((row, place): readonly TextRow[] => {
    if (row.kind !== 'text') return [row]
    const parts: OpenTextRow[] = []
    let { from } = row
    for (const [i, stretch] of row.stretches.entries()) {
      const { kind, isTold, lines } = stretch
      const top = place === 0 && i === 0 ? 0 : AROUND
      const bottom = place === rows.length - 1 && i === row.stretches.length - 1 ? 0 : AROUND
      const isFolded = kind === 'same' && !isTold && lines.length >= top + FEWEST_FOLDED + bottom
      const ends = isFolded ? [top, lines.length - bottom, lines.length] : [lines.length]
      let begin = 0
      for (const [part, end] of ends.entries()) {
        const last = parts.at(-1)
        const own = { ...stretch, lines: lines.slice(begin, end) }
        const [to, folds] = [from + end - begin, isFolded && part === 1]
        if (end === begin) continue
        if (last === undefined || last.isFolded || folds)
          parts.push({ kind: 'text', isFolded: folds, from, to, stretches: [own] })
        else {
          last.to = to
          last.stretches.push(own)
        }
        from = to
        begin = end
      }
    }
    return parts
  })
}

/** What holds a line of a text, counted from 0, by the names of entries: `spec.machineImages[gardenlinux].versions[1877.5.0]`. */
export function sectionAt(text: string, line: number): string {
  const found: string[] = []
  let within = Number.POSITIVE_INFINITY
  let item = ''
  for (const [i, one] of text
    .split('\n')
    .slice(0, line + 1)
    .reverse()
    .entries()) {
    const [, indent = '', dash = '', key = '', value = ''] = /^( *)(- +)?(?:([\w.-]+):(?: +(.*))?)?/.exec(one) ?? []
    const isItem = dash !== '' && indent.length < within && (i === 0 || indent.length + dash.length <= within)
    if (isItem) {
      item = NAMING.has(key) ? `[${value}]` : ''
      within = indent.length + 1
    } else if (i === 0) within = indent.length
    else if (dash === '' && key !== '' && indent.length < within) {
      found.unshift(`${key}${item}`)
      item = ''
      within = indent.length
    }
  }
  return found.join('.')
}

/** The fields by which entries of a list are told apart. */
const NAMING: ReadonlySet<string> = new Set(['name', 'version'])

/** A row of text that grows. */
interface OpenTextRow {
  readonly kind: 'text'
  readonly isFolded: boolean
  readonly from: number
  to: number
  readonly stretches: (ConsecutiveLines & { readonly lines: string[] })[]
}

/** The lines, from 1, at which something begins to differ. */
export function differingLines(rows: readonly TextRow[]): readonly number[] {
  let last = 0
  const lines = rows.flatMap((row) => {
    if (row.kind === 'gone') return [last + 1]
    if (row.kind === 'told') return []
    let from = row.from
    last = row.to
    return row.stretches.flatMap(({ kind, lines }) => {
      const first = from + 1
      from += lines.length
      return kind === 'new' ? [first] : []
    })
  })
  return [...new Set(lines)]
}

export interface LineError extends TextSpan {
  /** The path of the value in the object; empty: the text cannot be read at all. */
  readonly where: string
  readonly text: string
  /** Ours, where the words of the API server give none. */
  readonly reason: string | null
}

/** What is wrong with the text of an entry, by its line. */
export function errorsBelow(
  object: JsonObject,
  entry: readonly (string | number)[],
  read: ReadText,
  answer: WhatIfAnswer | undefined,
): ReadonlyMap<number, readonly LineError[]> {
  if (read.kind === 'error') {
    const { words, reason } = read
    return new Map([[words.line, [{ ...words, where: '', text: reason, reason: null }]]])
  }
  const found = new Map<number, LineError[]>()
  for (const refusal of answer?.refusals ?? []) {
    const path = fieldBelow(object, entry, refusal.place)
    if (path === null || refusal.place === '') continue
    const words = read.wordsOf(path)
    const { said, reason } = lineRefusal(refusal)
    const error = { ...words, where: refusal.field || refusal.place, text: said, reason }
    addTo(found, words.line, error)
  }
  return new Map([...found].sort(([a], [b]) => a - b))
}
