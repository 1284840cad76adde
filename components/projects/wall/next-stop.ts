/**
 * Where a key leads from a cell of the wall: left and right to the next cell of the row, up and down to the nearest in the next
 * row that has any. Rows carry `data-row`, cells `data-stop` and the number of their column.
 */
export function nextStop(chart: HTMLElement | null, from: EventTarget, key: string): HTMLElement | undefined {
  const row = from instanceof HTMLElement && from.dataset.stop !== undefined ? from.closest('[data-row]') : null
  if (chart === null || row === null) return undefined
  const cell = from as HTMLElement
  const inRow = stopsIn(row)
  const place = inRow.indexOf(cell)
  switch (key) {
    case 'ArrowRight':
      return inRow[place + 1]
    case 'ArrowLeft':
      return inRow[place - 1]
    case 'Home':
      return inRow[0]
    case 'End':
      return inRow.at(-1)
    case 'ArrowDown':
      return inOtherRow(chart, row, cell, 1)
    case 'ArrowUp':
      return inOtherRow(chart, row, cell, -1)
    case 'PageDown':
      return inOtherRow(chart, row, cell, 10)
    case 'PageUp':
      return inOtherRow(chart, row, cell, -10)
    default:
      return undefined
  }
}

function stopsIn(row: Element): readonly HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>('[data-stop]')]
}

function inOtherRow(chart: HTMLElement, row: Element, cell: HTMLElement, by: number): HTMLElement | undefined {
  const rows = [...chart.querySelectorAll('[data-row]')].filter((one) => stopsIn(one).length > 0)
  const target = rows[Math.min(Math.max(rows.indexOf(row) + by, 0), rows.length - 1)]
  if (target === undefined || target === row) return undefined
  const column = Number(cell.dataset.column)
  const distance = (stop: HTMLElement) => Math.abs(Number(stop.dataset.column) - column)
  return stopsIn(target).toSorted((a, b) => distance(a) - distance(b))[0]
}
