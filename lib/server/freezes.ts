import type { FreezeDays } from '@/lib/contract'
import { isDateOrMonth } from '@/lib/contract/date-ranges'
import { dayText } from '@/lib/engine/explain'
import { DAY } from '@/lib/engine/time'
import { FREEZES, type Freeze } from '@/lib/engine/what-if'
import type { Problem } from '@/lib/garden/garden'
import { processWide } from './kept'

/** The setting `FREEZE` as it was read: what cannot be right is left out, and told. */
export interface Freezes {
  /** In order of time; they neither overlap nor touch. */
  readonly days: readonly FreezeDays[]
  readonly problems: readonly Problem[]
}

/** So many ranges are read, and so many days each may have: what is longer is a slip, not a freeze. */
const mostRanges = 100
const mostDays = 366

/** The freeze days of this process, as `FREEZE` gives them: Gardener knows nothing of them. */
export function theFreezes(): Freezes {
  return processWide('freezes', () => readFreezes(process.env.FREEZE ?? ''))
}

/** What the setting means for warnings: the freezes that it names, or the turn of every year where it names none. */
export function warnedFreezes({ days }: Freezes = theFreezes()): readonly Freeze[] {
  if (days.length === 0) return FREEZES
  return days.map(({ from, to }) => ({ from, to, name: [...new Set([from, to])].map(nameOf).join(' to ') }))
}

function nameOf(day: string): string {
  return dayText(Date.parse(day), 0)
}

/**
 * Reads days and ranges of days, both ends included: `2026-12-18..2027-01-04,2027-03-29`. Those that meet are joined.
 */
export function readFreezes(text: string): Freezes {
  const parts = text.split(',').map((part) => part.trim())
  const given = parts.filter((part) => part !== '')
  const days: FreezeDays[] = []
  const reasons: string[] = []
  for (const part of given.slice(0, mostRanges)) {
    const read = readRange(part)
    if (typeof read === 'string') reasons.push(read)
    else days.push(read)
  }
  if (given.length > mostRanges) reasons.push(`more than ${mostRanges} ranges; those after them are left out`)
  const problems = reasons.map((reason) => ({ source: 'FREEZE', reason }))
  return { days: joined(days), problems }
}

/** A text: why it cannot be right. */
function readRange(part: string): FreezeDays | string {
  const [from = '', to = from, ...more] = part.split('..').map((end) => end.trim())
  const shown = `"${part.length > 50 ? `${part.slice(0, 50)}…` : part}"`
  const wrong = [from, to].find((end) => !isDay(end))
  if (wrong !== undefined || more.length > 0)
    return `${shown} is neither a day nor a range of days; write 2027-03-29 or 2026-12-18..2027-01-04. It is left out`
  if (to < from) return `${shown} ends before it begins. It is left out`
  if ((Date.parse(to) - Date.parse(from)) / DAY >= mostDays) return `${shown} is longer than a year. It is left out`
  return { from, to }
}

function isDay(text: string): boolean {
  return text.length === 'YYYY-MM-DD'.length && isDateOrMonth(text)
}

/** In order, those that overlap or follow on each other as one. */
function joined(days: readonly FreezeDays[]): readonly FreezeDays[] {
  const all: FreezeDays[] = []
  for (const next of days.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    const last = all.at(-1)
    if (last === undefined || Date.parse(next.from) > Date.parse(last.to) + DAY) all.push(next)
    else all[all.length - 1] = { from: last.from, to: next.to > last.to ? next.to : last.to }
  }
  return all
}
