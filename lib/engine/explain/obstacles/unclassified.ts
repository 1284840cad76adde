import { type CompiledProfile, expiryOf, isClassified, listedEntry, stageAt } from '@/lib/engine/rules'
import type { Instant, Shoot } from '@/lib/engine/types'
import type { Named, Obstacle } from './obstacle'

/**
 * What a shoot runs that its profile does not classify, and what Gardener makes of that: without a classification a version
 * counts as supported, and with a date alone it does so until then (docs/rules.md#classification).
 */
export function unclassifiedOf(shoot: Shoot, profile: CompiledProfile, at: Instant): Obstacle[] {
  const own = shoot.workers.flatMap(({ kubernetesVersion }) => kubernetesVersion ?? [])
  const running: readonly Named[] = [
    ...[shoot.kubernetesVersion, ...own].map((version) => ({ image: null, version })),
    ...shoot.workers.flatMap(({ image }) => (image === undefined ? [] : { image: image.name, version: image.version })),
  ]
  const versions: Named[] = []
  const dated: Obstacle[] = []
  for (const named of new Map(running.map((one) => [`${one.image ?? ''} ${one.version}`, one])).values()) {
    const listed = listedEntry(profile, named.image, named.version)
    if (listed === undefined || isClassified(listed) || stageAt(listed, at) === 'expired') continue
    const expires = expiryOf(listed)
    if (expires === null) versions.push(named)
    else dated.push({ code: 'unclassified-until', expires, ...named })
  }
  return versions.length === 0 ? dated : [{ code: 'unclassified', versions }, ...dated]
}
