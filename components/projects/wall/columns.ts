import type { FreezeDays } from '@/lib/contract/status'
import { monthText } from '@/lib/words/time-text'

/** How far the wall looks, and how many days a column has on a desk and on a phone. */
export const RANGES = {
  '60d': { days: 60, text: '60 days', desk: 1, phone: 7 },
  '6m': { days: 182, text: '6 months', desk: 7, phone: 14 },
  '1y': { days: 364, text: '1 year', desk: 7, phone: 28 },
} as const

export type Range = keyof typeof RANGES

/** Places in the list of days, the ends included. */
export interface Column {
  readonly from: number
  readonly to: number
}

/** The days in columns of so many, the first from today on; the last may be shorter. */
export function columnsOf(days: number, width: number): readonly Column[] {
  return Array.from({ length: Math.ceil(days / width) }, (_, i) => ({
    from: i * width,
    to: Math.min(days, (i + 1) * width) - 1,
  }))
}

/** A stretch of the width in percent. */
export interface Stretch {
  readonly left: number
  readonly width: number
}

export function stretchOf({ from, to }: Column, days: number): Stretch {
  return { left: (from / days) * 100, width: ((to - from + 1) / days) * 100 }
}

/** Saturdays and Sundays, those that follow on each other as one. */
export function weekendsIn(dates: readonly string[]): readonly Column[] {
  return runs(dates, (date) => [0, 6].includes(new Date(date).getUTCDay()))
}

export interface Frozen extends Column {
  /** Of the whole freeze, which may go on outside. */
  readonly freeze: FreezeDays
}

export function freezesIn(dates: readonly string[], freezes: readonly FreezeDays[]): readonly Frozen[] {
  return freezes.flatMap((freeze) =>
    runs(dates, (date) => date >= freeze.from && date <= freeze.to).map((column) => ({ ...column, freeze })),
  )
}

export interface AxisLabel {
  readonly day: number
  readonly text: string
}

/** The first of each month; a January, and the first of them, with its year. */
export function monthsIn(dates: readonly string[]): readonly AxisLabel[] {
  return dates.flatMap((date, day) =>
    date.endsWith('-01') ? [{ day, text: monthText(`${date}T00:00:00Z`, 'UTC') }] : [],
  )
}

/** Days of the month: Mondays where columns are days, else the first day of every column as far as there is room. */
export function daysIn(dates: readonly string[], columns: readonly Column[]): readonly AxisLabel[] {
  const isByDay = columns.length === dates.length
  const every = columns.length > 30 ? 2 : 1
  const shown = isByDay
    ? dates.flatMap((date, day) => (day > 0 && new Date(date).getUTCDay() === 1 ? [day] : []))
    : columns.flatMap(({ from }, i) => (i > 0 && i % every === 0 ? [from] : []))
  return shown.map((day) => ({ day, text: String(Number((dates[day] ?? '').slice(-2))) }))
}

function runs(dates: readonly string[], belongs: (date: string) => boolean): Column[] {
  const found: { from: number; to: number }[] = []
  for (const [i, date] of dates.entries()) {
    if (!belongs(date)) continue
    const last = found.at(-1)
    if (last?.to === i - 1) last.to = i
    else found.push({ from: i, to: i })
  }
  return found
}
