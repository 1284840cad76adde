import { csvLine } from '@/lib/contract/csv'

/** A table of the page as it is shown, as CSV: a cell that spans several is repeated in all of them. */
export function tableCsv(table: HTMLTableElement): string {
  const grid: string[][] = []
  for (const [r, row] of [...table.rows].entries()) {
    grid[r] ??= []
    let c = 0
    for (const cell of row.cells) {
      while (grid[r]?.[c] !== undefined) c++
      const text = cellText(cell)
      for (let y = 0; y < cell.rowSpan; y++) {
        grid[r + y] ??= []
        const line = grid[r + y]
        for (let x = 0; x < cell.colSpan && line !== undefined; x++) line[c + x] = text
      }
      c += cell.colSpan
    }
  }
  return grid
    .slice(0, table.rows.length)
    .map((line) => csvLine(line.map(csvValue)))
    .join('')
}

/** A number stays one: what a spreadsheet would take for a formula is a text. */
function csvValue(text: string): string | number {
  return /^-?\d{1,15}(\.\d{1,6})?$/.test(text) && String(Number(text)) === text ? Number(text) : text
}

/** What is read out, without what is only for the eye; drawings and marks of charts say their name. */
function cellText(cell: Element): string {
  return textOf(cell).replaceAll(/\s+/g, ' ').trim()
}

function textOf(node: Node): string {
  if (node instanceof Text) return node.data
  if (!(node instanceof Element) || node.getAttribute('aria-hidden') === 'true') return ''
  if (node instanceof SVGElement || node.getAttribute('role') === 'img')
    return ` ${node.getAttribute('aria-label') ?? ''} `
  const style = getComputedStyle(node)
  if (style.display === 'none') return ''
  const text = [...node.childNodes].map(textOf).join('')
  return style.display.startsWith('inline') ? text : ` ${text} `
}
