import type { EventKind } from '@/lib/contract/common'
import type { NextEvent } from '@/lib/contract/steps'
import type { WhatIfChange, WhatIfRow } from '@/lib/contract/what-if'
import { partOf } from '@/lib/contract/what-if-row'
import type { Zone } from '@/lib/contract/zone'
import { orOtherNight, whatText } from '@/lib/words/event-words'
import { WITHIN_HORIZON } from '@/lib/words/phrases'
import { clockText, countOf, dayText, isTonight, type Time } from '@/lib/words/time-text'

/** One line of the table of clusters: before, after, and in short what changed. */
export interface RowWords {
  /** The diamond. */
  readonly kind: EventKind
  /** `1.32.9`, and where it goes; null: nowhere. */
  readonly what: string
  readonly from: string
  readonly to: string | null
  readonly before: string
  readonly after: string
  readonly change: string
  readonly isBad: boolean
  /** The event whose nodes are told. */
  readonly event: NextEvent | null
}

export function rowWords(row: WhatIfRow, zone: Zone, now: Time): RowWords {
  const { change } = row
  const [before, after] = [partOf(row, 'before'), partOf(row, 'after')]
  const event = after ?? before
  return {
    kind: event?.kind ?? 'other',
    what: event === null || event.what === 'Kubernetes' ? '' : whatText(event),
    from: event?.from ?? '',
    to: event?.to ?? null,
    before: sideText(row, 'before', zone, now),
    after: sideText(row, 'after', zone, now),
    change: changeText(row),
    isBad: change === 'stuck' || after?.kind === 'fails',
    event: after,
  }
}

/** When it happens to the part that the row is about; where it does not, when it happens to another one. */
function sideText(row: WhatIfRow, side: 'before' | 'after', zone: Zone, now: Time): string {
  const event = partOf(row, side)
  if (event !== null) return whenText(event, zone, now)
  if (row.change === 'auto') return 'no update'
  const other = row[side]
  if (other === null) return `not ${WITHIN_HORIZON}`
  return `not this, but ${whatText(other)} ${whenText(other, zone, now)}`
}

function whenText(event: NextEvent, zone: Zone, now: Time): string {
  const { begin } = event.window
  const when = isTonight(begin, zone, now) ? `tonight ${clockText(begin, zone)}` : dayText(begin, zone, { now })
  return `${event.kind === 'fails' ? 'fails ' : ''}${when}${orOtherNight(event, now, zone)}`
}

function changeText(row: WhatIfRow): string {
  const { change, shiftDays } = row
  const [before, after] = [partOf(row, 'before'), partOf(row, 'after')]
  const shift = shiftDays === null || shiftDays === 0 ? '' : shiftText(shiftDays)
  switch (change) {
    case 'stuck':
      return shift === '' || before === null ? 'will be stuck' : `stuck, ${shift}`
    case 'freed':
      return after === null ? 'no longer stuck' : `freed${shift === '' ? '' : `, ${shift}`}`
    case 'forced':
      return 'new'
    case 'more':
      return 'one more'
    case 'earlier':
    case 'later':
      if (after === null) return row.after === null ? 'no longer forced' : 'this no longer'
      return shift === '' ? sameDay(before, after) : shift
    case 'target':
      if (after?.kind === 'fails' && before?.kind !== 'fails') return before === null ? 'fails too' : 'fails instead'
      if (after?.kind !== 'fails' && before?.kind === 'fails') return 'fails no longer'
      if (after?.kind === 'fails' && shift !== '') return `fails, ${shift}`
      return `target was ${before?.to ?? 'none'}`
    case 'auto':
      if (before === null) return 'new'
      if (after === null) return 'no longer'
      return before.to === after.to ? shift || 'same day' : `target was ${before.to ?? 'none'}`
    case 'unchanged':
      return 'unchanged'
  }
}

function sameDay(before: NextEvent | null, after: NextEvent): string {
  return before?.to === after.to ? 'the same day' : `target was ${before?.to ?? 'none'}`
}

/** `−30 days`, `+1 day`. */
function shiftText(days: number): string {
  const size = Math.abs(days)
  return `${days < 0 ? '−' : '+'}${countOf(size, 'day')}`
}

/** What the filters and the notices call a change. */
export const CHANGE_WORDS: Readonly<Record<WhatIfChange, string>> = {
  stuck: 'will be stuck',
  freed: 'freed',
  forced: 'newly forced',
  earlier: 'earlier',
  more: 'once more',
  later: 'later',
  target: 'another version',
  auto: 'auto-update',
  unchanged: 'unchanged',
}
