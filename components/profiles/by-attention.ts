import type { ProfileSummary } from '@/lib/questions/profiles/contract/profile'
import { profileName } from '@/lib/words/phrases'

/** What needs attention first: those with stuck clusters, then by the next expiry that hits a cluster, then by name. */
export function byAttention(a: ProfileSummary, b: ProfileSummary): number {
  return (
    Number(b.stuck > 0) - Number(a.stuck > 0) ||
    expiryOf(a) - expiryOf(b) ||
    (profileName(a.ref) < profileName(b.ref) ? -1 : 1)
  )
}

/** Far away when nothing is set. */
function expiryOf(profile: ProfileSummary): number {
  return profile.nextExpiry ? Date.parse(profile.nextExpiry.at) : Number.MAX_SAFE_INTEGER
}
