import type { Instant } from '@/lib/engine/types'
import { DAY, isoDay, partsIn } from '@/lib/words/time-text'
import { USUAL_NOTICE_DAYS } from './notice-warning'

/**
 * The days that a draft proposes. A date means one instant for everybody, wherever it is set: the end of the day in UTC, to the
 * second, as most profiles have it.
 */

/** The end of the day so many days later. */
export function daysLater(at: Instant, days: number): Instant {
  return endOfDay(isoDay(at + days * DAY, 'UTC'))
}

/** The last second of a day, given as `2027-01-31`. */
function endOfDay(day: string): Instant {
  return Date.parse(`${day}T23:59:59Z`)
}

/** The same day or, when that is a weekend or the turn of the year (20 December to 6 January), the next working day after it. */
export function workday(at: Instant): Instant {
  for (let next = at; ; next += DAY) {
    const { weekday, month, day } = partsIn(next, 'UTC')
    const monthDay = (month + 1) * 100 + day
    const isFree = weekday === 0 || weekday === 6 || monthDay >= 1220 || monthDay <= 106
    if (!isFree) return next
  }
}

/** The usual end of a version that is deprecated now. */
export function usualExpiry(at: Instant): Instant {
  return workday(daysLater(at, USUAL_NOTICE_DAYS))
}
