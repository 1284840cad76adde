import { DAY, fromWall, isoDay, partsIn, wallText } from '@/lib/client/time-text'
import type { Zone } from '@/lib/contract/zone'
import type { Instant } from '@/lib/engine/types'
import { USUAL_NOTICE_DAYS } from './notice-warning'

/**
 * The days that a draft proposes. They are days of whoever drafts: an expiry that is meant for the end of a day ends that day
 * on every page, see `dayText`.
 */

/** So many days later, at the same time on the clock of the zone. */
export function movedByDays(at: Instant, days: number, zone: Zone): Instant {
  if (days === 0) return at
  const rest = at - Math.floor(at / 60_000) * 60_000
  return fromWall(wallText(Date.parse(`${wallText(at, zone)}Z`) + days * DAY, 'UTC'), zone) + rest
}

/** The end of the day so many days later, to the second. */
export function daysLater(at: Instant, days: number, zone: Zone): Instant {
  return movedByDays(fromWall(`${isoDay(at, zone)}T23:59:59`, zone), days, zone)
}

/** The same day or, when that is a weekend or the turn of the year (20 December to 6 January), the next working day after it. */
export function workday(at: Instant, zone: Zone): Instant {
  for (let days = 0; ; days++) {
    const next = movedByDays(at, days, zone)
    const { weekday, month, day } = partsIn(next, zone)
    const monthDay = (month + 1) * 100 + day
    const isFree = weekday === 0 || weekday === 6 || monthDay >= 1220 || monthDay <= 106
    if (!isFree) return next
  }
}

/** The usual end of a version that is deprecated now. */
export function usualExpiry(at: Instant, zone: Zone): Instant {
  return workday(daysLater(at, USUAL_NOTICE_DAYS, zone), zone)
}
