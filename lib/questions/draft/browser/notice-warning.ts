import { shortName } from '@/lib/contract/version-name'
import { expiryOf } from '@/lib/engine/rules'
import type { CloudProfile, Instant } from '@/lib/engine/types'
import { countOf } from '@/lib/words/time-text'
import { type DraftItem, versionIn } from './items'
import { type Source, versionOf } from './source'

/** How long a deprecated version is kept when nobody says otherwise (seed 003: 120 days). */
export const USUAL_NOTICE_DAYS = 120

const DAY = 24 * 60 * 60 * 1000

/**
 * Whether an item takes time away from clusters and leaves them less than the policy's notice, or without a policy the usual one
 * (seed 003: 120 days from deprecation to expiry); null: it does not.
 */
export function noticeWarning(
  item: DraftItem,
  before: CloudProfile,
  after: CloudProfile,
  at: Instant,
  notice: Source['notice'],
): string | null {
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
  const ofPolicy = image === null ? notice.kubernetes : notice.images
  const least = ofPolicy ?? USUAL_NOTICE_DAYS
  if (days >= least) return null
  const whose = ofPolicy === null ? 'the usual notice' : 'the notice of the policy'
  return `${shortName(image, version)} ends in ${countOf(days, 'day')}: ${whose} is ${countOf(least, 'day')}.`
}
