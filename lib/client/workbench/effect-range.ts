import { DAY, fromWall, partsIn } from '@/lib/client/time-text'
import { two, type Zone } from '@/lib/contract/zone'
import type { EffectRow } from './effect-rows'

/** Not more than this is shown: a date in the year 9999 must not make all others unreadable. */
const LATEST = 800 * DAY

/** Whole months of the zone around now and every date that the rows show. */
export function effectRange(
  rows: readonly EffectRow[],
  at: number,
  zone: Zone,
): { readonly from: number; readonly to: number } {
  const dates = rows
    .flatMap(({ expires, was, spans }) => [expires, was?.to ?? null, ...spans.map(({ from }) => from)])
    .filter((date): date is number => date !== null && date > at && date < at + LATEST)
  const last = Math.max(at + 150 * DAY, ...dates.map((date) => date + 45 * DAY))
  return { from: monthOf(at - 45 * DAY, 0, zone), to: monthOf(last, 1, zone) }
}

function monthOf(at: number, later: number, zone: Zone): number {
  const { year, month } = partsIn(at, zone)
  const next = month + later
  return fromWall(`${year + Math.floor(next / 12)}-${two((next % 12) + 1)}-01T00:00`, zone)
}
