import type { Zone } from '@/lib/contract/zone'
import { DAY, dateText, dateTimeFieldText, fromWall, isoDay } from '@/lib/words/time-text'

/** Days and times as people type them into a field: what is shown there, and what is understood. */

const ISO = /^(\d{4})-(\d{1,2})-(\d{1,2})$/
const WORDS = /^(?:[a-z]{3,9},?\s+)?(\d{1,2})\.?\s+([a-z]{3,9})\.?,?\s+(\d{4})$/
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'] as const
const CLOCK = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/

/** `3 Jan 2027`, as everywhere; empty for none. */
export function dayWords(day: string): string {
  return day === '' ? '' : dateText(day)
}

/** `2027-01-03` for `3 Jan 2027`, `Sun 3 January 2027` and `2027-1-3`; null for what is no day. */
export function readDay(text: string): string | null {
  const typed = text.trim().toLowerCase()
  const [, isoYear, isoMonth, isoDate] = ISO.exec(typed) ?? []
  if (isoYear !== undefined) return dayOf(Number(isoYear), Number(isoMonth), Number(isoDate))
  const [, date, name = '', year] = WORDS.exec(typed) ?? []
  const month = MONTHS.findIndex((one) => name.startsWith(one)) + 1
  return month === 0 ? null : dayOf(Number(year), month, Number(date))
}

function dayOf(year: number, month: number, date: number): string | null {
  const at = Date.UTC(year, month - 1, date)
  const isReal = new Date(at).getUTCMonth() === month - 1 && year >= 2000 && year < 2200
  return isReal ? isoDay(at, 'UTC') : null
}

/** The day so many days later, or earlier if negative. */
export function dayMoved(day: string, by: number): string {
  return isoDay(Date.parse(`${day}T00:00:00Z`) + by * DAY, 'UTC')
}

/** `23:59:59` for that, and `07:05:00` for `7:05`; null for what is no time of a day. */
export function readClock(text: string): string | null {
  const [, hour, minute, second = '00'] = CLOCK.exec(text.trim()) ?? []
  if (hour === undefined || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null
  return `${hour.padStart(2, '0')}:${minute}:${second}`
}

/** An instant as a calendar and a clock on the wall show it. */
export interface WallMoment {
  readonly day: string
  readonly clock: string
}

export function wallMoment(at: number, zone: Zone): WallMoment {
  const [day = '', clock = ''] = dateTimeFieldText(at, zone).split('T')
  return { day, clock: `${clock}:${String(Math.floor(at / 1000) % 60).padStart(2, '0')}` }
}

/**
 * The instant that is meant. Who leaves the fields as they are means the instant that they show: a fraction of a second, or the
 * first of two equal hours when summer time ends, stay.
 */
export function instantOfWall({ day, clock }: WallMoment, zone: Zone, shown: number | null): number {
  if (shown !== null) {
    const was = wallMoment(shown, zone)
    if (was.day === day && was.clock === clock) return shown
  }
  return fromWall(`${day}T${clock}`, zone)
}
