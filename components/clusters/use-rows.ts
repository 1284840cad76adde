import { useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { type RefCallback, type RefObject, useCallback, useEffect, useLayoutEffect, useState } from 'react'

export interface RowsOf {
  /** The number of all rows. */
  readonly count: number
  /** The height of a row before one is measured. */
  readonly usual: number
  /** The list: measures of another list do not count, nor those of another density or in a window of another width. */
  readonly list: string
}

interface VisibleRows {
  /** The rows to draw, both included; none when `to` is below `from`. */
  readonly from: number
  readonly to: number
  /** Room of the rows that are not drawn, in pixels. */
  readonly before: number
  readonly after: number
  /** The height of most rows. */
  readonly usual: number
  /** Belongs to each drawn row, a `tbody` with its `data-index`; the heads with `data-head` before it count as part of it. */
  readonly measure: RefCallback<HTMLTableSectionElement>
  /** Scrolls the page so that a row is in sight; it need not be drawn yet. */
  readonly show: (index: number, align: 'auto' | 'center' | 'end') => void
}

/** Rows drawn beyond each edge of the window. */
const AHEAD = 20
/** The height that a window is taken to have on the server, and in the browser before it knows better. */
const FIRST_SCREEN = 700
/** The server looks at no more rows: the first screen has fewer, and all others are as high as most. */
const OF_SERVER = 100

interface MeasuredRows {
  /** The list, with its density and width. */
  readonly of: string
  /** The position of its first row on the page. */
  readonly top: number
  readonly usual: number
}

/** What was learned of the list that was left last, so that the way back leads to the same rows. */
let left: { readonly learned: MeasuredRows; readonly rows: VirtualItem[] } | undefined

/** The rows of a table to draw, for a page that scrolls as a whole. */
export function useRows(table: RefObject<HTMLTableElement | null>, { count, usual, list }: RowsOf): VisibleRows {
  const isServer = typeof window === 'undefined'
  const of = JSON.stringify([list, usual, isServer ? 0 : window.innerWidth])
  const [back] = useState(() => (left?.learned.of === of ? left : undefined))
  const [learned, setLearned] = useState<MeasuredRows>(back?.learned ?? { of: '', top: 0, usual })
  const estimate = learned.of === of ? learned.usual : usual
  const keyOf = useCallback((index: number) => `${of} ${estimate} ${index}`, [of, estimate])
  const looked = isServer ? Math.min(count, OF_SERVER) : count
  const rows = useWindowVirtualizer<HTMLTableSectionElement>({
    count: looked,
    estimateSize: () => estimate,
    getItemKey: keyOf,
    overscan: AHEAD,
    scrollMargin: learned.top,
    // What the server draws is the beginning, also where the browser comes back to another place.
    initialRect: { width: 0, height: FIRST_SCREEN },
    initialOffset: 0,
    measureElement: heightWithHeads,
    ...(back !== undefined && { initialMeasurementsCache: back.rows }),
  })
  useEffect(
    () => () => {
      left = { learned, rows: rows.takeSnapshot() }
    },
    [learned, rows],
  )
  useLayoutEffect(() => {
    const element = table.current
    if (element === null) return
    const top = Math.round(element.getBoundingClientRect().top + window.scrollY + (element.tHead?.offsetHeight ?? 0))
    if (of !== learned.of) setLearned({ of, top, usual: medianHeight(element) ?? usual })
    else if (top !== learned.top) setLearned({ ...learned, top })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: with other keys it is another function, so that React measures each row anew.
  const measure = useCallback((row: HTMLTableSectionElement | null) => rows.measureElement(row), [rows, keyOf])

  const drawn = rows.getVirtualItems()
  const [first, last] = [drawn[0], drawn.at(-1)]
  const from = first?.index ?? 0
  const to = last?.index ?? -1
  return {
    from,
    to,
    before: first === undefined ? 0 : first.start - learned.top,
    after: last === undefined ? 0 : rows.getTotalSize() + (count - looked) * estimate - (last.end - learned.top),
    usual: estimate,
    measure,
    show: (index, align) => rows.scrollToIndex(index, { align }),
  }
}

function heightWithHeads(row: HTMLTableSectionElement): number {
  let height = row.getBoundingClientRect().height
  for (let before = row.previousElementSibling; before instanceof HTMLElement; before = before.previousElementSibling) {
    if (before.dataset.head === undefined) break
    height += before.getBoundingClientRect().height
  }
  return height
}

function medianHeight(table: HTMLTableElement): number | undefined {
  const heights = [...table.tBodies]
    .filter(({ dataset }) => dataset.index !== undefined)
    .map((row) => row.getBoundingClientRect().height)
  return heights.toSorted((a, b) => a - b)[heights.length >> 1]
}
