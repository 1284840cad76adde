import type { AdmissionProfile } from '@/lib/engine/api-server'
import { type Garden, type ProfileEntry, withOffersOf } from '@/lib/garden'
import type { FleetIndex } from './fleet-index'
import { wholeObject } from './whole-object'

/**
 * A profile with what it offers beside versions, as far as that can be read: without it, machine and volume types are not
 * checked.
 */
export async function withOffers(garden: Garden, index: FleetIndex, entry: ProfileEntry): Promise<AdmissionProfile> {
  try {
    return withOffersOf(entry, await wholeObject(garden, index.snapshot, { ...entry.ref }))
  } catch {
    return entry.profile
  }
}
