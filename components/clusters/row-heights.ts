/**
 * Where the rows of a long table lie, of which only those in sight are drawn. Nearly all are as high as each other, which is
 * learned from those that are drawn; the odd ones (an expanded row, the first of a group) are remembered. Heights in pixels.
 */
export interface Heights {
  readonly usual: number
  /** Whether rows said what is usual; it is learned once: what lies where must not turn on which rows are in sight. */
  readonly isLearned: boolean
  /** In the order of the table. `excess`: how much higher than usual all odd rows up to and with this one are. */
  readonly odd: readonly { readonly index: number; readonly height: number; readonly excess: number }[]
}

/** Rows to draw, both included; empty when `to` is below `from`. */
export interface Range {
  readonly from: number
  readonly to: number
}

/** Rows drawn beyond each edge of the window, and how few of them may be left before more are drawn. */
const AHEAD = 20
const SPARE = 8
/** Of fewer rows nothing is learned: one may be expanded. */
const ENOUGH_TO_LEARN = 3
/** Browsers round to parts of a pixel. */
const SAME = 0.5

export function heightsOf(usual: number): Heights {
  return { usual, isLearned: false, odd: [] }
}

/** Distance of a row's upper edge from that of the first row; for the count of rows: the height of all. */
export function topOf(heights: Heights, index: number): number {
  const { usual, odd } = heights
  const before = firstWhere(odd.length, (i) => (odd[i]?.index ?? 0) >= index)
  return index * usual + (odd[before - 1]?.excess ?? 0)
}

/** The row at a distance from the upper edge of the first one; what lies beyond either end counts as the last row there. */
export function rowAtTop(heights: Heights, count: number, top: number): number {
  const after = firstWhere(count, (index) => topOf(heights, index) > top)
  return Math.max(0, after - 1)
}

/**
 * What is known after rows were measured: `before` itself when it holds nothing new. When most of the first rows have another height than
 * the usual one (a phone, larger type), that one is usual from now on; every other row that differs is odd.
 * @param measured heights by index
 */
export function withMeasured(before: Heights, measured: ReadonlyMap<number, number>): Heights {
  const isLearned = before.isLearned || measured.size >= ENOUGH_TO_LEARN
  const usual = before.isLearned ? before.usual : mostOf([...measured.values()], before.usual)
  const isNew = isLearned !== before.isLearned
  const heights = new Map(usual !== before.usual ? [] : before.odd.map(({ index, height }) => [index, height]))
  let changed = isNew
  for (const [index, height] of measured) {
    const known = heights.get(index) ?? usual
    if (isSameHeight(known, height)) continue
    changed = true
    if (isSameHeight(height, usual)) heights.delete(index)
    else heights.set(index, height)
  }
  if (!changed) return before
  let excess = 0
  const odd = [...heights]
    .sort(([a], [b]) => a - b)
    .map(([index, height]) => {
      excess += height - usual
      return { index, height, excess }
    })
  return { usual, isLearned, odd }
}

/**
 * The rows to draw for what is in sight: `before` itself while enough of it is left on both sides.
 * @param top how far the first row has been scrolled above the upper edge of the window; negative: it lies below it
 * @param height of the window
 */
export function rangeFor(before: Range, heights: Heights, count: number, top: number, height: number): Range {
  const first = rowAtTop(heights, count, top)
  const last = rowAtTop(heights, count, top + height)
  const end = count - 1
  const isEnough = before.from <= Math.max(0, first - SPARE) && before.to >= Math.min(end, last + SPARE)
  const isTidy = before.to <= end && before.to - before.from <= last - first + 2 * AHEAD
  return isEnough && isTidy ? before : { from: Math.max(0, first - AHEAD), to: Math.min(end, last + AHEAD) }
}

function isSameHeight(a: number, b: number): boolean {
  return Math.abs(a - b) < SAME
}

/** The height that more than half of the rows have, else the one that was usual. */
function mostOf(heights: readonly number[], usual: number): number {
  const middle = heights.toSorted((a, b) => a - b)[heights.length >> 1] ?? usual
  const alike = heights.filter((height) => isSameHeight(height, middle)).length
  const isKnown = heights.length >= ENOUGH_TO_LEARN && alike * 2 > heights.length
  return isKnown ? middle : usual
}

/** The first of `count` numbers for which `isAfter` holds, given that it holds for all after it; `count` when for none. */
function firstWhere(count: number, isAfter: (index: number) => boolean): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >> 1
    if (isAfter(middle)) high = middle
    else low = middle + 1
  }
  return low
}
