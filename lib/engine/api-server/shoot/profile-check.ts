import type { ShootView } from '@/lib/engine/manifest'
import type { Instant } from '@/lib/engine/types'
import type { ListedAs } from './listed'
import type { AdmissionProfile } from './offers'

/** What a shoot is compared with: itself before the write, and what its profile offers. */
export interface ProfileCheck {
  readonly before: ShootView | undefined
  readonly profile: AdmissionProfile
  readonly now: Instant
  readonly listedAs: ListedAs
}
