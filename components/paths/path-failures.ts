import type { PathBody } from '@/lib/contract/lifecycle'
import { BAR } from './path-columns'
import { type Box, LINE, type Point, type Ribbon, ribbonPath } from './path-labels'

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
