import { nameOf } from '@/lib/engine/explain'
import { compareVersions, expiryOf, isClassified, parseVersion, stageAt } from '@/lib/engine/rules'
import type { CloudProfile, Instant, Shoot } from '@/lib/engine/types'
import type { Named, Obstacle } from './obstacle'

/**
 * What a shoot runs that its profile does not classify, and what Gardener makes of that: without a classification a version
 * counts as supported, and with a date alone it does so until then (docs/rules.md#classification).
 */
export function unclassifiedOf(shoot: Shoot, profile: CloudProfile, at: Instant): Obstacle[] {
  const own = shoot.workers.flatMap(({ kubernetesVersion }) => kubernetesVersion ?? [])
  const running = [
    ...[shoot.kubernetesVersion, ...own].map((text) => ({
      image: null,
      version: text,
      listed: profile.kubernetes.find(({ version }) => isSameVersion(version, text)),
    })),
    ...shoot.workers.flatMap(({ image }) => {
      if (image === undefined) return []
      const offered = profile.machineImages.find(({ name }) => name === image.name)
      const listed = offered?.versions.find(({ version }) => version === image.version)
      return [{ image: image.name, version: image.version, listed }]
    }),
  ]
  const versions: Named[] = []
  const dated: Obstacle[] = []
  for (const { listed, ...named } of new Map(running.map((one) => [nameOf(one.image, one.version), one])).values()) {
    if (listed === undefined || isClassified(listed) || stageAt(listed, at) === 'expired') continue
    const expires = expiryOf(listed)
    if (expires === null) versions.push(named)
    else dated.push({ code: 'unclassified-until', expires, ...named })
  }
  return versions.length === 0 ? dated : [{ code: 'unclassified', versions }, ...dated]
}

function isSameVersion(a: string, b: string): boolean {
  if (a === b) return true
  const [left, right] = [parseVersion(a), parseVersion(b)]
  return left !== null && right !== null && compareVersions(left, right) === 0
}
