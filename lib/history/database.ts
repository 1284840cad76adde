import type { StoredValue } from '@/lib/store'

/** `($1, $2), ($3, $4)` for two rows like `(?, ?)`. */
export function places(rows: number, row: string): string {
  let place = 0
  return Array.from({ length: rows }, () => row.replaceAll('?', () => `$${++place}`)).join(', ')
}

/** `$2, $3, $4` for so many values from the second place on. */
export function placeholders(count: number, from = 1): string {
  return Array.from({ length: count }, (_, i) => `$${i + from}`).join(', ')
}

/**
 * The values as one text, a line for each of them, so many lines for a row; `''` for null. Drivers hand rows over one by one, which
 * holds the event loop where there are many. Values that may have line breaks are asked for as `inLine`. In no order.
 */
export function asLines(values: readonly string[], from: string): string {
  const row = values.map((value) => `coalesce(CAST(${value} AS TEXT), '')`).join(" || '\n' || ")
  return `(SELECT string_agg(${row} || '\n', '') FROM ${from})`
}

/** The lines of such a text, one after the other. `next` of none that is left: null. */
export class StoredLines {
  private from = 0
  private readonly text: string

  constructor(text: StoredValue | undefined) {
    this.text = String(text ?? '')
  }

  get isOver(): boolean {
    return this.from >= this.text.length
  }

  next(): string | null {
    const end = this.text.indexOf('\n', this.from)
    if (end < 0) return null
    const line = this.text.slice(this.from, end)
    this.from = end + 1
    return line
  }
}

/** A text without line breaks, for `fromLine`. */
export function inLine(value: string): string {
  return `replace(replace(${value}, '%', '%25'), '\n', '%0A')`
}

export function fromLine(line: string): string {
  return line.includes('%') ? line.replaceAll('%0A', '\n').replaceAll('%25', '%') : line
}
