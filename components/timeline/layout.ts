import type { RunningStage } from '@/lib/contract/common'
import { relativeText, spanText } from '@/lib/words/time-text'
import { percentAt, type TimeRange } from './range'
import { areClose, freePlace, keptLabels, type MeasureText, type PixelRange } from './ticks'

/**
 * Where the segments and flags of one row go. Plain numbers: percentages of the width for what must follow the window's size,
 * pixels for what must not. Nothing here draws.
 */

/** What a segment looks like: a stage, or a version that is not classified or not listed. */
export type SegmentLook = 'unavailable' | 'preview' | 'supported' | 'deprecated' | 'expired' | 'unclassified'

/** One stretch of a row. `from` null: since a time that is not known; `to` null: no end is set. */
export interface LaneSpan {
  readonly look: SegmentLook
  readonly from: number | null
  readonly to: number | null
  /** Printed inside if it fits: the stage on a profile, the version on a cluster. */
  readonly label: string
}

/** `sharp`: it begins or ends here. `faded`: it is not known when. `cut`: it goes on outside the chart. */
export type SegmentEnd = 'sharp' | 'faded' | 'cut'

interface SpanPlace {
  /** Percent of the chart's width. */
  readonly left: number
  readonly width: number
  readonly start: SegmentEnd
  readonly end: SegmentEnd
  /** Pixels from its left edge to its text; null: the text does not fit. */
  readonly textAt: number | null
}

export interface PlacedSegment<T extends LaneSpan = LaneSpan> extends SpanPlace {
  readonly span: T
}

export interface ChartBox {
  readonly range: TimeRange
  /** The width in pixels. */
  readonly width: number
  readonly now: number
  readonly measure: MeasureText
}

/** Room between a text and whatever is beside it. */
const SPARE = 6
/** How far a faded end reaches into its segment. */
const FADE_LEFT = 48
const FADE_RIGHT = 64
/** What is narrower, in pixels, as what ended just at the left edge, is not drawn. */
const LEAST_WIDTH = 0.5

export function pixelAt(box: ChartBox, at: number): number {
  return (percentAt(box.range, at) / 100) * box.width
}

/** The now line with the room no text may enter; nothing when it is off the chart. */
export function rangesOfNow(box: ChartBox): readonly PixelRange[] {
  const x = pixelAt(box, box.now)
  return x < 0 || x > box.width ? [] : [{ left: x - 3, right: x + 8 }]
}

/** A mark of a size in pixels (a diamond, a flag's pole) as something no text may touch. */
export function rangeOfMark(x: number, size: number): PixelRange {
  return { left: x - size / 2 - 2, right: x + size / 2 + 2 }
}

/** The place of a text in a stretch of pixels, off the now line and what is taken: pixels from its left edge, null: there is no room. */
function placeText(
  box: ChartBox,
  left: number,
  right: number,
  start: SegmentEnd,
  end: SegmentEnd,
  label: string,
  taken: readonly PixelRange[],
): number | null {
  if (label === '') return null
  const padLeft = start === 'faded' ? Math.min(FADE_LEFT + 4, (right - left) * 0.6) : SPARE
  const padRight = end === 'faded' ? Math.min(FADE_RIGHT, (right - left) * 0.6) : SPARE
  const place = freePlace(left + padLeft, right - padRight, box.measure(label, 11), [...rangesOfNow(box), ...taken])
  return place === null ? null : Math.round(place - left)
}

/** The place of a stretch of time and its text; null: outside the chart, or too narrow to be seen. */
function placeOf(
  { from, to, label }: Pick<LaneSpan, 'from' | 'to' | 'label'>,
  box: ChartBox,
  taken: readonly PixelRange[],
): SpanPlace | null {
  const begin = from === null ? 0 : percentAt(box.range, from)
  const finish = to === null ? 100 : percentAt(box.range, to)
  const left = Math.max(0, begin)
  const right = Math.min(100, finish)
  const px = (percent: number) => (percent / 100) * box.width
  if (left >= 100 || right <= 0 || px(right - left) < LEAST_WIDTH) return null
  const start: SegmentEnd = from === null ? 'faded' : begin < 0 ? 'cut' : 'sharp'
  const end: SegmentEnd = to === null ? 'faded' : finish > 100 ? 'cut' : 'sharp'
  return {
    left,
    width: right - left,
    start,
    end,
    textAt: placeText(box, px(left), px(right), start, end, label, taken),
  }
}

