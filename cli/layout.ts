/** Lines of a terminal. */

/** The width in which prose is printed. */
const WIDTH = 88

/** A text in lines, of which the first begins with `first` and all others with `next`. Words are never cut. */
export function wrapped(text: string, first = '', next = ''): string[] {
  const lines: string[] = []
  let line = first
  let isEmpty = true
  for (const word of text.split(' ')) {
    if (!isEmpty && line.length + 1 + word.length > WIDTH) {
      lines.push(line)
      line = next
      isEmpty = true
    }
    line += isEmpty ? word : ` ${word}`
    isEmpty = false
  }
  return [...lines, line]
}

/** Cells below each other; `isRight` of a column: its cells end below each other. */
export function columns(rows: readonly (readonly string[])[], isRight: readonly boolean[] = []): string[] {
  const widths: number[] = []
  for (const row of rows) for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, cell.length)
  return rows.map((row) =>
    row
      .map((cell, i) => (isRight[i] === true ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0)))
      .join('  ')
      .trimEnd(),
  )
}

/** Something that was asked for cannot be read, or cannot be right: which, what is wrong with it, and what to do. Ends with code 2. */
export class CommandFailure extends Error {
  override readonly name = 'Failure'
}
