import type { Instant } from '@/lib/engine/types'

export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** The names of weekdays from Sunday on, as `getUTCDay` counts. */
export const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const
/** The names of months in all texts. */
export const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

/**
 * Whether an instant ends a day of UTC: in its last minute, as dates without a time of day are meant and written. Wherever only a
 * day is told of it, it is that day, whatever day it is by then where the reader is.
 */
export function isEndOfDay(at: Instant): boolean {
  return DAY - (((at % DAY) + DAY) % DAY) <= MINUTE
}

const RFC3339 = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.(\d+))?(?:Z|([+-])(\d{2}):(\d{2}))$/

/** The Gregorian calendar repeats after 400 years; shifting by them keeps `Date.UTC` away from its two-digit years. */
const FOUR_CENTURIES = 146_097 * DAY

const FIRST = Date.UTC(400, 0, 1) - FOUR_CENTURIES
const LAST = Date.UTC(10_000, 0, 1) - 1

/**
 * Reads an RFC 3339 time with `Z` or an offset; null if the text is none (also for days that do not exist, such as
 * 29 February of a common year, for a leap second, and where the offset leads out of the years 0 to 9999 of UTC, in which alone it
 * can be written again).
 *
 * Stages begin strictly after their start, so a fraction must never be lost: one below a millisecond is rounded up, and
 * one close to the next second stays below it.
 */
export function parseInstant(text: string): Instant | null {
  const match = RFC3339.exec(text)
  if (match === null) return null
  const [, years, months, days, hours, minutes, seconds, fraction, sign, offsetHours, offsetMinutes] = match
  const [year, month, day] = [Number(years), Number(months), Number(days)]
  const [hour, minute, second] = [Number(hours), Number(minutes), Number(seconds)]
  const [aheadHours, aheadMinutes] = [Number(offsetHours ?? 0), Number(offsetMinutes ?? 0)]
  if (month < 1 || month > 12 || day < 1 || day > daysOf(year, month)) return null
  if (hour > 23 || minute > 59 || second > 59 || aheadHours > 23 || aheadMinutes > 59) return null
  const ahead = (aheadHours * HOUR + aheadMinutes * MINUTE) * (sign === '-' ? -1 : 1)
  const at =
    Date.UTC(year + 400, month - 1, day, hour, minute, second) - FOUR_CENTURIES - ahead + fractionMilliseconds(fraction)
  return at >= FIRST && at <= LAST ? at : null
}

/** RFC 3339 in UTC: whole seconds without a fraction, else milliseconds. */
export function formatInstant(at: Instant): string {
  return new Date(at).toISOString().replace('.000Z', 'Z')
}

/** Midnight UTC of the day that `at` is in. */
export function startOfDay(at: Instant): Instant {
  return Math.floor(at / DAY) * DAY
}

/** Whole seconds since midnight UTC, 0 to 86399; fractions are cut off. */
export function secondOfDay(at: Instant): number {
  return Math.floor((at - startOfDay(at)) / SECOND)
}

function daysOf(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

function fractionMilliseconds(digits: string | undefined): number {
  if (digits === undefined || /^0*$/.test(digits)) return 0
  const whole = Number(digits.slice(0, 3).padEnd(3, '0'))
  const rest = /[1-9]/.test(digits.slice(3)) ? 1 : 0
  return Math.min(999, whole + rest)
}

/** The later of two begins; null: it has none. */
export function laterInstant(a: Instant | null, b: Instant | null): Instant | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b)
}

/** The earlier of two ends; null: it has none. */
export function earlier(a: Instant | null, b: Instant | null): Instant | null {
  return a === null || b === null ? (a ?? b) : Math.min(a, b)
}
