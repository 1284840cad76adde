import { forecast } from '@/lib/engine/course'
import { DEVIATION_REASONS } from '@/lib/engine/kinds'
import { isInWindow, windowAround, windowOf } from '@/lib/engine/rules'
import { DAY } from '@/lib/engine/time'
import type { ForecastStep, Instant, Shoot } from '@/lib/engine/types'
import { hasFailed } from './between'
import { isSameOutcome, outcomeOf, type Ran, stepFor } from './outcome'
import { type ClusterRecord, type Deviation, knownAt } from './record'
import { type Answer, type Turn, turnsOf } from './turns'

export type Verdict =
  /** Of the cluster nothing was known when the forecast would have been made. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'as-forecast' }
  /** `said`: what the forecast had for the window, or what it had of the same parts for a later one; null: nothing. */
  | { readonly kind: 'deviates'; readonly said: ForecastStep | null; readonly deviation: Deviation }

/**
 * Whether the forecast that was made at an instant named a maintenance that ran: in its window, exactly its versions, its outcome,
 * with a reconciliation afterwards that did not fail. If not, the forecast is followed through all that was recorded since: the
 * reason is the first, in their order, that happened when its answer turned. What only Almanac can be blamed for is what it would not say even with all that
 * was known just before.
 */
export function judgeRan(ran: Ran, record: ClusterRecord, made: Instant): Verdict {
  const { step, seen } = ran
  const before = Math.min(step.at, seen - 1)
  const steps = stepsAt(record, made, { from: made, to: step.at + 40 * DAY })
  if (steps === null) return { kind: 'unknown' }
  const answer: Answer = (shoot, profile, from) => {
    const options = { from: Math.min(from, step.at), to: step.at + DAY, rotations: true }
    return outcomeOf(stepFor(forecast(shoot, profile, options).steps, step.at))
  }
  if (names(steps, step)) {
    const failure = failureAfter(ran, record)
    return failure === null
      ? { kind: 'as-forecast' }
      : { kind: 'deviates', said: stepFor(steps, step.at) ?? null, deviation: failure }
  }
  const said = stepFor(steps, step.at) ?? steps.find((other) => other.at > step.at && isAbout(other, step)) ?? null
  return { kind: 'deviates', said, deviation: deviationOf() }

  function deviationOf(): Deviation {
    const shoot = knownAt(record.shoots, before)
    if (shoot !== null && isAskedFor(shoot, step.at)) return { reason: 'owner-acted', at: step.at }
    if (shoot !== null && (namesItNow(shoot, record, step) || isNamedBefore())) {
      const first = firstOf(turnsOf(record, { from: made, to: before }, answer))
      if (first !== null) return first
    }
    // It tried, and the API server or a part of Gardener that no forecast knows refused.
    return { reason: step.denied ? 'gardener-failed' : 'almanac-wrong', at: step.denied ? step.at : null }
  }

  function isNamedBefore(): boolean {
    const known = stepsAt(record, before, { from: before, to: step.at + DAY })
    return known !== null && names(known, step)
  }
}

/**
 * Why what a forecast named for a window did not happen in it: `named` is of the forecast that was made at the instant, for the
 * first time in a window that nothing ran in that would be told of.
 */
export function judgeMissed(named: ForecastStep, record: ClusterRecord, made: Instant): Deviation {
  const { at } = named
  const answer: Answer = (shoot, profile, from) => {
    const options = { from: Math.min(from, at), to: at, rotations: true }
    return outcomeOf(stepFor(forecast(shoot, profile, options).steps, at))
  }
  const last = stepsAt(record, at, { from: at, to: at })
  if (last !== null && names(last, named)) return { reason: 'almanac-wrong', at: null }
  return firstOf(turnsOf(record, { from: made, to: at }, answer)) ?? { reason: 'almanac-wrong', at: null }
}

/** What was forecast with all that was known at a moment; null: the cluster was not. */
function stepsAt(
  record: ClusterRecord,
  known: Instant,
  options: { readonly from: Instant; readonly to: Instant },
): readonly ForecastStep[] | null {
  const shoot = knownAt(record.shoots, known)
  const profile = shoot && knownAt(record.profilesOf(shoot.profile), known)
  if (!shoot) return null
  return profile ? forecast(shoot, profile, { ...options, rotations: true }).steps : []
}

function names(steps: readonly ForecastStep[], step: ForecastStep): boolean {
  const named = stepFor(steps, step.at)
  return named !== undefined && isSameOutcome(named, step)
}

/** Whether a maintenance at just this instant would do it, with all that was known just before. */
function namesItNow(shoot: Shoot, record: ClusterRecord, step: ForecastStep): boolean {
  const window = windowAround(windowOf(shoot), step.at)
  const profile = knownAt(record.profilesOf(shoot.profile), step.at)
  if (window === null || profile === null) return false
  const { at } = step
  const [now] = forecast(shoot, profile, { from: at, to: at, moment: at - window.begin, rotations: true }).steps
  return now !== undefined && isSameOutcome(now, step)
}

/** Outside of its window nothing is maintained but on demand. */
function isAskedFor(shoot: Shoot, at: Instant): boolean {
  return !isInWindow(windowOf(shoot), at)
}

/** Whether two are about the same part in the same version. */
function isAbout(one: ForecastStep, other: ForecastStep): boolean {
  return one.changes.some(({ component, pool, from }) =>
    other.changes.some((change) => change.component === component && change.pool === pool && change.from === from),
  )
}

/** When the reconciliation that followed a maintenance failed, within a day or before the next one. */
function failureAfter({ seen, step, shoot: { lastMaintenance } }: Ran, { shoots }: ClusterRecord): Deviation | null {
  const before = knownAt(shoots, seen - 1)
  if (before === null || hasFailed(before)) return null
  const failed = shoots.find(
    ({ seen: then, value }) =>
      then >= seen &&
      then <= step.at + DAY &&
      value !== null &&
      value.lastMaintenance?.triggeredTime === lastMaintenance?.triggeredTime &&
      hasFailed(value),
  )
  return failed === undefined ? null : { reason: 'gardener-failed', at: failed.seen }
}

function firstOf(turns: readonly Turn[]): Deviation | null {
  for (const reason of DEVIATION_REASONS) {
    const turn = turns.find(({ reasons }) => reasons.includes(reason))
    if (turn !== undefined) return { reason, at: turn.at }
  }
  return null
}
