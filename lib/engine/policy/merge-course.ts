import { mergeNamespacedProfile, type ProfileOverrides } from '@/lib/engine/api-server'
import { expiring, lifeOf, withLife } from '@/lib/engine/edits'
import type { CloudProfile, ExpirableVersion } from '@/lib/engine/types'

/**
 * The course of a CloudProfile (see `simulatePolicy`) for a namespaced profile that builds on it. What has stages in the course
 * only for the sake of the forecast keeps the dates that the namespaced profile gives it: they become its last stage.
 * @param before the namespaced profile as it is now, merged
 */
export function mergeCourse(course: CloudProfile, before: CloudProfile, overrides: ProfileOverrides): CloudProfile {
  const merged = mergeNamespacedProfile(course, overrides)
  const images = new Map(before.machineImages.map((image) => [image.name, image.versions]))
  return {
    ...merged,
    kubernetes: withDates(merged.kubernetes, before.kubernetes),
    machineImages: merged.machineImages.map((image) => ({
      ...image,
      versions: withDates(image.versions, images.get(image.name) ?? []),
    })),
  }
}

function withDates<T extends ExpirableVersion>(merged: readonly T[], before: readonly ExpirableVersion[]): T[] {
  const own = new Map(before.map((version) => [version.version, version]))
  return merged.map((version) => {
    const { expirationDate, ...life } = lifeOf(version)
    const isScheduled = (life.lifecycle?.length ?? 0) > 0 && (own.get(version.version)?.lifecycle?.length ?? 0) === 0
    return isScheduled && expirationDate !== undefined ? withLife(version, expiring(life, expirationDate)) : version
  })
}
