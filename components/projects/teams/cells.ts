import type { EventKind } from '@/lib/contract/common'
import type { WallAnswer } from '@/lib/questions/projects/contract'
import type { DayLoadBody } from '@/lib/words/teams'

/** How far the wall looks, and how many days a column has on a desk and on a phone. */
export const TEAMS_RANGES = {
  '60d': { days: 60, text: '60 days', desk: 1, phone: 7 },
  '6m': { days: 182, text: '6 months', desk: 7, phone: 14 },
  '1y': { days: 364, text: '1 year', desk: 7, phone: 28 },
} as const

export type TeamsRange = keyof typeof TEAMS_RANGES

/** Places in the list of days, the ends included. */
export interface DayColumnRange {
  readonly from: number
  readonly to: number
}

/** The days in columns of so many, the first from today on; the last may be shorter. */
export function columnsOf(days: number, width: number): readonly DayColumnRange[] {
  return Array.from({ length: Math.ceil(days / width) }, (_, i) => ({
    from: i * width,
    to: Math.min(days, (i + 1) * width) - 1,
  }))
}

/** A stretch of the width in percent. */
export interface PercentRange {
  readonly left: number
  readonly width: number
}

export function percentRangeOf({ from, to }: DayColumnRange, days: number): PercentRange {
  return { left: (from / days) * 100, width: ((to - from + 1) / days) * 100 }
}

/** Saturdays and Sundays, those that follow on each other as one. */
export function weekendsIn(dates: readonly string[]): readonly DayColumnRange[] {
  return runs(dates, (date) => [0, 6].includes(new Date(date).getUTCDay()))
}

function runs(dates: readonly string[], belongs: (date: string) => boolean): DayColumnRange[] {
  const found: { from: number; to: number }[] = []
  for (const [i, date] of dates.entries()) {
    if (!belongs(date)) continue
    const last = found.at(-1)
    if (last?.to === i - 1) last.to = i
    else found.push({ from: i, to: i })
  }
  return found
}

export type TeamsRow = WallAnswer['items'][number]

/** What begins in one column. */
export interface ColumnLoad {
  readonly column: number
  readonly load: DayLoadBody
  /** The load without the draft; the same if the draft makes no difference. */
  readonly before: DayLoadBody
}

export const NO_LOAD: DayLoadBody = { forced: 0, fails: 0, auto: 0, nodes: { min: 0, max: 0 } }

/** The cells of a row in which anything begins, with the draft or without. Adds up days where a column has several. */
export function cellsOf(days: TeamsRow['days'], columns: readonly DayColumnRange[]): readonly ColumnLoad[] {
  const cells: ColumnLoad[] = []
  let column = 0
  for (const { day, before, ...load } of days) {
    while ((columns[column]?.to ?? day) < day) column++
    const last = cells.at(-1)
    const one = { column, load, before: before ?? load }
    if (last?.column !== column) cells.push(one)
    else cells[cells.length - 1] = { column, load: plus(last.load, load), before: plus(last.before, one.before) }
  }
  return cells
}

/** The sums of all projects in every column. */
export function columnLoads(days: WallAnswer['days'], columns: readonly DayColumnRange[]): readonly ColumnLoad[] {
  return columns.map(({ from, to }, column) => {
    const inside = days.slice(from, to + 1)
    return {
      column,
      load: inside.reduce<DayLoadBody>(plus, NO_LOAD),
      before: inside.reduce<DayLoadBody>((sum, { before, ...load }) => plus(sum, before ?? load), NO_LOAD),
    }
  })
}

function plus(a: DayLoadBody, b: DayLoadBody): DayLoadBody {
  return {
    forced: a.forced + b.forced,
    fails: a.fails + b.fails,
    auto: a.auto + b.auto,
    nodes: { min: a.nodes.min + b.nodes.min, max: a.nodes.max + b.nodes.max },
  }
}

/** The one sign of a cell: what fails stands before what is forced, and that before what is automatic. */
export function signOf({ forced, fails, auto, nodes }: DayLoadBody): EventKind | null {
  if (fails > 0) return 'fails'
  if (forced > 0) return 'forced'
  if (auto > 0) return 'auto'
  return nodes.max > 0 ? 'other' : null
}

/** The numbers of nodes from which on each step of ink is drawn. */
export const INK_STEPS = [1, 10, 30, 80] as const

/** 1 to 4; 0: no ink. */
export function inkOf(nodes: number): number {
  return INK_STEPS.filter((from) => nodes >= from).length
}

export function differs({ load, before }: ColumnLoad): boolean {
  return (
    load.nodes.max !== before.nodes.max ||
    load.forced !== before.forced ||
    load.fails !== before.fails ||
    load.auto !== before.auto
  )
}

/** The sums that have room for their figure: the largest first, none beside another; `apart` columns lie between two. */
export function figuresShown(sums: readonly ColumnLoad[], apart: number): ReadonlySet<number> {
  const shown = new Set<number>()
  const size = ({ load, before }: ColumnLoad) => Math.max(load.nodes.max, before.nodes.max)
  for (const { column } of sums.toSorted((a, b) => size(b) - size(a))) {
    const sum = sums[column]
    if (sum === undefined || size(sum) === 0) continue
    if ([...shown].every((other) => Math.abs(other - column) >= apart)) shown.add(column)
  }
  return shown
}
