import type { ShootView } from '@/lib/engine/api-server/manifest'
import type { Instant } from '@/lib/engine/types'
import type { ListedAs } from './listed'
import type { AdmissionProfile } from './offers'

/** Each as `name:version`, and all of them as Gardener prints them. */
export interface UsableImages {
  readonly names: readonly string[]
  readonly printed: string
}

/** What a shoot is compared with: itself before the write, and what its profile offers. */
export interface ProfileCheck {
  readonly before: ShootView | undefined
  readonly profile: AdmissionProfile
  readonly now: Instant
  readonly listedAs: ListedAs
  /** What refusals of images name instead, by what decides about it: it is the same for very many. */
  readonly usableImages: Map<string, UsableImages>
}
