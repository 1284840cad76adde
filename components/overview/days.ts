import type { EventKind } from '@/lib/contract/common'
import type { Zone } from '@/lib/contract/zone'
import type { GardenAnswer, MovementAnswer } from '@/lib/questions/overview/contract'
import type { ShootsParams } from '@/lib/questions/queries'
import { countText, fromWall, monthText, ms, partsIn } from '@/lib/words/time-text'
import { unrecorded } from '../timeline/range'
import type { MeasureText } from '../timeline/ticks'
import { stepAt } from './minors'

/** The strip of the next 90 days, of which the first and the last are days in part: its geometry. Its days are dates of the viewer's zone, without a time. */

export type OverviewDay = GardenAnswer['days'][number]
export type OverviewMonth = GardenAnswer['months'][number]

/** Height of the highest bar, in pixels; above it stands its figure. */
export const BAR_HEIGHT = 72
/** A bar that is cut ends higher than all others, under its figure. */
const CUT_HEIGHT = 79
/** A day with so many times the next largest number is out of proportion and cut. */
const OUT_OF_PROPORTION = 3

export interface DayColumn {
  readonly date: string
  readonly isWeekend: boolean
  readonly isMonthStart: boolean
  /** Pixels, from bottom to top: nodes roll, no node rolls, begins to fail. */
  readonly rolling: number
  readonly kubelet: number
  readonly fails: number
  /** What had been expected of a day of the past, in all. */
  readonly expected: number
  /** Taller than the strip: drawn with a gap. */
  readonly isCut: boolean
  /** The figure over the bar, forced and failing clusters; empty when there are none. */
  readonly figure: string
}

/** What had been expected of a day that is over; null: it is not known. */
interface ExpectedCounts {
  readonly expected?: { readonly forced: number; readonly fails: number } | null
}

/** A column per day; heights are in proportion to the clusters, the largest in proportion has `BAR_HEIGHT`. */
export function dayColumns(days: readonly (OverviewDay & ExpectedCounts)[]): readonly DayColumn[] {
  const expected = days.map((day) => (day.expected ? sizeOf(day.expected) : 0))
  const sizes = days.map((day, index) => Math.max(sizeOf(day), expected[index] ?? 0))
  const scale = BAR_HEIGHT / Math.max(1, largestInProportion(sizes))
  return days.map((day, index) => {
    const size = sizeOf(day)
    const isCut = size * scale > BAR_HEIGHT
    const unit = isCut ? CUT_HEIGHT / size : scale
    return {
      date: day.date,
      isWeekend: [0, 6].includes(partsIn(day.date, 'UTC').weekday),
      isMonthStart: day.date.endsWith('-01'),
      rolling: height(day.rolling, unit),
      kubelet: height(day.forced - day.rolling, unit),
      fails: height(day.fails, unit),
      expected: Math.min(height(expected[index] ?? 0, scale), CUT_HEIGHT),
      isCut,
      figure: size > 0 ? countText(size) : '',
    }
  })
}

/** What is worth a bar: clusters that are forced, and those whose updates begin to fail. */
function sizeOf({ forced, fails }: Pick<OverviewDay, 'forced' | 'fails'>): number {
  return forced + fails
}

/** The largest day, unless it dwarfs the others: then three times the one after the two largest, so that these stay readable. */
function largestInProportion(sizes: readonly number[]): number {
  const sorted = [...sizes].sort((a, b) => b - a)
  const largest = sorted[0] ?? 0
  const third = sorted[2] ?? 0
  return third > 0 ? Math.min(largest, third * OUT_OF_PROPORTION) : largest
}

function height(count: number, unit: number): number {
  return count === 0 ? 0 : Math.max(2, Math.round(count * unit * 10) / 10)
}

/** Height of a figure's line, in pixels. */
const FIGURE_HEIGHT = 14
/** The width of a bar, if its day is wide enough. */
export const BAR_WIDTH = 10

/**
 * Which figures may be printed: the larger first, each only if it touches no figure and no bar beside it.
 * @param width of a column, in pixels
 */
