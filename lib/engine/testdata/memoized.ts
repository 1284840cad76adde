import { MemoizedProfiles } from '../course/memoized-profile'
import type { CloudProfile } from '@/lib/engine/types'

const profiles = new MemoizedProfiles()

/** What tests remember of a profile: the same for one profile object, nothing for a copy. */
export function memoized(profile: CloudProfile) {
  return profiles.of(profile)
}
