import { doneStep, forecast, type MemoizedProfile, shootBefore } from '@/lib/engine/course'
import { DEVIATION_REASONS } from '@/lib/engine/kinds'
import { isInWindow, windowAround, windowOf } from '@/lib/engine/rules'
import { DAY, MINUTE, SECOND } from '@/lib/engine/time'
import type { ForecastStep, Instant, Period, Shoot } from '@/lib/engine/types'
import {
  type Deviation,
  isSameOutcome,
  type KnownClusterStates,
  type KnownState,
  knownAt,
  maintenanceOutcome,
  type RecordedMaintenance,
  stepFor,
} from './outcome'

export type Verdict =
  /** Nothing was known of the cluster when the forecast would have been made. */
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
export function judgeRan(ran: RecordedMaintenance, record: KnownClusterStates, made: Instant): Verdict {
  const { step, seen } = ran
  const before = Math.min(step.at, seen - 1)
  const steps = stepsAt(record, made, { from: made, to: step.at + 40 * DAY })
  if (steps === null) return { kind: 'unknown' }
  const answer = windowForecaster(step.at, step.at + DAY)
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
    // Outside of its window nothing is maintained but on demand.
    if (shoot !== null && !isInWindow(windowOf(shoot), step.at)) return { reason: 'owner-acted', at: step.at }
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
export function judgeMissed(named: ForecastStep, record: KnownClusterStates, made: Instant): Deviation {
  const { at } = named
  const answer = windowForecaster(at, at)
  const last = stepsAt(record, at, { from: at, to: at })
  if (last !== null && names(last, named)) return { reason: 'almanac-wrong', at: null }
  return firstOf(turnsOf(record, { from: made, to: at }, answer)) ?? { reason: 'almanac-wrong', at: null }
}

/** What was forecast with all that was known at a moment; null: the cluster was not. */
function stepsAt(record: KnownClusterStates, known: Instant, options: Period): readonly ForecastStep[] | null {
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
function namesItNow(shoot: Shoot, record: KnownClusterStates, step: ForecastStep): boolean {
  const window = windowAround(windowOf(shoot), step.at)
  const profile = knownAt(record.profilesOf(shoot.profile), step.at)
  if (window === null || profile === null) return false
  const { at } = step
  const [now] = forecast(shoot, profile, { from: at, to: at, moment: at - window.begin, rotations: true }).steps
  return now !== undefined && isSameOutcome(now, step)
}

/** Whether two are about the same part in the same version. */
function isAbout(one: ForecastStep, other: ForecastStep): boolean {
  return one.changes.some(({ component, pool, from }) =>
    other.changes.some((change) => change.component === component && change.pool === pool && change.from === from),
  )
}

/** When the reconciliation that followed a maintenance failed, within a day or before the next one. */
function failureAfter(
  { seen, step, shoot: { lastMaintenance } }: RecordedMaintenance,
  { shoots }: KnownClusterStates,
): Deviation | null {
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

function firstOf(turns: readonly ForecastChange[]): Deviation | null {
  for (const reason of DEVIATION_REASONS) {
    const turn = turns.find(({ reasons }) => reasons.includes(reason))
    if (turn !== undefined) return { reason, at: turn.at }
  }
  return null
}

/** What a forecast says of one window that is made at an instant, with what is known then: the same text for the same. */
type WindowForecaster = (shoot: Shoot, profile: MemoizedProfile, from: Instant) => string

/** Forecasts the window around an instant, by forecasts that go up to another instant. */
function windowForecaster(at: Instant, to: Instant): WindowForecaster {
  return (shoot, profile, from) => {
    const options = { from: Math.min(from, at), to, rotations: true }
    return maintenanceOutcome(stepFor(forecast(shoot, profile, options).steps, at))
  }
}

/** A moment at which what happened made a forecast say something else. */
interface ForecastChange {
  readonly at: Instant
  /** Empty: it can be explained by nothing that was recorded. */
  readonly reasons: readonly Deviation['reason'][]
}

interface RecordedChange extends ForecastChange {
  readonly shoot: Shoot | null
  readonly profile: MemoizedProfile | null
}

/** The moments after one instant and up to another at which the answer turned, since it was last what it had been at first. */
function turnsOf(record: KnownClusterStates, { from, to }: Period, answer: WindowForecaster): ForecastChange[] {
  let turns: ForecastChange[] = []
  const [first, ...course] = courseOf(record, from, to)
  if (first === undefined) return turns
  const begin = eitherAnswer(first, from, answer)
  let last = first
  for (const happened of course) {
    const { at, reasons } = happened
    const is = eitherAnswer(happened, at, answer)
    if (is === begin) turns = []
    else if (is !== eitherAnswer(last, at, answer)) turns.push({ at, reasons })
    last = happened
  }
  return turns
}

/**
 * Gardener looks at a shoot once in a window, at a moment that is not known before: while one is open it may be over already, so
 * what happens then takes effect in it or in the next one. Both answers are told, unless it is known to have looked.
 */
function eitherAnswer({ shoot, profile }: RecordedChange, at: Instant, answer: WindowForecaster): string {
  if (shoot === null || profile === null) return ''
  const open = windowAround(windowOf(shoot), at)
  if (open === null) return answer(shoot, profile, at)
  const next = answer(shoot, profile, open.latestStart + SECOND)
  const looked = shoot.lastMaintenance?.triggeredTime
  if (looked !== undefined && looked >= open.begin) return next
  return [...new Set([answer(shoot, profile, at), next])].join(' or ')
}

/** What was known at `from`, and all that happened since. */
function courseOf({ shoots, profilesOf }: KnownClusterStates, from: Instant, to: Instant): RecordedChange[] {
  const first = Math.max(
    0,
    shoots.findLastIndex(({ seen }) => seen <= from),
  )
  const course: RecordedChange[] = []
  for (const [i, known] of shoots.entries()) {
    if (i < first || known.seen > to) continue
    const since = i === first ? from : known.seen
    const before = shoots[i - 1]
    const until = Math.min(shoots[i + 1]?.seen ?? to, to)
    const profiles = known.value === null ? [] : profilesOf(known.value.profile)
    const profile = profiles.findLast(({ seen }) => seen <= since)?.value ?? null
    const happened = i === first || before === undefined ? { at: since, reasons: [] } : happenedAt(before, known)
    course.push({ ...happened, shoot: known.value, profile })
    for (const edited of profiles) {
      if (edited.seen <= since || edited.seen > until) continue
      course.push({ at: edited.seen, reasons: ['profile-edited'], shoot: known.value, profile: edited.value })
    }
  }
  return course
}

/** How long after it began what a maintenance changed may be seen at the latest, and how long before its words are. */
const CLOSE = 10 * MINUTE

/** What happened from one state to the next. What no maintenance says that it changed was changed by the owner. */
function happenedAt(
  { value: before }: KnownState<Shoot>,
  { seen, value: after }: KnownState<Shoot>,
): Pick<RecordedChange, 'at' | 'reasons'> {
  if (before === null || after === null) return { at: seen, reasons: before === after ? [] : ['owner-acted'] }
  const began = after.lastMaintenance?.triggeredTime
  const isNew = began !== undefined && began !== before.lastMaintenance?.triggeredTime
  const isSame = versionsText(before) === versionsText(after)
  const isIts = began !== undefined && (isNew || seen - began <= CLOSE)
  const isByOwner = !isSame && !(isIts && versionsText(shootBefore(after)) === versionsText(before))
  const isDenied = isNew && doneStep(after)?.denied === true
  const reasons: Deviation['reason'][] = []
  if (isByOwner || writtenText(before) !== writtenText(after) || asksMore(before, after)) reasons.push('owner-acted')
  if (JSON.stringify(before.window) !== JSON.stringify(after.window)) reasons.push('window-moved')
  if (isDenied || (hasFailed(after) && !hasFailed(before))) reasons.push('gardener-failed')
  // The forecast from before is for the moment at which the maintenance began.
  return { at: isNew ? Math.min(seen, began) : seen, reasons }
}

/** Whether its last reconciliation ended in an error, tried again or not. */
function hasFailed({ lastOperation }: Shoot): boolean {
  return lastOperation?.state === 'Failed' || lastOperation?.state === 'Error'
}

function versionsText({ kubernetesVersion, workers }: Shoot): string {
  return JSON.stringify([
    kubernetesVersion,
    workers.map(({ name, kubernetesVersion: own = null, image = null }) => [name, own, image]),
  ])
}

/** What else owners write that decides about updates. */
function writtenText({ creationTimestamp, deletionTimestamp, profile, autoUpdate, workers }: Shoot): string {
  const pools = workers.map(({ name, machineType, architecture, cri, updateStrategy }) => [
    name,
    machineType,
    architecture,
    cri,
    updateStrategy,
  ])
  return JSON.stringify([creationTimestamp, deletionTimestamp !== undefined, profile, autoUpdate, pools])
}

/** An operation that was asked for goes away by itself. */
function asksMore({ annotations: before }: Shoot, { annotations: after }: Shoot): boolean {
  return Object.entries(after).some(([key, value]) => before[key] !== value)
}
