import { CompiledProfile } from '@/lib/engine/rules'
import type { CloudProfile } from '@/lib/engine/types'
import { ShootClasses } from './shoot-classes'

/**
 * A profile with everything that has been found out about the shoots that use it. The owner of the profile makes one, keeps it as
 * long as questions about the profile come, and drops it with all that is remembered.
 */
export class MemoizedProfile extends CompiledProfile {
  private known = new ShootClasses(this)

  /** The classes of its shoots, as known so far; others as soon as there are too many. */
  get classes(): ShootClasses {
    if (this.known.isFull) this.known = new ShootClasses(this)
    return this.known
  }
}

/** The profiles of one owner, each memoized from the first question on and dropped with the profile itself, or with the owner. */
export class MemoizedProfiles {
  private readonly known = new WeakMap<CloudProfile, MemoizedProfile>()

  of(profile: CloudProfile): MemoizedProfile {
    let memoized = this.known.get(profile)
    if (memoized === undefined) {
      memoized = new MemoizedProfile(profile)
      this.known.set(profile, memoized)
    }
    return memoized
  }
}
