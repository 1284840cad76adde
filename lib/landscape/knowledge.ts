import type { KnownFact } from '@/lib/contract/clusters'
import { onWire } from '@/lib/contract/dates'
import { expiryOf, stageAt, statedStage } from '@/lib/engine/rules'
import type { CloudProfile, ExpirableVersion, Instant, Shoot } from '@/lib/engine/types'
import { listedImage, listedKubernetes } from './running'
import { windowText } from './window'

/** A version of Kubernetes (`image` null) or of an image. */
export interface Part {
  readonly image: string | null
  readonly version: string
}

/** What became known; what had been said already did not. */
type Learned = Omit<KnownFact, 'fact'> & { readonly fact: Exclude<KnownFact['fact'], { readonly kind: 'stood' }> }

export function listedIn(profile: CloudProfile | undefined, { image, version }: Part): ExpirableVersion | undefined {
  return image === null ? listedKubernetes(profile, version) : listedImage(profile, image, version)
}

export function shootFacts(before: Shoot, after: Shoot, at: string): Learned[] {
  const facts: Learned[] = []
  const [was, is] = [before.autoUpdate, after.autoUpdate]
  if (was.kubernetesVersion !== is.kubernetesVersion) {
    facts.push({ at, fact: { kind: 'auto-update', of: 'kubernetes', on: is.kubernetesVersion } })
  }
  if (was.machineImageVersion !== is.machineImageVersion) {
    facts.push({ at, fact: { kind: 'auto-update', of: 'machineImage', on: is.machineImageVersion } })
  }
  const [from, to] = [windowText(before.window), windowText(after.window)]
  if (from !== to) facts.push({ at, fact: { kind: 'window', from, to } })
  return facts
}

export function listedFacts(
  before: ExpirableVersion | undefined,
  after: ExpirableVersion | undefined,
  seen: Instant,
): Pick<Learned, 'at' | 'fact'>[] {
  const at = onWire(seen)
  if (after === undefined) return before === undefined ? [] : [{ at, fact: { kind: 'removed' } }]
  const [stage, expires] = [statedStage(after, stageAt(after, seen)), expiryText(after)]
  if (before === undefined) return [{ at, fact: { kind: 'listed', stage, expires } }]
  if (statedStage(before, stageAt(before, seen)) !== stage) return [{ at, fact: { kind: 'stage', stage, expires } }]
  const from = expiryText(before)
  return from === expires ? [] : [{ at, fact: { kind: 'expiry', from, to: expires } }]
}

/** What is said of a version at a moment, where that has a date. */
export function stoodFact(version: ExpirableVersion | undefined, at: Instant): Pick<KnownFact, 'at' | 'fact'> | null {
  const expires = version === undefined ? null : expiryText(version)
  if (version === undefined || expires === null) return null
  return { at: onWire(at), fact: { kind: 'stood', stage: statedStage(version, stageAt(version, at)), expires } }
}

function expiryText(version: ExpirableVersion): string | null {
  return onWire(expiryOf(version))
}
