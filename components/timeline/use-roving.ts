'use client'

import { type FocusEvent, type KeyboardEvent, type RefObject, useState } from 'react'

/**
 * One tab stop for a whole chart: arrows move inside. Elements that can be reached carry `data-stop` with a name that is
 * unique in the chart; those of one row lie in an element with `data-row`.
 */
export interface RovingFocus {
  /** Whether it is the stop that Tab reaches, which is the first one until another is. */
  readonly isCurrent: (stop: string, isFirst: boolean) => boolean
  /** For the chart's element. */
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly onFocus: (event: FocusEvent) => void
  /** One row down (1) or up (-1), also from outside of the chart. */
  readonly moveRow: (by: 1 | -1) => void
}

export function useRoving(chart: RefObject<HTMLElement | null>): RovingFocus {
  const [current, setCurrent] = useState<string | null>(null)

  const onFocus = (event: FocusEvent) => {
    const stop = event.target instanceof HTMLElement ? event.target.dataset.stop : undefined
    if (stop !== undefined) setCurrent(stop)
  }

  const moveRow = (by: 1 | -1) => {
    const rows = rowsOf(chart.current)
    const focused = document.activeElement
    const known = rows.findIndex((row) => row.includes(focused as HTMLElement))
    const remembered = known >= 0 ? known : rows.findIndex((row) => row.some((stop) => stop.dataset.stop === current))
    const next = known >= 0 ? known + by : Math.max(0, remembered)
    rows[Math.min(Math.max(next, 0), rows.length - 1)]?.[0]?.focus()
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const target = stopFrom(chart.current, event)
    if (!target) return
    event.preventDefault()
    event.stopPropagation()
    target.focus()
  }

  const isCurrent = (stop: string, isFirst: boolean) => (current === null ? isFirst : current === stop)
  return { isCurrent, onKeyDown, onFocus, moveRow }
}

function rowsOf(chart: HTMLElement | null): readonly (readonly HTMLElement[])[] {
  if (!chart) return []
  return [...chart.querySelectorAll('[data-row]')]
    .map((row) => [...row.querySelectorAll<HTMLElement>('[data-stop]')])
    .filter((stops) => stops.length > 0)
}

/** The element to which an arrow leads: left and right within the row, up and down to what lies nearest above or below. */
function stopFrom(chart: HTMLElement | null, event: KeyboardEvent): HTMLElement | undefined {
  const rows = rowsOf(chart)
  const y = rows.findIndex((row) => row.includes(event.target as HTMLElement))
  const row = rows[y]
  if (!row) return undefined
  const x = row.indexOf(event.target as HTMLElement)
  const middle = (stop: HTMLElement | undefined) => {
    const { left = 0, right = 0 } = stop?.getBoundingClientRect() ?? {}
    return (left + right) / 2
  }
  const away = (stop: HTMLElement) => Math.abs(middle(stop) - middle(row[x]))
  const inRow = (index: number) => rows[index]?.toSorted((a, b) => away(a) - away(b))[0]
  switch (event.key) {
    case 'ArrowRight':
      return row[x + 1]
    case 'ArrowLeft':
      return row[x - 1]
    case 'ArrowDown':
      return inRow(y + 1)
    case 'ArrowUp':
      return inRow(y - 1)
    case 'Home':
      return event.shiftKey ? undefined : row[0]
    case 'End':
      return row.at(-1)
    case 'PageDown':
      return inRow(Math.min(y + 10, rows.length - 1))
    case 'PageUp':
      return inRow(Math.max(y - 10, 0))
    default:
      return undefined
  }
}
