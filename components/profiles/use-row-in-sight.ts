'use client'

import { type RefObject, useEffect } from 'react'

/** The bar above the page and a little air. */
const TOP = 60
const AIR = 8

/**
 * Keeps the selected row of the chart where it can be seen while the panel sticks to the window's lower edge and would lie on
 * it: when a version is selected, and when the panel grows because its answer came. On small screens the panel is below the
 * chart, and nothing moves.
 */
export function useRowInSight(panel: RefObject<HTMLElement | null>, version: string): void {
  useEffect(() => {
    const element = panel.current
    if (!element || version === '') return
    const observer = new ResizeObserver(() => bringIntoSight(element))
    observer.observe(element)
    return () => observer.disconnect()
  }, [panel, version])
}

function bringIntoSight(panel: HTMLElement): void {
  const row = panel.closest('main')?.querySelector('[role="grid"] tr[aria-selected="true"]')
  if (!row || getComputedStyle(panel).position !== 'sticky') return
  const by = scrollFor(row.getBoundingClientRect(), panel.getBoundingClientRect().top)
  if (by !== 0) window.scrollBy(0, by)
}

/** How far to scroll so that a row lies below the bar and above the floor; as little as possible, all in pixels. */
export function scrollFor(row: { readonly top: number; readonly bottom: number }, floor: number): number {
  if (row.bottom > floor) return row.bottom - floor + AIR
  return row.top < TOP ? row.top - TOP : 0
}
