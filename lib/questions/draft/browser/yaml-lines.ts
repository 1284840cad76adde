import { diffArrays } from 'diff'
import type { WhatIfAnswer } from '@/lib/contract/what-if'
import type { JsonObject } from '@/lib/engine/json'
import { lineRefusal } from '@/lib/words/refusal-reasons'
import { fieldBelow, type ReadText } from './yaml-entries'

/** The lines of a text that is edited: which of them differ from another text, and what is wrong with them. */

/** Lines that follow each other and are of one kind. */
export interface Stretch {
  readonly kind: 'same' | 'new'
  /** Something is said about it: it is one line, the last of its row. */
  readonly isTold: boolean
  readonly lines: readonly string[]
}

export type TextRow =
  /** Lines of the text with nothing between them. `from`: how many are above them; `to`: the same below the last of them. */
  | { readonly kind: 'text'; readonly from: number; readonly to: number; readonly stretches: readonly Stretch[] }
  /** Lines of the text before that are no more in it. */
  | { readonly kind: 'gone'; readonly lines: readonly string[] }
  /** What is said about the line above; `line`: its number, from 1. */
  | { readonly kind: 'told'; readonly line: number }

/** The most lines that differ before all of them count as other ones: comparing takes long then. */
const MOST_DIFFERENT = 600

/**
 * A text as it is drawn beside the one before: its lines, broken where one is gone and below those that something is said about. How a line
 * is indented, quoted or commented is no difference. A line break at its end is a line of its own, as an editor shows it.
 * @param told numbers of lines that something is said about, from 1
 */
export function textRows(before: string, after: string, told: ReadonlySet<number>): readonly TextRow[] {
  const [old = [], now = []] = [before, after].map((text) => text.replace(/\n$/, '').split('\n'))
  const parts = diffArrays(old.map(plainLine), now.map(plainLine), { maxEditLength: MOST_DIFFERENT }) ?? [
    { removed: true, added: false, count: old.length },
    { removed: false, added: true, count: now.length },
  ]
  const rows: TextRow[] = []
  let open: Open | null = null
  let number = 0
  const add = (kind: Stretch['kind'], line: string) => {
    if (open === null) {
      open = { kind: 'text', from: number, to: number, stretches: [] }
      rows.push(open)
    }
    number++
    open.to = number
    const isTold = told.has(number)
    const last = open.stretches.at(-1)
    if (last?.kind === kind && !isTold) last.lines.push(line)
    else open.stretches.push({ kind, isTold, lines: [line] })
    if (!isTold) return
    rows.push({ kind: 'told', line: number })
    open = null
  }
  let above = 0
  for (const { removed, added, count } of parts) {
    if (removed) {
      rows.push({ kind: 'gone', lines: old.slice(above, above + count) })
      open = null
    } else
      for (const line of now.slice(number, number + count)) add(added && plainLine(line) !== '' ? 'new' : 'same', line)
    if (!added) above += count
  }
  if (after.endsWith('\n')) add('same', '')
  return rows
}

/** What a line says, however it is written; empty: nothing. */
function plainLine(line: string): string {
  return line
    .replace(/(^|\s)#.*/, '')
    .replace(/["']/g, '')
    .trim()
}

/** A row of text that grows. */
interface Open {
  readonly kind: 'text'
  readonly from: number
  to: number
  readonly stretches: (Stretch & { readonly lines: string[] })[]
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

export interface LineError {
  /** The path of the value in the object; empty: the text cannot be read at all. */
  readonly where: string
  readonly text: string
  /** Ours, where the words of the API server give none. */
  readonly reason: string | null
}

/** What is wrong with the text of an entry, by its line. */
export function errorsBelow(
  object: JsonObject,
  entry: readonly string[],
  read: ReadText,
  answer: WhatIfAnswer | undefined,
): ReadonlyMap<number, readonly LineError[]> {
  if (read.kind === 'error') return new Map([[read.line, [{ where: '', text: read.reason, reason: null }]]])
  const found = new Map<number, LineError[]>()
  for (const refusal of answer?.refusals ?? []) {
    const path = fieldBelow(object, entry, refusal.place)
    if (path === null || refusal.place === '') continue
    const line = read.places.lineOf(path)
    const { said, reason } = lineRefusal(refusal)
    found.set(line, [...(found.get(line) ?? []), { where: refusal.field || refusal.place, text: said, reason }])
  }
  return new Map([...found].sort(([a], [b]) => a - b))
}
