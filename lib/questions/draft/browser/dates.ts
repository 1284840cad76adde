import { type DraftItem, editedVersionOf } from '@/lib/contract/edit-items'
import { USUAL_EXPIRATION_DAYS } from '@/lib/engine/kinds'
import { expiryOf, listedVersion } from '@/lib/engine/rules'
import type { CloudProfile, Instant } from '@/lib/engine/types'
import type { ShortNotice } from '@/lib/words/findings'
import { DAY, isoDay, partsIn } from '@/lib/words/time-text'
import type { DraftSource } from './source'

/**
 * Whether an item takes time away from clusters and leaves them less than the policy's notice, or without a policy the usual one
 * (seed 003: 120 days from deprecation to expiry); null: it does not.
 */
export function shortNoticeOf(
  item: DraftItem,
  before: CloudProfile,
  after: CloudProfile,
  at: Instant,
  notice: DraftSource['notice'],
): ShortNotice | null {
  const version = editedVersionOf(item.first)
  if (version === null) return null
  const { image } = item.first
  const was = listedVersion(before, image, version)
  const is = listedVersion(after, image, version)
  if (was === undefined || is === undefined) return null
  const until = expiryOf(is)
  const wasUntil = expiryOf(was)
  if (until === null || until <= at || (wasUntil !== null && wasUntil <= until)) return null
  const days = Math.floor((until - at) / DAY)
  const ofPolicy = image === null ? notice.kubernetes : notice.images
  const least = ofPolicy ?? USUAL_EXPIRATION_DAYS
  return days >= least ? null : { image, version, days, least, isOfPolicy: ofPolicy !== null }
}

/**
 * The days that a draft proposes. A date means one instant for all users, wherever it is set: the end of the day in UTC, to the
 * second, as most profiles have it.
 */

/** The end of the day so many days later. */
export function daysLater(at: Instant, days: number): Instant {
  return Date.parse(`${isoDay(at + days * DAY, 'UTC')}T23:59:59Z`)
}

/** The same day, or the next working day if that day is on a weekend or around the turn of the year (20 December to 6 January). */
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
  return workday(daysLater(at, USUAL_EXPIRATION_DAYS))
}
