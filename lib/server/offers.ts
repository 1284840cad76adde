import { type AdmissionProfile, readOffers } from '@/lib/engine/api-server'
import type { Garden, JsonObject, ProfileEntry } from '@/lib/garden'
import type { FleetIndex } from './fleet-index'
import { wholeObject } from './whole-object'

/**
 * A profile with what it offers beside versions, as far as that can be read: without it, machine and volume types are not
 * checked.
 */
export async function withOffers(
  garden: Garden,
  index: FleetIndex,
  { ref, profile }: ProfileEntry,
): Promise<AdmissionProfile> {
  try {
    const object = await wholeObject(garden, index.snapshot, { ...ref })
    const spec = ref.kind === 'CloudProfile' ? object.spec : statusSpecOf(object)
    return spec === undefined ? profile : { ...profile, offers: readOffers(spec) }
  } catch {
    return profile
  }
}

function statusSpecOf({ status }: JsonObject): unknown {
  return typeof status === 'object' && status !== null && 'cloudProfileSpec' in status
    ? status.cloudProfileSpec
    : undefined
}
