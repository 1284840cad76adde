import { type AdmissionProfile, readOffers } from '@/lib/engine/api-server'
import type { ProfileEntry } from './garden'
import { isJsonObject, type JsonObject } from './merge-patch'

/**
 * A profile with what its object offers beside versions; without the object, machine and volume types are not checked. What a
 * NamespacedCloudProfile offers in all, its controller writes into its status.
 */
export function withOffersOf({ ref, profile }: ProfileEntry, object: JsonObject | undefined): AdmissionProfile {
  const status = object?.status
  const merged = isJsonObject(status) ? status.cloudProfileSpec : undefined
  const spec = ref.kind === 'CloudProfile' ? object?.spec : merged
  return spec === undefined ? profile : { ...profile, offers: readOffers(spec) }
}
