import type { AdmissionProfile } from '@/lib/engine/api-server'
import type { ProfileEntry } from '@/lib/garden'
import { withOffersOf } from '@/lib/garden/admit'
import type { FleetIndex } from './fleet-index'
import { type Reader, wholeObject } from './whole-object'

/**
 * A profile with what it offers beside versions, as far as that can be read: without it, machine and volume types are not
 * checked.
 */
export async function withOffers(reader: Reader, index: FleetIndex, entry: ProfileEntry): Promise<AdmissionProfile> {
  try {
    return withOffersOf(entry, await wholeObject(reader, index.snapshot, { ...entry.ref }))
  } catch {
    return entry.profile
  }
}
