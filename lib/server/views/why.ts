import type { Why, WhyAnswer } from '@/lib/contract'
import { type Explanation, explain } from '@/lib/engine/explain'
import { candidateText, stepText, updatedText } from '@/lib/engine/explain/texts'
import { maintain, windowOf } from '@/lib/engine/maintain'
import { shootAtWindow } from '@/lib/engine/shoot-at-window'
import type { Change, Instant, Shoot } from '@/lib/engine/types'
import { nextWindow } from '@/lib/engine/window'
import { evidenceOf } from '../evidence'
import type { FleetIndex } from '../fleet-index'
import { windowBody } from '../window-body'

/** Why one maintenance of a shoot, the first that may begin at or after an instant, takes the versions that it takes. */
export function whyView(index: FleetIndex, position: number, wanted: Instant): WhyAnswer {
  const member = index.roster.members[position]
  if (member === undefined) throw new RangeError(`no shoot at ${position}`)
  const profile = index.snapshot.profiles.get(member.profile)?.profile
  if (profile === undefined || member.shoot.deletionTimestamp !== undefined) {
    const window = windowBody(nextWindow(windowOf(member.shoot), Math.max(index.at, wanted)), member.shoot.window)
    const skipped = profile === undefined ? 'profile-missing' : 'deleting'
    return { ...evidenceOf(index), window, skipped, refused: null, subjects: [] }
  }
  const { shoot, window, at } = shootAtWindow(member.shoot, profile, index.at, wanted)
  const { changes, denied, error, lastMaintenance } = maintain(shoot, profile, at, { ignoreWindow: true })
  return {
    ...evidenceOf(index),
    window: windowBody(window, shoot.window),
    skipped: null,
    refused: denied ? (lastMaintenance?.failureReason ?? null) : error,
    subjects: explain(shoot, profile, at).map((explanation) => whyBody(explanation, changes, shoot)),
  }
}

function whyBody(explanation: Explanation, changes: readonly Change[], shoot: Shoot): Why {
  const { component, pool, image, strategy, current, stage, why, decision } = explanation
  const change = changes.find((one) => one.component === component && one.pool === pool)
  return {
    component,
    pool,
    image,
    updateStrategy: strategy,
    current: { version: current, stage: stage ?? 'notInProfile' },
    outcome: decision.kind === 'keep' ? 'keeps' : decision.kind === 'update' ? 'updates' : 'fails',
    to: decision.kind === 'update' ? decision.to : null,
    why,
    text: updatedText(explanation),
    reason: change?.reason ?? null,
    error: change?.kind === 'failure' ? change.error : null,
    steps: explanation.steps.map((step) => ({
      kind: step.kind,
      reach: step.reach,
      text: stepText(step, explanation),
      candidates: step.candidates.map((candidate) => ({
        version: candidate.version,
        stage: candidate.stage,
        rule: candidate.rule,
        text: candidateText(candidate, step, explanation, shoot),
      })),
    })),
    below: [...explanation.below],
  }
}
