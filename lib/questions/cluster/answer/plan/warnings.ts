import { forecast, type MemoizedProfile } from '@/lib/engine/course'
import type { Edit } from '@/lib/engine/edits/shoot'
import { reportedBefore, reportedOf } from '@/lib/engine/explain/obstacles'
import { unsupportedMinor } from '@/lib/engine/rules'
import type { Instant, Shoot } from '@/lib/engine/types'
import { reportedText } from '@/lib/words/obstacles'
import { unsupportedText } from '@/lib/words/releases'
import { windowZone } from '@/lib/words/window-zone'
import type { PlanPart } from '../../contract/plan'

/** Of the minors that edits bring and the rules do not know, be it that the API server refuses the edit. */
export function unsupportedBy(edits: readonly Edit[], { kubernetesVersion, workers }: Shoot): string[] {
  const had = new Set([kubernetesVersion, ...workers.map((one) => one.kubernetesVersion ?? '')].map(unsupportedMinor))
  const minors = edits.flatMap(({ field, value }) => {
    const isVersion = field === 'spec.kubernetes.version' || field === 'kubernetes.version'
    return isVersion && typeof value === 'string' ? (unsupportedMinor(value) ?? []) : []
  })
  return [...new Set(minors)].filter((minor) => !had.has(minor)).map(unsupportedText)
}

/** What gardenlet reports before the nodes that the plan touches, or those that the next update does. */
export function reportedBy(
  parts: readonly PlanPart[],
  shoot: Shoot,
  { profile, from, to, begins }: Readonly<{ profile: MemoizedProfile; from: Instant; to: Instant; begins: Instant }>,
): string[] {
  if (shoot.reportedConstraints === undefined) return []
  const pools = parts.flatMap(({ pool, effect }) =>
    pool !== null && (effect === 'rolling' || effect === 'inPlace') ? [pool] : [],
  )
  const found =
    pools.length > 0
      ? reportedBefore(shoot, { begins, pools }, 'plan')
      : reportedOf(shoot, forecast(shoot, profile, { from, to }).steps)
  return found.map((one) => reportedText(one, windowZone(shoot.window)))
}
