import { type CompiledProfile, compileProfile } from './compile'
import { sentencesOf } from './describe'
import { controlPlaneEffect, effectsOf } from './effect'
import { changesIn, versionsOf, writtenBy } from './maintain'
import { type ForecastOptions, type Outcome, outcomesOf } from './outcomes'
import { type Run, runMaintenance } from './run'
import { momentOn, type Schedule, windowOn } from './schedule'
import { subjectOf } from './subject'
import { atRest } from './transitions'
import type { Change, CloudProfile, Forecast, ForecastStep, Instant, Shoot } from './types'

/**
 * Everything that the maintenances of a shoot will do between two instants, in words, with windows and effects on nodes.
 * Equal to calling `maintain()` in every window; `outcomesOf` says how it does without.
 */
export function forecast(shoot: Shoot, profile: CloudProfile, options: ForecastOptions): Forecast {
  const compiled = compileProfile(profile)
  const { list, schedule, final } = outcomesOf(shoot, profile, options)
  return {
    from: options.from,
    to: options.to,
    steps: list.map((outcome) => stepOf(shoot, compiled, schedule, outcome)),
    final: versionsOf(shoot, final.state),
  }
}

function stepOf(shoot: Shoot, profile: CompiledProfile, schedule: Schedule, outcome: Outcome): ForecastStep {
  const { day, lastDay, repeats, before } = outcome
  const at = momentOn(schedule, day)
  const run = inOwnWords(shoot, profile, outcome, at)
  const after = run.carried.state
  const changes = changesIn(shoot, profile, before.state, run)
  const written = writtenBy(run, changes, sentencesOf(changes))
  return {
    at,
    window: windowOn(schedule, day),
    kind: stepKindOf(run, changes),
    changes,
    versions: versionsOf(shoot, after),
    specChanged: run.specChanged,
    denied: run.kind === 'denied',
    description: written?.description ?? null,
    state: written?.state ?? null,
    failureReason: written?.failureReason ?? null,
    repeats,
    lastAt: momentOn(schedule, lastDay),
    controlPlane: controlPlaneEffect(before.state, after),
    effects: effectsOf(shoot, before.state, after),
  }
}

/** Outcomes are shared by all shoots of a kind, but a refusal names the shoot and its pools. */
function inOwnWords(shoot: Shoot, profile: CompiledProfile, { before, resting, run }: Outcome, at: Instant): Run {
  if (run.error === null) return run
  return runMaintenance(subjectOf(resting ? atRest(shoot) : shoot, profile), before, at)
}

/** What a maintenance with these changes is: see `ForecastStep.kind`. */
export function stepKindOf({ kind }: Pick<Run, 'kind'>, changes: readonly Change[]): ForecastStep['kind'] {
  if (kind !== 'done' || changes.some((change) => change.kind === 'failure')) return 'fails'
  if (changes.length === 0) return 'other'
  return changes.some(({ why }) => why !== 'auto') ? 'forced' : 'auto'
}
