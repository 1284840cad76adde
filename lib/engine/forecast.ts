import { type CompiledProfile, compileProfile } from './compile'
import { sentencesOf } from './describe'
import { controlPlaneEffect, effectsOf } from './effect'
import { changesIn, lastMaintenanceAfter, versionsOf } from './maintain'
import { type ForecastOptions, type Outcome, outcomesOf } from './outcomes'
import { type Run, runMaintenance } from './run'
import { momentOn, type Schedule, windowOn } from './schedule'
import { subjectOf } from './subject'
import { atRest } from './transitions'
import type { Change, CloudProfile, Forecast, ForecastStep, Instant, LastMaintenance, Shoot } from './types'
import { withOwnBindings } from './version-bound'

/**
 * Everything that the maintenances of a shoot will do between two instants, in words, with windows and effects on nodes.
 * Equal to calling `maintain()` in every window; `outcomesOf` says how it does without.
 */
export function forecast(shoot: Shoot, profile: CloudProfile, options: ForecastOptions): Forecast {
  const compiled = compileProfile(profile)
  const { list, schedule, final } = outcomesOf(shoot, profile, options)
  const steps: ForecastStep[] = []
  let last = shoot.lastMaintenance
  for (const outcome of list) {
    const at = momentOn(schedule, outcome.day)
    const run = inOwnWords(shoot, compiled, outcome, at)
    const changes = changesIn(shoot, compiled, outcome.before.state, run)
    last = lastMaintenanceAfter(last, run, changes, sentencesOf(changes), at)
    steps.push(stepOf(shoot, schedule, outcome, run, changes, run.written ? last : undefined))
  }
  return { from: options.from, to: options.to, steps, final: versionsOf(shoot, final.state) }
}

function stepOf(
  shoot: Shoot,
  schedule: Schedule,
  { day, lastDay, repeats, before }: Outcome,
  run: Run,
  changes: readonly Change[],
  written: LastMaintenance | undefined,
): ForecastStep {
  const at = momentOn(schedule, day)
  const after = run.carried.state
  return {
    at,
    window: windowOn(schedule, day),
    kind: stepKindOf(run),
    changes,
    versions: versionsOf(shoot, after),
    specChanged: run.specChanged,
    denied: run.kind === 'denied',
    description: written?.description ?? null,
    state: written?.state ?? null,
    failureReason: written?.failureReason ?? null,
    repeats,
    lastAt: momentOn(schedule, lastDay),
    controlPlane: controlPlaneEffect(before.state, after, run.otherSpecChanges),
    effects: effectsOf(shoot, before.state, after, run.otherSpecChanges),
    dropped: run.otherSpecChanges,
  }
}

/** Outcomes are shared by all shoots of a kind, but a refusal names the shoot and its pools, and a change its bindings. */
function inOwnWords(shoot: Shoot, profile: CompiledProfile, { before, resting, run }: Outcome, at: Instant): Run {
  if (run.error === null && run.otherSpecChanges.length === 0) return run
  const own = { ...before, settings: withOwnBindings(before.settings, shoot) }
  return runMaintenance(subjectOf(resting ? atRest(shoot) : shoot, profile), own, at)
}

/** What a maintenance is: see `ForecastStep.kind`. */
export function stepKindOf({ kind, decided }: Run): ForecastStep['kind'] {
  const made = decided === null ? [] : [decided.controlPlane, ...decided.pools, ...decided.images]
  if (kind !== 'done' || made.some((decision) => decision.kind === 'failure')) return 'fails'
  if (made.every((decision) => decision.kind === 'keep')) return 'other'
  return made.some((decision) => decision.kind === 'update' && decision.why !== 'auto') ? 'forced' : 'auto'
}
