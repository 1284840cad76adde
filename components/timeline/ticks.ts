import { MONTHS } from '@/lib/engine/time'
import { clockText, DAY, dayText, HOUR } from '@/lib/words/time-text'
import { type CalendarUnit, type OffsetAt, unitBegins, utc, wallClock } from './calendar'
import { percentAt, type TimeRange } from './range'

/** A stretch of one line, in pixels. */
export interface PixelRange {
  readonly left: number
  readonly right: number
}

export interface LabelBox extends PixelRange {
  /** Lower goes first when labels compete; equal ranks go from left to right. */
  readonly rank: number
}

export interface LabelLine {
  /** What must stay free between two labels, in pixels. */
  readonly gap: number
  /** No label crosses its ends. */
  readonly width: number
  /** What no label may touch: the now line, diamonds, flags. */
  readonly taken?: readonly PixelRange[]
}

/** Whether two stretches overlap or come closer than `gap`. */
export function areClose(a: PixelRange, b: PixelRange, gap = 0): boolean {
  return a.left < b.right + gap && b.left < a.right + gap
}

/**
 * Which labels may be printed on one line, in the order given: by rank, then from left to right, each only if it touches
 * nothing that is there already.
 */
export function keptLabels(labels: readonly LabelBox[], line: LabelLine): readonly boolean[] {
  const order = labels.map((_, index) => index)
  order.sort((a, b) => {
    const one = labels[a]
    const two = labels[b]
    return one && two ? one.rank - two.rank || one.left - two.left : 0
  })
  const placed: LabelBox[] = []
  const kept = labels.map(() => false)
  for (const index of order) {
    const label = labels[index]
    if (!label || label.left < 0 || label.right > line.width) continue
    if (placed.some((other) => areClose(label, other, line.gap))) continue
    if (line.taken?.some((range) => areClose(label, range))) continue
    placed.push(label)
    kept[index] = true
  }
  return kept
}

/**
 * Where a text of `width` pixels may begin between `from` and `to` so that it touches nothing taken: at `from`, else right of
 * what is in the way. Null: nowhere.
 */
export function freePlace(from: number, to: number, width: number, taken: readonly PixelRange[]): number | null {
  let left = from
  for (const range of [...taken].sort((a, b) => a.left - b.left)) {
    if (areClose({ left, right: left + width }, range)) left = range.right
  }
  return left + width <= to ? left : null
}

/**
 * The time axis: a label where an hour, day, week, month, quarter or year begins.
 * Three days show hours, and each day in bold; 3 weeks show days, 3 months show weeks, 6 months and a year show months, more shows quarters, very much more years. 1 January carries the
 * year in bold, the first label carries it too, and a label that would touch another is left out: never turned, never shrunk.
 */

export interface AxisTick {
  readonly at: number
  readonly percent: number
  /** E.g. `Aug 2026`, `Sep`, `2 Nov`; empty when it would touch a neighbour. */
  readonly label: string
  /** For narrow screens: `A`, `S`, for days and weeks `21`, for the first of a month `5 Oct`. */
  readonly initial: string
  /** 1 January, of hours midnight: bold, and a stronger line. */
  readonly year: boolean
}

/** The width of a text in CSS pixels at a font size and weight. */
export type MeasureText = (text: string, size?: 11 | 12 | 13, weight?: 400 | 600) => number

const LABEL_PAD = 4
const LABEL_GAP = 10
const INITIAL_GAP = 2
/** The year of a label that says it after something else. */
const YEAR = / \d{4}$/

/** The unit into which a range of this length is divided. */
export function tickUnit(range: TimeRange): CalendarUnit {
  const days = (range.to - range.from) / DAY
  if (days <= 3) return 'hour'
  if (days <= 21) return 'day'
  if (days <= 125) return 'week'
  if (days <= 425) return 'month'
  return days <= 6 * 366 ? 'quarter' : 'year'
}

function labelOf(at: number, unit: CalendarUnit, withYear: boolean, offsetAt: OffsetAt): string {
  const date = wallClock(at, offsetAt)
  const month = MONTHS[date.getUTCMonth()] ?? ''
  const year = String(date.getUTCFullYear())
  if (unit === 'year') return year
  const text = unit === 'day' || unit === 'week' ? `${date.getUTCDate()} ${month}` : month
  return withYear ? `${text} ${year}` : text
}

