import { countOf } from '@/lib/client/time-text'
import { expiryOf } from '@/lib/engine/lifecycle'
import type { CloudProfile, Instant } from '@/lib/engine/types'
import { USUAL_NOTICE_DAYS } from './dates'
import { type Item, shortName, versionIn } from './items'
import { versionOf } from './source'

const DAY = 24 * 60 * 60 * 1000

/**
 * Whether an item takes time away from clusters and leaves them less than the usual notice (seed 003: 120 days from deprecation
 * to expiry); null: it does not.
 */
export function noticeWarning(item: Item, before: CloudProfile, after: CloudProfile, at: Instant): string | null {
  const version = versionIn(item.first)
  if (version === null) return null
  const { image } = item.first
  const was = versionOf(before, image, version)
  const is = versionOf(after, image, version)
  if (was === undefined || is === undefined) return null
  const until = expiryOf(is)
  const wasUntil = expiryOf(was)
  if (until === null || until <= at || (wasUntil !== null && wasUntil <= until)) return null
  const days = Math.floor((until - at) / DAY)
  if (days >= USUAL_NOTICE_DAYS) return null
  return `${shortName(image, version)} ends in ${countOf(days, 'day')}: the usual notice is ${USUAL_NOTICE_DAYS} days.`
}