/**
 * The segments of a row, left to right, without those outside the chart. Texts keep away from the now line and from what is
 * `taken`: they go right of it or are left out.
 */
export function placedSegments<T extends LaneSpan>(
  spans: readonly T[],
  box: ChartBox,
  taken: readonly PixelRange[] = [],
): readonly PlacedSegment<T>[] {
  return spans.flatMap((span) => {
    const place = placeOf(span, box, taken)
    if (place === null) return []
    return [{ span, ...place, ...(span.look === 'expired' && { textAt: null }) }]
  })
}

/** The expired stage is a tail that says "from here on", not a stretch to be read: it need not be longer than this. */
const TAIL = 20

/** An expired segment without an end, shortened to a tail that fades out. */
export function asTail<T extends LaneSpan>(segment: PlacedSegment<T>): PlacedSegment<T> {
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

/** The distance from the pole to its text. */
const FLAG_TEXT = 11

/**
 * The flag of an expiry; null when it is outside the chart. Its date is left out when it would cross the now line, something
 * `taken`, or the chart's right edge.
 */
export function placedFlag(
  at: number,
  text: string,
  box: ChartBox,
  taken: readonly PixelRange[] = [],
): PlacedFlag | null {
  const left = percentAt(box.range, at)
  if (left < 0 || left > 100) return null
  const begin = pixelAt(box, at) + FLAG_TEXT
  const end = begin + box.measure(text, 11)
  const place = freePlace(begin, box.width, end - begin, [...rangesOfNow(box), ...taken])
  return { at, left, text: place === begin ? text : null }
}

/** The centre of the label of the now line, in pixels: on the line, but never over the chart's edge. Null: off the chart. */
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

/**
 * What-if: above a changed segment stands what it was, dashed and unfilled (visual.md, "Timeline", 10). Plain geometry, like
 * the layout of segments: percentages for what follows the window's size, pixels for what does not.
 */
export interface GhostSpan extends Omit<LaneSpan, 'look'> {
  /** `30 days earlier`, from `movedExpiryText`; printed right of the end. Null: the end did not move. */
  readonly difference: string | null
}

/** If its text does not fit, the row's text has to say it. */
export interface PlacedGhost extends SpanPlace {
  readonly span: GhostSpan
  /** Pixels from the chart's left edge to the difference; null: there is none, or no room. */
  readonly differenceAt: number | null
}

/** Between the ghost's end and the difference. */
const GAP = 8

/**
 * The ghost of a row; null when it lies outside the chart. Its label keeps off the now line. The difference stands right of the
 * ghost's end; where that would cross the now line or the chart's edge it is left out.
 */
export function placedGhost(span: GhostSpan, box: ChartBox): PlacedGhost | null {
  const place = placeOf(span, box, [])
  return place && { span, ...place, differenceAt: differenceAt(span, box) }
}

function differenceAt({ to, difference }: GhostSpan, box: ChartBox): number | null {
  if (to === null || difference === null) return null
  const end = pixelAt(box, to)
  const text = { left: end + GAP, right: end + GAP + box.measure(difference, 11, 600) }
  const isFree = !rangesOfNow(box).some((range) => areClose(text, range))
  return end >= 0 && text.right <= box.width && isFree ? Math.round(text.left) : null
}

/**
 * How an expiry moved: `30 days earlier`, `1 day later`, `no longer expires`, `now expires`; null when it did not. Null times:
 * no expiry is set. Less than a minute counts as not moved.
 */
export function movedExpiryText(was: number | null, is: number | null): string | null {
  if (was === null) return is === null ? null : 'now expires'
  if (is === null) return 'no longer expires'
  if (relativeText(is, was) === 'now') return null
  return `${spanText(is - was, 'prose')} ${is < was ? 'earlier' : 'later'}`
}

/** A maintenance run: a line through all lanes with a label of two lines on top. */
export interface LaneRun {
  readonly at: number
  readonly kind: 'auto' | 'forced' | 'fails' | 'other' | 'done'
  /** `15 Dec` over `in 24 d 3 h`. */
  readonly first: string
  readonly second: string
  /** When labels collide, the lowest is kept; of equal ones the leftmost. */
  readonly rank: number
}

/** Between a line and its label. */
const RUN_GAP = 6

/**
 * The runs of a chart with the labels that fit; `labelAt` is where one begins, in pixels. A label stands right of its line, or left of it
 * where the chart ends or where it would touch the label of now, which stands left of the line of now, among them.
 */
export function placedRuns(
  runs: readonly LaneRun[],
  box: ChartBox,
): readonly (LaneRun & { readonly labelAt: number | null })[] {
  const shown = runs.filter(({ at }) => at >= box.range.from && at < box.range.to)
  const now = pixelAt(box, box.now)
  // The label of now stands left of its line.
  const flag = { left: now - box.measure('now', 11) - 18, right: now }
  const placed = shown.map((run) => {
    const width = Math.max(box.measure(run.first, 12, 600), box.measure(run.second, 12))
    const x = pixelAt(box, run.at)
    const isPast = run.at < box.now
    const fits = x + RUN_GAP + width <= (isPast ? flag.left : box.width)
    const left = fits ? x + RUN_GAP : (isPast ? Math.min(x, flag.left) : x) - RUN_GAP - width
    return { run, left, right: left + width, rank: run.rank }
  })
  const kept = keptLabels(placed, { gap: 2 * RUN_GAP, width: box.width + 1, taken: [flag] })
  return placed.map(({ run, left }, i) => ({ ...run, labelAt: kept[i] ? Math.round(left * 10) / 10 : null }))
}

/** A mark whose area is a count. */
export interface CountMark {
  readonly at: number
  readonly count: number
  /** What it is of: `1.33.7`. */
  readonly text: string
  /** The whole fact, as it is read out. */
  readonly name: string
  readonly isBad: boolean
}

/** `text`: what is printed beside it, that of the mark where there is room, and its count. */
export interface PlacedCount extends Omit<CountMark, 'count'> {
  /** Width and height in pixels. */
  readonly size: number
  readonly strong: string
  /** The begin of the text, in pixels; null: there is no room. */
  readonly textAt: number | null
}

/** The area of a mark is its count; the largest does not touch the line below it, the smallest is still to be seen. */
const LEAST_SIZE = 7
const MOST_SIZE = 22
/** With fewer clusters than this the largest is smaller. */
const LEAST_MOST = 40

/**
 * The marks of one line, in order of time; `most` is the largest count of the chart. Those that would overlap are one whose count is the
 * sum, if they mean the same; the larger ones are named first, and where its text does not fit the count alone.
 */
export function placedCounts(marks: readonly CountMark[], most: number, box: ChartBox): readonly PlacedCount[] {
  const sizeOf = (count: number) =>
    Math.round(Math.min(MOST_SIZE, Math.max(LEAST_SIZE, MOST_SIZE * Math.sqrt(count / Math.max(most, LEAST_MOST)))))
  const shown = marks.filter(({ at }) => at >= box.range.from && at <= box.range.to)
  const merged: { mark: CountMark; x: number; names: string[] }[] = []
  for (const mark of shown.toSorted((a, b) => a.at - b.at)) {
    const x = pixelAt(box, mark.at)
    const last = merged.at(-1)
    const isClose = last !== undefined && x - last.x < (sizeOf(last.mark.count) + sizeOf(mark.count)) / 2
    if (isClose && last.mark.isBad === mark.isBad) {
      last.mark = { ...last.mark, count: last.mark.count + mark.count, text: '' }
      last.names.push(mark.name)
    } else merged.push({ mark, x, names: [mark.name] })
  }
  const markRanges = merged.map(({ mark, x }) => rangeOfMark(x, sizeOf(mark.count)))
  const texts: PixelRange[] = []
  const places = new Map<number, { text: string; textAt: number }>()
  const byCount = merged.map((_, i) => i).sort((a, b) => (merged[b]?.mark.count ?? 0) - (merged[a]?.mark.count ?? 0))
  for (const i of byCount) {
    const { mark, x } = merged[i] as (typeof merged)[number]
    const left = x + sizeOf(mark.count) / 2 + 4
    for (const text of new Set([mark.text, ''])) {
      const width = box.measure(`${text} `, 11) + box.measure(String(mark.count), 11, 600)
      const textRange = { left, right: left + width }
      const others = [...markRanges.filter((_, other) => other !== i), ...texts, ...rangesOfNow(box)]
      if (textRange.right > box.width || others.some((one) => areClose(one, textRange, 2))) continue
      texts.push(textRange)
      places.set(i, { text, textAt: Math.round(left) })
      break
    }
  }
  return merged.map(({ mark, names }, i) => ({
    at: mark.at,
    name: names.join('; '),
    isBad: mark.isBad,
    size: sizeOf(mark.count),
    text: places.get(i)?.text ?? '',
    strong: String(mark.count),
    textAt: places.get(i)?.textAt ?? null,
  }))
}
