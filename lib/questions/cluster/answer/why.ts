import { onWire } from '@/lib/contract/dates'
import { shootAtWindow, shootBefore } from '@/lib/engine/course'
import { type Explanation, explain } from '@/lib/engine/explain'
import { type CompiledProfile, maintain, nextWindow, statedStage, windowOf } from '@/lib/engine/rules'
import type { ComponentChange, ForecastStep, Instant, Shoot } from '@/lib/engine/types'
import { evidenceOf, type Landscape } from '@/lib/landscape/landscape'
import { Outlook } from '@/lib/landscape/outlook'
import { clusterWindow } from '@/lib/landscape/window'
import { releasesText } from '@/lib/words/releases'
import { candidateText, updatedText, whyStepText } from '@/lib/words/why'
import type { WhyAnswer, WhyDecision } from '../contract'

/** Why one maintenance of a shoot, the first that may begin at or after an instant, takes the versions that it takes. */
export function whyView(landscape: Landscape, position: number, wanted: Instant): WhyAnswer {
  const { member, profile, shoot: whole, lastStep: done } = new Outlook(landscape, position)
  if (profile !== undefined && done !== null && onWire(done.at) === onWire(wanted)) {
    return pastView(landscape, whole, profile, done)
  }
  if (profile === undefined || member.shoot.deletionTimestamp !== undefined) {
    const window = nextWindow(windowOf(member.shoot), Math.max(landscape.at, wanted))
    return answerOf(landscape, member.shoot, window, {
      skipped: profile === undefined ? 'profile-missing' : 'deleting',
    })
  }
  const { shoot, window, at } = shootAtWindow(whole, profile, landscape.at, wanted)
  const { changes, denied, error, lastMaintenance } = maintain(shoot, profile, at, {
    ignoreWindow: true,
    picker: profile.classes.picker,
  })
  return answerOf(landscape, shoot, window, {
    refused: denied ? (lastMaintenance?.failureReason ?? null) : error,
    subjects: whyBodies(shoot, profile, at, changes),
  })
}

/** The last maintenance: the rules for the versions that the shoot had, with the profile as it is today. */
function pastView(landscape: Landscape, shoot: Shoot, profile: CompiledProfile, done: ForecastStep): WhyAnswer {
  const bodies = whyBodies(shootBefore(shoot), profile, done.at, done.changes)
  return answerOf(landscape, shoot, done.window, {
    past: true,
    refused: done.denied ? done.failureReason : null,
    subjects: bodies.map((body) => ({ ...body, otherwise: done.denied ? null : otherwise(body, done.changes) })),
  })
}

/** @param told what is otherwise than of a maintenance to come of which nothing is explained */
function answerOf(
  landscape: Landscape,
  shoot: Shoot,
  window: ForecastStep['window'],
  told: Partial<Pick<WhyAnswer, 'past' | 'skipped' | 'refused' | 'subjects'>>,
): WhyAnswer {
  return {
    ...evidenceOf(landscape),
    window: onWire(clusterWindow(window, shoot.window)),
    past: false,
    skipped: null,
    refused: null,
    release: releasesText(shoot.gardenerVersion === undefined ? [] : [shoot.gardenerVersion]),
    subjects: [],
    ...told,
  }
}

function whyBodies(
  shoot: Shoot,
  profile: CompiledProfile,
  at: Instant,
  changes: readonly ComponentChange[],
): WhyDecision[] {
  return Array.from(explain(shoot, profile, at), (explanation) => whyBody(explanation, changes, shoot))
}

function otherwise({ component, pool, to, current }: WhyDecision, changes: readonly ComponentChange[]): string | null {
  const did = changes.find((one) => one.component === component && one.pool === pool)
  const [went, goes] = [did?.kind === 'update' ? did.to : null, to]
  if (went === goes) return null
  if (went === null) return did === undefined ? `It stayed on ${current} then.` : `It failed to leave ${current} then.`
  return goes === null
    ? `It went to ${went} then.`
    : `It went to ${went} then; by the profile of today it would be ${goes}.`
}

function whyBody(explanation: Explanation, changes: readonly ComponentChange[], shoot: Shoot): WhyDecision {
  const { component, pool, image, current, decision } = explanation
  const change = changes.find((one) => one.component === component && one.pool === pool)
  return {
    component,
    pool,
    image,
    current,
    outcome: decision.kind === 'keep' ? 'keeps' : decision.kind === 'update' ? 'updates' : 'fails',
    to: decision.kind === 'update' ? decision.to : null,
    text: updatedText(explanation),
    reason: change?.reason ?? null,
    error: change?.kind === 'failure' ? change.error || null : null,
    otherwise: null,
    steps: explanation.steps.map((step) => ({
      kind: step.kind,
      reach: step.reach,
      text: whyStepText(step, explanation),
      candidates: step.candidates.map((candidate) => ({
        version: candidate.version,
        stage: statedStage(candidate.source, candidate.stage),
        rule: candidate.rule,
        text: candidateText(candidate, step, explanation, shoot),
      })),
    })),
    below: [...explanation.below],
  }
}
