import { compareVersions, parseVersion, stageAt, stagesOf } from '@/lib/engine/rules'
import type { CloudProfile, Instant, Stage } from '@/lib/engine/types'
import { listedOf, type Subject } from './subject'

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