function initialOf(at: number, unit: CalendarUnit, offsetAt: OffsetAt): string {
  const date = wallClock(at, offsetAt)
  const month = MONTHS[date.getUTCMonth()] ?? ''
  if (unit !== 'day' && unit !== 'week') return month.slice(0, 1)
  const day = date.getUTCDate()
  return day <= (unit === 'day' ? 1 : 7) ? `${day} ${month}` : String(day)
}

const HOURS = [1, 2, 3, 6, 12, 24] as const
/** With fewer pixels from one hour to the next the labels look crowded. */
const LEAST_HOUR = 64

/** Ticks of a range of hours: each hour or every few as there is room, `21:00`, and the day where one begins, in bold. */
function hourTicks(range: TimeRange, width: number, offsetAt: OffsetAt): readonly AxisTick[] {
  const hours = (range.to - range.from) / HOUR
  const step = HOURS.find((one) => (width / hours) * one >= LEAST_HOUR) ?? 24
  return unitBegins('hour', range.from, range.to, offsetAt).flatMap((at) => {
    const wall = wallClock(at, offsetAt)
    const hour = wall.getUTCHours()
    if (hour % step !== 0 || at === range.to) return []
    const label =
      hour === 0
        ? dayText(wall.getTime(), 'UTC', { now: wall.getTime(), weekday: true })
        : clockText(wall.getTime(), 'UTC')
    return [{ at, percent: percentAt(range, at), label, initial: label, year: hour === 0 }]
  })
}

/** All ticks of a range in order, each with its label, whether or not the labels fit side by side. */
export function ticks(range: TimeRange, offsetAt: OffsetAt, unit: CalendarUnit): readonly AxisTick[] {
  const years = unitBegins('year', range.from, range.to, offsetAt)
  const instants = [...new Set([...unitBegins(unit, range.from, range.to, offsetAt), ...years])]
    .filter((at) => at < range.to)
    .sort((a, b) => a - b)
  return instants.map((at, index) => {
    const year = years.includes(at)
    return {
      at,
      percent: percentAt(range, at),
      label: labelOf(at, unit, year || index === 0, offsetAt),
      initial: initialOf(at, unit, offsetAt),
      year,
    }
  })
}

/** The now line, and the word right of it where it has one on the axis; a label that begins at the line stands right of it. */
export function nowLineAt(x: number, wordWidth = 0): PixelRange {
  return { left: x - LABEL_PAD, right: x + LABEL_PAD + wordWidth }
}

/**
 * The ticks of an axis `width` pixels wide; labels that would touch each other or what is taken are empty. The years go first, then left
 * to right.
 */
export function fittedTicks(
  range: TimeRange,
  width: number,
  measure: MeasureText,
  offsetAt: OffsetAt = utc,
  taken: readonly PixelRange[] = [],
): readonly AxisTick[] {
  const unit = tickUnit(range)
  const all = unit === 'hour' ? hourTicks(range, width, offsetAt) : ticks(range, offsetAt, unit)
  const keptOf = (part: 'label' | 'initial', gap: number) => (of: readonly AxisTick[]) =>
    keptLabels(
      of.map((tick) => {
        const left = (tick.percent / 100) * width + LABEL_PAD
        const right = left + measure(tick[part], 11, tick.year ? 600 : 400)
        return { left, right, rank: tick.year ? 0 : YEAR.test(tick[part]) ? 1 : 2 }
      }),
      { gap, width, taken },
    )
  const isInitialKept = keptOf('initial', INITIAL_GAP)(all)
  return withKeptLabels(all, keptOf('label', LABEL_GAP)).map((tick, index) =>
    isInitialKept[index] ? tick : { ...tick, initial: '' },
  )
}

/** A label that does not fit goes without its year, or goes; the next one that is kept carries the year. */
function withKeptLabels(
  all: readonly AxisTick[],
  keptOf: (all: readonly AxisTick[]) => readonly boolean[],
): readonly AxisTick[] {
  const kept = keptOf(all)
  const lost = all.findIndex(({ label }, index) => YEAR.test(label) && !kept[index])
  if (lost === -1) return all.map((tick, index) => (kept[index] ? tick : { ...tick, label: '' }))
  const year = all[lost]?.label.match(YEAR)?.[0] ?? ''
  const carried = all.map((tick, index) => {
    if (index === lost) return { ...tick, label: tick.label.replace(YEAR, '') }
    return index === lost + 1 && !tick.year ? { ...tick, label: tick.label + year } : tick
  })
  return withKeptLabels(carried, keptOf)
}
