import { dayText } from '@/lib/engine/explain'
import { compareVersions, expiryOf, isClassified, offsetOf, parseVersion, stageAt } from '@/lib/engine/rules'
import type { CloudProfile, ExpirableVersion, Instant, Shoot } from '@/lib/engine/types'
import type { Obstacle } from './obstacle'
import { listed } from './operation-text'

/**
 * What a shoot runs that its profile does not classify, and what Gardener makes of that: without a classification a version
 * counts as supported, and with a date alone it does so until then (docs/rules.md#classification).
 */
export function unclassifiedOf(shoot: Shoot, profile: CloudProfile, at: Instant): Obstacle[] {
  const running = new Map<string, ExpirableVersion>()
  const kubernetes = [shoot.kubernetesVersion, ...shoot.workers.flatMap((worker) => worker.kubernetesVersion ?? [])]
  for (const text of kubernetes) {
    const found = profile.kubernetes.find(({ version }) => isSame(version, text))
    if (found !== undefined) running.set(`Kubernetes ${text}`, found)
  }
  for (const { image } of shoot.workers) {
    const offered = profile.machineImages.find(({ name }) => name === image?.name)
    const found = offered?.versions.find(({ version }) => version === image?.version)
    if (found !== undefined) running.set(`${image?.name} ${image?.version}`, found)
  }
  const open = [...running].filter(([, version]) => !isClassified(version) && stageAt(version, at) !== 'expired')
  const undated = open.filter(([, version]) => expiryOf(version) === null).map(([name]) => name)
  const dated = open.flatMap(([name, version]): Obstacle[] => {
    const expiry = expiryOf(version)
    if (expiry === null) return []
    const day = dayText(expiry, offsetOf(shoot.window))
    const text = `${name} has no classification in the profile, but expires on ${day}: until then Gardener treats it as supported.`
    return [{ severity: 'info', text }]
  })
  if (undated.length === 0) return dated
  const [have, them] = undated.length === 1 ? ['has', 'it'] : ['have', 'them']
  const text = `${listed(undated)} ${have} neither a classification nor a date in the profile: Gardener treats ${them} as supported.`
  return [{ severity: 'info', text }, ...dated]
}

function isSame(a: string, b: string): boolean {
  if (a === b) return true
  const [left, right] = [parseVersion(a), parseVersion(b)]
  return left !== null && right !== null && compareVersions(left, right) === 0
}
