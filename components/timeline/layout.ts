import type { RunningStage } from '@/lib/contract/common'
import { freePlace, type Stretch } from './labels'
import { percentAt, type TimeRange } from './scale'
import type { Measure } from './ticks'

/**
 * Where the segments and flags of one row go. Plain numbers: percentages of the width for what must follow the window's size,
 * pixels for what must not. Nothing here draws.
 */

/** What a segment looks like: a stage, or a version that is not classified or not listed. */
export type SegmentLook = 'unavailable' | 'preview' | 'supported' | 'deprecated' | 'expired' | 'unclassified'

/** One stretch of a row. `from` null: since a time that is not known; `to` null: no end is set. */
export interface Span {
  readonly look: SegmentLook
  readonly from: number | null
  readonly to: number | null
  /** Printed inside if it fits: the stage on a profile, the version on a cluster. */
  readonly label: string
}

/** `sharp`: it begins or ends here. `faded`: it is not known when. `cut`: it goes on outside the chart. */
export type SegmentEnd = 'sharp' | 'faded' | 'cut'

export interface PlacedSegment<T extends Span = Span> {
  readonly span: T
  /** Percent of the chart's width. */
  readonly left: number
  readonly width: number
  readonly start: SegmentEnd
  readonly end: SegmentEnd
  /** Pixels from the segment's left edge to its text; null: the text does not fit. */
  readonly textAt: number | null
}

export interface ChartBox {
  readonly range: TimeRange
  /** In pixels. */
  readonly width: number
  /** The instant that counts as now. */
  readonly now: number
  readonly measure: Measure
}

/** Room between a text and whatever is beside it. */
const SPARE = 6
/** How far a faded end reaches into its segment. */
const FADE_LEFT = 48
const FADE_RIGHT = 64
/** A past segment that ended this many pixels from the left edge or less is not drawn. */
const LEAST_WIDTH = 0.5

export function pixelAt(box: ChartBox, at: number): number {
  return (percentAt(box.range, at) / 100) * box.width
}

/** The now line with the room no text may enter; nothing when it is off the chart. */
export function nowStretch(box: ChartBox): readonly Stretch[] {
  const x = pixelAt(box, box.now)
  return x < 0 || x > box.width ? [] : [{ left: x - 3, right: x + 8 }]
}

/** A mark of a size in pixels (a diamond, a flag's pole) as something no text may touch. */
export function markStretch(x: number, size: number): Stretch {
  return { left: x - size / 2 - 2, right: x + size / 2 + 2 }
}

/** Where a text goes in a stretch of pixels, off the now line and what is taken: pixels from its left edge, null: nowhere. */
export function placeText(
  box: ChartBox,
  left: number,
  right: number,
  start: SegmentEnd,
  end: SegmentEnd,
  label: string,
  taken: readonly Stretch[],
): number | null {
  if (label === '') return null
  const padLeft = start === 'faded' ? Math.min(FADE_LEFT + 4, (right - left) * 0.6) : SPARE
  const padRight = end === 'faded' ? Math.min(FADE_RIGHT, (right - left) * 0.6) : SPARE
  const place = freePlace(left + padLeft, right - padRight, box.measure(label, 11), [...nowStretch(box), ...taken])
  return place === null ? null : Math.round(place - left)
}

/**
 * The segments of a row, left to right, without those outside the chart. Texts keep away from the now line and from what is
 * `taken`: they go right of it or are left out.
 */
export function placedSegments<T extends Span>(
  spans: readonly T[],
  box: ChartBox,
  taken: readonly Stretch[] = [],
): readonly PlacedSegment<T>[] {
  const placed: PlacedSegment<T>[] = []
  for (const span of spans) {
    const from = span.from === null ? 0 : percentAt(box.range, span.from)
    const to = span.to === null ? 100 : percentAt(box.range, span.to)
    const left = Math.max(0, from)
    const right = Math.min(100, to)
    if (left >= 100 || right <= 0 || ((right - left) / 100) * box.width < LEAST_WIDTH) continue
    const start: SegmentEnd = span.from === null ? 'faded' : from < 0 ? 'cut' : 'sharp'
    const end: SegmentEnd = span.to === null ? 'faded' : to > 100 ? 'cut' : 'sharp'
    const px = (percent: number) => (percent / 100) * box.width
    const textAt = span.look === 'expired' ? null : placeText(box, px(left), px(right), start, end, span.label, taken)
    placed.push({ span, left, width: right - left, start, end, textAt })
  }
  return placed
}

/** The expired stage is a tail that says "from here on", not a stretch to be read: it need not be longer than this. */
const TAIL = 20

/** An expired segment without an end, shortened to a tail that fades out. */
export function asTail<T extends Span>(segment: PlacedSegment<T>): PlacedSegment<T> {
  return segment.span.look === 'expired' && segment.span.to === null && segment.width > TAIL
    ? { ...segment, width: TAIL }
    : segment
}

export interface PlacedFlag {
  readonly at: number
  /** Percent of the chart's width. */
  readonly left: number
  /** The date to print right of the flag; null: it would touch something. */
  readonly text: string | null
}

/** From the pole to its text. */
const FLAG_TEXT = 11

/**
 * The flag of an expiry; null when it is outside the chart. Its date is left out when it would cross the now line, something
 * `taken`, or the chart's right edge.
 */
export function placedFlag(at: number, text: string, box: ChartBox, taken: readonly Stretch[] = []): PlacedFlag | null {
  const left = percentAt(box.range, at)
  if (left < 0 || left > 100) return null
  const begin = pixelAt(box, at) + FLAG_TEXT
  const end = begin + box.measure(text, 11)
  const place = freePlace(begin, box.width, end - begin, [...nowStretch(box), ...taken])
  return { at, left, text: place === begin ? text : null }
}

/** Where the label of the now line is centred, in pixels: on the line, but never over the chart's edge. Null: off the chart. */
export function nowLabelAt(box: ChartBox, text: string): number | null {
  const x = pixelAt(box, box.now)
  if (x < 0 || x > box.width) return null
  const half = box.measure(text, 11) / 2 + SPARE
  return Math.min(Math.max(x, half), Math.max(half, box.width - half))
}

/** How a segment looks whose version is in this stage for a cluster; one that no profile knows says nothing of its life. */
export const STAGE_LOOKS: Readonly<Record<RunningStage, SegmentLook>> = {
  unavailable: 'unavailable',
  preview: 'preview',
  unclassified: 'unclassified',
  supported: 'supported',
  deprecated: 'deprecated',
  expired: 'expired',
  notInProfile: 'unclassified',
  unknown: 'unclassified',
}
