import type { PathBody } from '@/lib/contract/lifecycle'
import { BAR } from './path-columns'

/** Where the words of a path diagram may stand: on their band, above it, or below it, but never on anything else. */

export interface Point {
  readonly x: number
  readonly y: number
}

export interface Box extends Point {
  readonly width: number
  readonly height: number
}

/** A band from one point to another, flat at both ends. */
export interface Ribbon {
  readonly from: Point
  readonly to: Point
  readonly height: number
}

export interface LabelPlace extends Point {
  readonly isInside: boolean
  /** How many of its lines are shown. */
  readonly lines: number
}

export const LINE = 16
const INSET = 18
const SLICES = 16

/** The upper edge of a ribbon at a share `t` of its way. */
function edgeAt({ from, to }: Ribbon, t: number): Point {
  const x = cubic(t, from.x, (from.x + to.x) / 2, to.x)
  const rise = 3 * t * t - 2 * t * t * t
  return { x, y: from.y + (to.y - from.y) * rise }
}

function cubic(t: number, a: number, mid: number, b: number): number {
  const s = 1 - t
  return s * s * s * a + 3 * s * s * t * mid + 3 * s * t * t * mid + t * t * t * b
}

/** The ribbon as upright slices. */
export function slicesOf(ribbon: Ribbon): readonly Box[] {
  const points = Array.from({ length: SLICES + 1 }, (_, index) => edgeAt(ribbon, index / SLICES))
  return points.slice(1).map((end, index) => {
    const start = points[index] ?? end
    const top = Math.min(start.y, end.y)
    return { x: start.x, y: top, width: end.x - start.x, height: Math.abs(end.y - start.y) + ribbon.height }
  })
}