export function keptFigures(columns: readonly DayColumn[], width: number, measure: MeasureText): readonly boolean[] {
  const boxes = columns.map((column, index) => {
    const bottom = column.rolling + column.kubelet + column.fails
    const center = (index + 0.5) * width
    const half = measure(column.figure, 11) / 2
    return { left: center - half, right: center + half, bottom, center }
  })
  const kept = columns.map(() => false)
  const order = [...columns.keys()].sort((a, b) => (boxes[b]?.bottom ?? 0) - (boxes[a]?.bottom ?? 0) || a - b)
  for (const index of order) {
    const own = boxes[index]
    if (!own || columns[index]?.figure === '') continue
    kept[index] = boxes.every((other, at) => {
      if (at === index || Math.abs(at - index) > REACH) return true
      const overBar =
        other.bottom > own.bottom && reach(own, other.center - BAR_WIDTH / 2, other.center + BAR_WIDTH / 2)
      const isLevel = Math.abs(other.bottom - own.bottom) < FIGURE_HEIGHT - 2
      return !overBar && !(kept[at] && isLevel && reach(own, other.left - 1, other.right + 1))
    })
  }
  return kept
}

/** No figure is as wide as so many columns. */
const REACH = 6

function reach(box: { readonly left: number; readonly right: number }, left: number, right: number): boolean {
  return box.left < right && left < box.right
}

/** The day that is looked at first: the fullest, the earliest of equals; the first when none has anything. */
export function busiestDay(days: readonly OverviewDay[]): number {
  let busiest = 0
  days.forEach((day, index) => {
    if (sizeOf(day) > sizeOf(days[busiest] ?? day)) busiest = index
  })
  return busiest
}

/** The numbers of the Mondays, in the middle of their columns. A day that stands in two columns, as today does beside the past, has its number in the second one. */
export function mondayLabels(
  days: readonly Pick<OverviewDay, 'date'>[],
): readonly { readonly text: string; readonly at: number }[] {
  return days.flatMap(({ date }, index) => {
    const { day, weekday } = partsIn(date, 'UTC')
    return weekday === 1 && days[index + 1]?.date !== date ? [{ text: String(day), at: index + 0.5 }] : []
  })
}

/** The days at which months begin, the first one with its month. Today, which may stand in two columns, begins one once. */
export function monthBegins(
  days: readonly Pick<OverviewDay, 'date'>[],
): readonly { readonly text: string; readonly position: number }[] {
  return days.flatMap(({ date }, position) =>
    position === 0 || (date.endsWith('-01') && days[position - 1]?.date !== date)
      ? [{ text: monthText(date), position }]
      : [],
  )
}

/** Whether nothing at all happens on a day. */
export function isEmptyDay({ forced, fails, auto }: OverviewDay): boolean {
  return forced + fails + auto === 0
}

/** The clusters for which a day stands: those whose bar it is; on a day without a bar those that are updated by themselves. */
export function dayFilter({ date, forced, fails, auto }: OverviewDay): ShootsParams {
  const event: EventKind[] = forced + fails === 0 && auto > 0 ? ['auto'] : ['forced', 'fails']
  return { event, within: '90', date }
}

export function monthFilter({ date }: OverviewMonth): ShootsParams {
  return { event: ['forced', 'fails'], within: '90', date }
}

/** The days before now: what happened, beside what had been expected. Today is the last of them, as far as it is over. */

export type PastMovement = MovementAnswer
export type PastDay = PastMovement['days'][number]

/** When a day begins in a zone, in milliseconds. */
export function dayBegin(date: string, zone: Zone): number {
  return fromWall(`${date}T00:00`, zone)
}

/** The parts of the strip that are hatched, in columns: the days of the past come first, and each is as wide as any other. */
export function hatchedParts(movement: PastMovement): readonly { readonly from: number; readonly to: number }[] {
  const { days, zone, at } = movement
  const starts = days.map(({ date }) => dayBegin(date, zone))
  const end = ms(at)
  const columnAt = (instant: number) => {
    const index = stepAt(starts, instant)
    const start = starts[index] ?? end
    return index + (instant - start) / Math.max(1, (starts[index + 1] ?? end) - start)
  }
  return unrecorded(movement, { from: starts[0] ?? end, to: end }).map(({ from, to }) => ({
    from: columnAt(from),
    to: columnAt(to),
  }))
}

/** Whether anything of a day is recorded. */
export function isRecordedDay(movement: PastMovement, index: number): boolean {
  const { days, zone, at } = movement
  const from = dayBegin(days[index]?.date ?? '', zone)
  const next = days[index + 1]
  const to = next === undefined ? ms(at) : dayBegin(next.date, zone)
  const missing = unrecorded(movement, { from, to }).reduce((sum, one) => sum + one.to - one.from, 0)
  return missing < to - from
}
