import { compareVersions, hasThreeNumbers, listedOf, parseVersion, stageAt, stagesOf } from '@/lib/engine/rules'
import type { CloudProfile, ExpirableVersion, Instant, Shoot, Stage, Worker } from '@/lib/engine/types'

/** The versions that are previews at an instant, and that a changed profile has supported from then on, or earlier than before. */
export function promotionsBetween(before: CloudProfile, after: CloudProfile, at: Instant): readonly Subject[] {
  const images = [null, ...after.machineImages.map(({ name }) => name)]
  return images.flatMap((image) => {
    const previews = listedOf(before, image).filter((one) => stageAt(one, at) === 'preview')
    return listedOf(after, image).flatMap((listed) => {
      const { version } = listed
      const was = previews.find((one) => one.version === version)
      return was !== undefined && supportedFrom(listed, at) < supportedFrom(was, at) ? [{ image, version }] : []
    })
  })
}

/** When a version is supported first, from an instant on; infinite: never. */
function supportedFrom(version: ExpirableVersion, at: Instant): Instant {
  const span = stagesOf(version).find(({ stage, to }) => stage === 'supported' && (to === null || to > at))
  return span === undefined ? Number.POSITIVE_INFINITY : Math.max(span.from ?? at, at)
}

/**
 * The version that clusters run where they do not run a newer one: the highest below it that is supported, or where none is, that is
 * deprecated and not expired. Null: there is none.
 */
export function predecessorOf(profile: CloudProfile, { image, version }: Subject, at: Instant): string | null {
  const subject = parseVersion(version)
  if (subject === null) return null
  const listed = listedOf(profile, image).flatMap((one) => {
    const parsed = parseVersion(one.version)
    return parsed !== null && compareVersions(parsed, subject) < 0 ? [{ parsed, stage: stageAt(one, at) }] : []
  })
  const highest = (stage: Stage) =>
    listed.filter((one) => one.stage === stage).sort((a, b) => compareVersions(b.parsed, a.parsed))[0]?.parsed.text
  return highest('supported') ?? highest('deprecated') ?? null
}

/** When a preview became supported, as the states of its profile up to `to`, oldest first, tell; null: that was not seen. */
export function promotedAt(
  states: readonly { readonly seen: Instant; readonly value: { readonly profile: CloudProfile } | null }[],
  { image, version }: Subject,
  to: Instant,
): Instant | null {
  let wasPreview = false
  for (const [i, { seen, value }] of states.entries()) {
    const listed = value && listedOf(value.profile, image).find((one) => one.version === version)
    if (!listed) continue
    const end = Math.min(states[i + 1]?.seen ?? to, to)
    for (const span of stagesOf(listed)) {
      const from = Math.max(span.from ?? seen, seen)
      if (from >= Math.min(span.to ?? end, end)) continue
      if (span.stage === 'supported' && wasPreview) return from
      wasPreview = span.stage === 'preview'
    }
  }
  return null
}

/** A version of Kubernetes, or of an image. */
export interface Subject {
  /** Null: of Kubernetes. */
  readonly image: string | null
  readonly version: string
}

/** Whether the control plane or a pool has it. */
export function runs(shoot: Shoot, subject: Subject): boolean {
  if (subject.image === null && isVersion(subject, shoot.kubernetesVersion)) return true
  return shoot.workers.some((worker) => runsIn(shoot, worker, subject))
}

/** Whether the nodes of a pool have it. */
export function runsIn(shoot: Shoot, { kubernetesVersion, image }: Worker, subject: Subject): boolean {
  if (subject.image === null) return isVersion(subject, kubernetesVersion ?? shoot.kubernetesVersion)
  return image?.name === subject.image && image.version === subject.version
}

/** Versions of Kubernetes are the same by value, those of images by their text. */
export function isVersion({ image, version }: Subject, other: string): boolean {
  if (other === version) return true
  if (image !== null || (hasThreeNumbers(version) && hasThreeNumbers(other))) return false
  const [a, b] = [parseVersion(version), parseVersion(other)]
  return a !== null && b !== null && compareVersions(a, b) === 0
}