export function overlaps(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

/** Whether a box lies on the ribbon with all its area. */
function isOn(ribbon: Ribbon, box: Box): boolean {
  return slicesOf(ribbon).every((slice) => {
    if (slice.x + slice.width < box.x || slice.x > box.x + box.width) return true
    const top = Math.min(slice.y + slice.height - ribbon.height, slice.y)
    return box.y >= Math.max(top, slice.y) && box.y + box.height <= slice.y + ribbon.height
  })
}

/**
 * On the ribbon when it is 18 px high and the text fits with 18 px to spare, with as many lines as fit; else its first line above
 * or below the beginning, the middle or the end; null when every place is taken.
 */
export function labelPlace(ribbon: Ribbon, widths: readonly number[], taken: readonly Box[]): LabelPlace | null {
  const hop = ribbon.to.x - ribbon.from.x
  const fitting = widths.findIndex((width) => width + 2 * INSET > hop)
  const most = Math.min(fitting < 0 ? widths.length : fitting, Math.floor((ribbon.height - 2) / LINE))
  for (let lines = most; lines > 0; lines--) {
    const place = {
      x: ribbon.from.x + INSET,
      y: ribbon.from.y + (ribbon.height - lines * LINE) / 2,
      width: Math.max(...widths.slice(0, lines)),
      height: lines * LINE,
    }
    if (isOn(ribbon, place)) return { x: place.x, y: place.y, isInside: true, lines }
  }
  const width = widths[0] ?? 0
  const middle = edgeAt(ribbon, 0.5)
  const candidates = [
    { x: ribbon.from.x + INSET, y: ribbon.from.y - LINE - 1 },
    { x: ribbon.from.x + INSET, y: ribbon.from.y + ribbon.height + 2 },
    { x: middle.x, y: middle.y + ribbon.height + 4 },
    { x: middle.x, y: middle.y - LINE - 4 },
    { x: ribbon.to.x - width - INSET, y: ribbon.to.y + ribbon.height + 2 },
  ]
  const own = slicesOf(ribbon)
  const free = candidates.find((point) => {
    const box = { ...point, width, height: LINE }
    return box.x + width <= ribbon.to.x && ![...taken, ...own].some((other) => overlaps(box, other))
  })
  return free ? { ...free, isInside: false, lines: 1 } : null
}

/** A ribbon as an SVG path. */
export function ribbonPath(points: readonly Point[], height: number): string {
  const n = (value: number) => Math.round(value * 10) / 10
  const curve = (from: Point, to: Point, dy: number) => {
    const mid = n((from.x + to.x) / 2)
    return `C${mid} ${n(from.y + dy)} ${mid} ${n(to.y + dy)} ${n(to.x)} ${n(to.y + dy)}`
  }
  const [first] = points
  const last = points.at(-1)
  if (!first || !last) return ''
  const steps = points.slice(1).map((to, index) => ({ from: points[index] ?? first, to }))
  const there = steps.map(({ from, to }) => curve(from, to, 0)).join('')
  const back = steps
    .toReversed()
    .map(({ from, to }) => curve(to, from, height))
    .join('')
  return `M${n(first.x)} ${n(first.y)}${there}V${n(last.y + height)}${back}Z`
}

/**
 * Below everything else, each band of those that fail has a free lane of its own. For good: it ends blunt in an open bar, with
 * the words right of that. For a time: from the bar it goes on to where they move in the end, with the words below.
 */

type PathBand = PathBody['bands'][number]

export interface PlacedFailure {
  readonly band: PathBand
  /** From the bar of the version to where failing ends, or is followed no further. */
  readonly shape: string
  /** On to the version that they reach in the end; null: they do not move. */
  readonly onward: string | null
  /** The open bar between the two. */
  readonly stop: Box
  readonly label: Box
  readonly ribbons: readonly Ribbon[]
}

/** A failing band with both its ends known, and the lane still to be given. */
export interface Leaving {
  readonly band: PathBand
  readonly height: number
  readonly column: number
  /** Its upper end at the bar that it leaves. */
  readonly from: Point
  /** Its upper end at the bar that it reaches in the end; null: it reaches none. */
  readonly to: Point | null
}

/** How far above a lane what is over it ends, at least. */
const DROP = 24
/** How far a band bends down, at least. */
const BEND = 44
const GAP = 10
const FAIL_LENGTH = 150
const RISE = 120
const STOP_MORE = 2
const WORDS_INSET = 14

export function placedFailures(
  all: readonly Leaving[],
  bottom: number,
  labelWidths: (band: PathBand) => readonly number[],
): readonly PlacedFailure[] {
  let top = bottom + DROP
  // Nearest to the columns what begins last, and before that what goes back up: so that they cross each other least.
  const inOrder = all.toSorted((a, b) => b.column - a.column || Number(a.to === null) - Number(b.to === null))
  return inOrder.map((one) => {
    const placed = placedFailure(one, top, labelWidths(one.band))
    top = Math.max(placed.stop.y + placed.stop.height, placed.label.y + placed.label.height) + GAP
    return placed
  })
}

function placedFailure({ band, height, from, to }: Leaving, top: number, widths: readonly number[]): PlacedFailure {
  const words = { width: Math.max(0, ...widths), height: widths.length * LINE }
  const length = to === null ? FAIL_LENGTH : Math.min(FAIL_LENGTH, (to.x - from.x) * 0.45)
  const lane = {
    x: Math.round(from.x + length),
    y: Math.max(top + (to === null ? Math.max(STOP_MORE, (words.height - height) / 2) : STOP_MORE), from.y + BEND),
  }
  const after = { x: lane.x + BAR, y: lane.y }
  const stop = { x: lane.x, y: lane.y - STOP_MORE, width: BAR - 1, height: height + 2 * STOP_MORE }
  const ribbon = { from, to: lane, height }
  const shape = ribbonPath([from, lane], height)
  if (to === null) {
    const label = { x: lane.x + WORDS_INSET, y: lane.y + (height - words.height) / 2, ...words }
    return { band, shape, onward: null, stop, label, ribbons: [ribbon] }
  }
  const rise = { x: Math.max(after.x, to.x - RISE), y: lane.y }
  return {
    band,
    shape,
    onward: ribbonPath([after, rise, to], height),
    stop,
    label: { x: from.x + WORDS_INSET, y: stop.y + stop.height + 2, ...words },
    ribbons: [ribbon, { from: after, to: rise, height }, { from: rise, to, height }],
  }
}
