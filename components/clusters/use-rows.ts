import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Heights, heightsOf, type Range, rangeFor, topOf, withMeasured } from './row-heights'

export interface Rows extends Range {
  /** Room of the rows that are not drawn, in pixels. */
  readonly before: number
  readonly after: number
  /** The height of most rows. */
  readonly usual: number
  /** Scrolls the page so that a row is in its upper part, unless it is in sight; it need not be drawn yet. */
  readonly show: (index: number) => void
}

interface Known {
  /** Which list, in which density and width. */
  readonly of: string
  readonly heights: Heights
}

/** What the server draws, and the browser before it knows better. */
const FIRST_SCREEN: Range = { from: 0, to: 44 }

/**
 * Which rows of a table to draw, for a page that scrolls as a whole. Each drawn row is a `tbody` with its `data-index`, and
 * what stands before it one with its `data-head`; they are measured whenever the table is drawn or grows. The browser's own scroll
 * anchoring holds what is in sight in its place when a row above it turns out to be higher than thought.
 * @param options.count of all rows
 * @param options.usual height of a row before one is measured
 * @param options.list which list this is: measures of another one do not count, nor those of another density or in a window of
 *   another width
 */
export function useRows(
  table: RefObject<HTMLTableElement | null>,
  { count, usual, list }: { readonly count: number; readonly usual: number; readonly list: string },
): Rows {
  const [known, setKnown] = useState<Known>({ of: '', heights: heightsOf(usual) })
  const [range, setRange] = useState(FIRST_SCREEN)
  const [width, setWidth] = useState(0)
  const own = JSON.stringify([list, usual, width])
  const heights = known.of === own ? known.heights : heightsOf(usual)

  const look = useEffectEvent(() => {
    const element = table.current
    if (element === null) return
    if (width !== window.innerWidth) {
      setWidth(window.innerWidth)
      return
    }
    const next = withMeasured(heights, measure(element))
    if (next !== known.heights) setKnown({ of: own, heights: next })
    setRange((before) => rangeFor(before, next, count, -firstRowTop(element), window.innerHeight))
  })
  useLayoutEffect(() => look())
  useEffect(() => {
    const follow = () => look()
    // Drawn before the frame in which the page has moved is painted, so that none shows a gap.
    const followAtOnce = () => flushSync(follow)
    window.addEventListener('scroll', followAtOnce, { passive: true })
    window.addEventListener('resize', follow)
    const observer = new ResizeObserver(follow)
    if (table.current !== null) observer.observe(table.current)
    return () => {
      window.removeEventListener('scroll', followAtOnce)
      window.removeEventListener('resize', follow)
      observer.disconnect()
    }
  }, [table])

  const to = Math.min(range.to, count - 1)
  const from = Math.min(range.from, count)
  const show = (index: number) => {
    if (table.current === null) return
    const top = firstRowTop(table.current) + topOf(heights, index)
    const isInSight = top > 0 && top < window.innerHeight * 0.8
    if (!isInSight) window.scrollBy({ top: top - window.innerHeight * 0.3 })
  }
  return { from, to, show, usual: heights.usual, ...roomOf(heights, count, from, to) }
}

/** Distance from the upper edge of the window to where the first row begins, drawn or not. */
function firstRowTop(table: HTMLTableElement): number {
  return table.getBoundingClientRect().top + (table.tHead?.offsetHeight ?? 0)
}

function roomOf(heights: Heights, count: number, from: number, to: number): Pick<Rows, 'before' | 'after'> {
  return { before: topOf(heights, from), after: topOf(heights, count) - topOf(heights, Math.max(from, to + 1)) }
}

function measure(table: HTMLTableElement): ReadonlyMap<number, number> {
  const measured = new Map<number, number>()
  for (const body of table.tBodies) {
    const { index, head } = body.dataset
    const row = Number(index ?? head)
    if (index !== undefined || head !== undefined) {
      measured.set(row, (measured.get(row) ?? 0) + body.getBoundingClientRect().height)
    }
  }
  return measured
}
