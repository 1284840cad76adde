import type { Instant } from '@/lib/engine/types'

const DAY = 24 * 60 * 60 * 1000
const SECOND = 1000

/** How long a deprecated version is kept when nobody says otherwise (seed 003: 120 days). */
export const USUAL_NOTICE_DAYS = 120

/** The last second of a day of UTC: what an expiry is usually set to. */
export function endOfDay(at: Instant): Instant {
  return Math.floor(at / DAY) * DAY + DAY - SECOND
}

/** The end of the day so many days later. */
export function daysLater(at: Instant, days: number): Instant {
  return endOfDay(at + days * DAY)
}

/** The same day or, when that is a weekend or the turn of the year (20 December to 6 January), the next working day after it. */
export function workday(at: Instant): Instant {
  for (let day = at; ; day += DAY) {
    const date = new Date(day)
    const weekday = date.getUTCDay()
    const monthDay = (date.getUTCMonth() + 1) * 100 + date.getUTCDate()
    const isFree = weekday === 0 || weekday === 6 || monthDay >= 1220 || monthDay <= 106
    if (!isFree) return day
  }
}

/** The usual end of a version that is deprecated now. */
export function usualExpiry(at: Instant): Instant {
  return workday(daysLater(at, USUAL_NOTICE_DAYS))
}
