import { relativeText, spanText } from '@/lib/words/time-text'
import { areClose, type Stretch } from './labels'
import { type ChartBox, nowStretch, pixelAt, placeText, type SegmentEnd } from './layout'
import { percentAt } from './scale'

/**
 * What-if: above a changed segment stands what it was, dashed and unfilled (visual.md, "Timeline", 10). Plain geometry, like
 * the layout of segments: percentages for what follows the window's size, pixels for what does not.
 */
export interface GhostSpan {
  /** Null: it is not known since when. */
  readonly from: number | null
  /** Null: no end was set. */
  readonly to: number | null
  /** `was supported until 2 Mar` */
  readonly label: string
  /** `30 days earlier`, from `differenceText`; printed right of the end. Null: the end did not move. */
  readonly difference: string | null
}

export interface PlacedGhost {
  readonly span: GhostSpan
  /** Percent of the chart's width. */
  readonly left: number
  readonly width: number
  readonly start: SegmentEnd
  readonly end: SegmentEnd
  /** Pixels from the ghost's left edge to its label; null: it does not fit, the row's text has to say it. */
  readonly textAt: number | null
  /** Pixels from the chart's left edge to the difference; null: there is none, or no room. */
  readonly differenceAt: number | null
}

/** Between the ghost's end and the difference. */
const GAP = 8
const NARROWEST = 0.5

/**
 * The ghost of a row; null when it lies outside the chart. Its label keeps off the now line and what is `taken`. The
 * difference stands right of the ghost's end; where that would cross the now line or the chart's edge it is left out.
 */
export function placedGhost(span: GhostSpan, box: ChartBox, taken: readonly Stretch[] = []): PlacedGhost | null {
  const from = span.from === null ? 0 : percentAt(box.range, span.from)
  const to = span.to === null ? 100 : percentAt(box.range, span.to)
  const left = Math.max(0, from)
  const right = Math.min(100, to)
  const px = (percent: number) => (percent / 100) * box.width
  if (left >= 100 || right <= 0 || px(right - left) < NARROWEST) return null
  const start: SegmentEnd = span.from === null ? 'faded' : from < 0 ? 'cut' : 'sharp'
  const end: SegmentEnd = span.to === null ? 'faded' : to > 100 ? 'cut' : 'sharp'
  return {
    span,
    left,
    width: right - left,
    start,
    end,
    textAt: placeText(box, px(left), px(right), start, end, span.label, taken),
    differenceAt: differenceAt(span, box, taken),
  }
}

function differenceAt({ to, difference }: GhostSpan, box: ChartBox, taken: readonly Stretch[]): number | null {
  if (to === null || difference === null) return null
  const end = pixelAt(box, to)
  const text = { left: end + GAP, right: end + GAP + box.measure(difference, 11, 600) }
  const isFree = ![...nowStretch(box), ...taken].some((stretch) => areClose(text, stretch))
  return end >= 0 && text.right <= box.width && isFree ? Math.round(text.left) : null
}

/**
 * How an expiry moved: `30 days earlier`, `1 day later`, `no longer expires`, `now expires`; null when it did not. Null times:
 * no expiry is set. Less than a minute counts as not moved.
 */
export function differenceText(was: number | null, is: number | null): string | null {
  if (was === null) return is === null ? null : 'now expires'
  if (is === null) return 'no longer expires'
  if (relativeText(is, was) === 'now') return null
  return `${spanText(is - was, 'prose')} ${is < was ? 'earlier' : 'later'}`
}
