import { compareVersions, parseVersion, stageAt, withoutSuffix } from '@/lib/engine/rules'
import type { Instant, MachineImage, MachineImageVersion } from '@/lib/engine/types'

interface LikeImagesInput {
  readonly images: readonly MachineImage[]
  /** The version of the image that the pool has. */
  readonly old: string
  readonly now: Instant
}

/**
 * What of an image version decides what the API server says to it for a pool, as a text: to versions with equal texts it says
 * the same. That is what the profile says of it, its stage now in place of dates, and whether it is lower than the one the pool has.
 * Null: its text may decide more than that.
 */
export function likeImages({
  images,
  old,
  now,
}: LikeImagesInput): (name: string, version: MachineImageVersion) => string | null {
  const times = timesListed(images)
  const oldNumber = parseVersion(withoutSuffix(old))
  return (name, listed) => {
    const { version, expirationDate: _, classification: __, lifecycle: ___, ...rest } = listed
    const number = PLAIN.test(version) ? parseVersion(version) : null
    if (number === null || version === old || times.get(name)?.get(version) !== 1) return null
    const order = oldNumber === null ? null : Math.sign(compareVersions(number, oldNumber))
    return JSON.stringify([name, stageAt(listed, now), order, rest])
  }
}

const PLAIN = /^\d+\.\d+\.\d+$/

/** How often each version is listed, by the name of its image. */
function timesListed(images: readonly MachineImage[]): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const times = new Map<string, Map<string, number>>()
  for (const { name, versions } of images) {
    const ofName = times.get(name) ?? new Map<string, number>()
    times.set(name, ofName)
    for (const { version } of versions) ofName.set(version, (ofName.get(version) ?? 0) + 1)
  }
  return times
}
