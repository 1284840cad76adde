import { isDay } from '@/lib/contract/dates'
import type { FreezeDays } from '@/lib/contract/status'
import { shortened } from '@/lib/engine/bounds'
import { FREEZES, type FreezePeriod } from '@/lib/engine/outlook/difference'
import { DAY } from '@/lib/engine/time'
import { processWide } from '@/lib/process/kept'

/** How many ranges there may be, and how many days each may have: a longer one is a slip, not a freeze. */
const mostRanges = 100
const mostDays = 366

/** The freeze days of this process, as `readFreezes` reads `FREEZE`: Gardener knows nothing of them. */
export function theFreezes(): readonly FreezeDays[] {
  return processWide('freezes', () => readFreezes(process.env.FREEZE ?? ''))
}

/** What the setting means for warnings: the freezes that it names, or the turn of every year where it names none. */
export function warnedFreezes(days = theFreezes()): readonly FreezePeriod[] {
  return days.length === 0 ? FREEZES : days
}

/**
 * Reads days and ranges of days, both ends included: `2026-12-18..2027-01-04,2027-03-29`. Those that meet are joined; they
 * are in order of time. Throws a sentence where one of them cannot be right.
 */
export function readFreezes(text: string): readonly FreezeDays[] {
  const parts = text.split(',').flatMap((part) => part.trim() || [])
  if (parts.length > mostRanges) throw new Error(`FREEZE has more than ${mostRanges} ranges of days.`)
  return joined(parts.map(readRange))
}

function readRange(part: string): FreezeDays {
  const [from = '', to = from, ...more] = part.split('..').map((end) => end.trim())
  const wrong = (reason: string) => new Error(`FREEZE: "${shortened(part, 50)}" ${reason}.`)
  if (!isDay(from) || !isDay(to) || more.length > 0)
    throw wrong('is neither a day nor a range of days; write 2027-03-29 or 2026-12-18..2027-01-04')
  if (to < from) throw wrong('ends before it begins')
  if ((Date.parse(to) - Date.parse(from)) / DAY >= mostDays) throw wrong('is longer than a year')
  return { from, to }
}

/** The ranges in order; those that overlap or follow each other are joined. */
function joined(days: readonly FreezeDays[]): readonly FreezeDays[] {
  const all: FreezeDays[] = []
  for (const next of days.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    const last = all.at(-1)
    if (last === undefined || Date.parse(next.from) > Date.parse(last.to) + DAY) all.push(next)
    else all[all.length - 1] = { from: last.from, to: next.to > last.to ? next.to : last.to }
  }
  return all
}
