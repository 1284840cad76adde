import type { EffectRow } from './effect-rows'

const DAY = 24 * 60 * 60 * 1000

/** Not more than this is shown: a date in the year 9999 must not make all others unreadable. */
const LATEST = 800 * DAY

/** Whole months of UTC around now and every date that the rows show. */
export function effectRange(rows: readonly EffectRow[], at: number): { readonly from: number; readonly to: number } {
  const dates = rows
    .flatMap(({ expires, was, spans }) => [expires, was?.to ?? null, ...spans.map(({ from }) => from)])
    .filter((date): date is number => date !== null && date > at && date < at + LATEST)
  const last = Math.max(at + 150 * DAY, ...dates.map((date) => date + 45 * DAY))
  return { from: monthOf(at - 45 * DAY, 0), to: monthOf(last, 1) }
}

function monthOf(at: number, later: number): number {
  const date = new Date(at)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later, 1)
}
