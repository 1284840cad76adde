import type { CloudProfile } from '@/lib/engine/types'
import { MemoizedProfiles } from '../course/memoized-profile'

const profiles = new MemoizedProfiles()

/** What tests remember of a profile: the same for one profile object, nothing for a copy. */
export function memoized(profile: CloudProfile) {
  return profiles.of(profile)
}
