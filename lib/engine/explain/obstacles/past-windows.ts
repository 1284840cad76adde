import { atRest, type MemoizedProfile } from '@/lib/engine/course'
import { outcomesOf } from '@/lib/engine/explain'
import { madeOnce } from '@/lib/engine/grouped'
import {
  beginOn,
  blockedRotation,
  carriedBy,
  expiryOf,
  failsUnreported,
  firstDay,
  listedEntry,
  type MaintenanceRun,
  type MaintenanceSchedule,
  momentOn,
  runMaintenance,
  scheduleOf,
  subjectOf,
  windowOf,
} from '@/lib/engine/rules'
import { DAY, SECOND } from '@/lib/engine/time'
import type { ClusterPart, ComponentChange, ForecastStep, Instant, LastMaintenance, Shoot } from '@/lib/engine/types'

/**
 * What can be told of the windows before an instant. Nothing keeps a record of them but `status.lastMaintenance`, so it is asked
 * what they would have come to with what the shoot runs today and with the profile as it is today.
 */

/** How many windows are looked back at. */
const MOST_WINDOWS = 366

/** Whether a maintenance comes out in the way that is meant. */
export type RunCondition = (run: MaintenanceRun) => boolean

/**
 * The begin of the first of the windows without a break before the instant that come out so. Null: not even the last one does;
 * `unknown`: no date of the profile tells, as all do that can be told of: since the shoot was made or last maintained.
 */
export type SinceWhichWindow = (isSo: RunCondition) => Instant | null | 'unknown'

/**
 * The past windows of a shoot, for everything that is asked about it: it may have many parts, and the result of a window is computed once
 * for all of them.
 */
export function pastWindowsOf(shoot: Shoot, profile: MemoizedProfile, at: Instant): SinceWhichWindow {
  const schedule = scheduleOf(windowOf(shoot), 'latestStart')
  const rested = atRest(shoot)
  // Since when it wakes up, or changes what is encrypted, is not known.
  if (blockedRotation(rested) !== undefined) return () => 'unknown'
  const { picker } = profile.classes
  const [subject, carried] = [subjectOf(rested, profile), carriedBy(rested)]
  const next = firstDay(schedule, at)
  const earliest = Math.max(firstSince(schedule, knownFrom(shoot, at)), next - MOST_WINDOWS)
  const runs = new Map<number, MaintenanceRun>()
  const runOn = (day: number) =>
    madeOnce(runs, day, () => runMaintenance(subject, carried, momentOn(schedule, day), picker))
  return (isSo) => {
    let day = next
    while (day > earliest && isSo(runOn(day - 1))) day--
    if (day === next) return null
    return day === earliest ? 'unknown' : beginOn(schedule, day)
  }
}

/** Begin of the first window of those that failed without a break and without a report; null: none did, or it cannot be told. */
export function unreportedSince(soSince: SinceWhichWindow): Instant | null {
  const since = soSince(failsUnreported)
  return since === 'unknown' ? null : since
}

/** Maintenance fails, as the last one did: `status.lastMaintenance` says so, unless Gardener reports nothing of it. */
export interface FailingNow {
  /** Begin of the first window in a row; null: longer ago than can be told, or windows have passed since of which nothing is recorded. */
  readonly since: Instant | null
  /** How many windows there were from then to the last maintenance; null: not known. */
  readonly nights: number | null
  /** When the last maintenance was; where nothing is reported, the begin of its window. */
  readonly last: Instant
}

/** Whether the first step of a forecast goes on with something that failed before; null: it does not, or that is not known. */
export function failingNow(
  shoot: Shoot,
  profile: MemoizedProfile,
  at: Instant,
  steps: readonly ForecastStep[],
): FailingNow | null {
  const [step] = steps
  const schedule = scheduleOf(windowOf(shoot), 'latestStart')
  const next = firstDay(schedule, at)
  if (step?.kind !== 'fails' || step.at !== momentOn(schedule, next)) return null
  if (isUnreported(step)) {
    const since = unreportedSince(pastWindowsOf(shoot, profile, at))
    return since === null ? null : failedFrom(since, beginOn(schedule, next - 1))
  }
  const { state, triggeredTime: last } = lastOf(shoot, at) ?? {}
  if (state !== 'Failed' || last === undefined) return null
  const isOfLastWindow = last >= beginOn(schedule, next - 1)
  const since = isOfLastWindow ? pastWindowsOf(shoot, profile, at)(failsLike(step, shoot)) : null
  return typeof since === 'number' ? failedFrom(since, last) : { since: null, nights: null, last }
}

function failedFrom(since: Instant, last: Instant): FailingNow {
  return { since, nights: Math.floor((last - since) / DAY) + 1, last }
}

/** Whether nothing that fails in it is reported. */
function isUnreported({ denied, changes }: ForecastStep): boolean {
  const failed = changes.filter(({ kind }) => kind === 'failure')
  return !denied && failed.length > 0 && failed.every(({ unreported }) => unreported !== undefined)
}

/** Whether a maintenance fails as one of the forecast does. */
function failsLike({ denied, changes }: ForecastStep, shoot: Shoot): RunCondition {
  const failed = changes.filter(({ kind }) => kind === 'failure')
  return (run) => {
    if (run.kind !== 'done') return denied || failed.length === 0
    return !denied && failed.some((change) => failsIn(run, shoot, change))
  }
}

/** Whether a maintenance has no version for this part to go to. */
export function failsIn(
  { decided }: MaintenanceRun,
  { workers }: Shoot,
  part: Pick<ComponentChange, 'component' | 'pool'>,
): boolean {
  if (decided === null) return false
  if (part.component === 'controlPlane') return decided.controlPlane.kind === 'failure'
  const position = workers.findIndex(({ name }) => name === part.pool)
  const images = decided.stop?.decisions ?? decided.images
  const decisions = part.component === 'poolImage' ? images : decided.pools
  return decisions[position]?.kind === 'failure'
}

/**
 * Begin of the window of the last maintenance on record, if it failed, or of the earliest window that is looked back at, where that is
 * later; null: it did not fail, or that is not known.
 */
export function lastFailed(shoot: Shoot, at: Instant): Instant | null {
  const last = lastOf(shoot, at)
  if (last?.state !== 'Failed') return null
  const schedule = scheduleOf(windowOf(shoot), 'latestStart')
  const day = firstSince(schedule, last.triggeredTime) - 1
  return beginOn(schedule, Math.max(day, firstDay(schedule, at) - MOST_WINDOWS))
}

/** A part that should have left its version: it has expired, and windows have passed since. */
export interface OverduePart extends ClusterPart {
  readonly version: string
  readonly expired: Instant
  /** How many windows have passed since then, and since the shoot was made, without a maintenance that is recorded. */
  readonly windows: number
  /** There is nothing to go to, or the API server refuses it. */
  readonly fails: boolean
}

/** What is overdue without a maintenance that would tell why. */
export function overdueOf(shoot: Shoot, profile: MemoizedProfile, at: Instant): OverduePart[] {
  if (shoot.deletionTimestamp !== undefined) return []
  const schedule = scheduleOf(windowOf(shoot), 'latestStart')
  const quiet = Math.max(shoot.creationTimestamp ?? 0, lastOf(shoot, at)?.triggeredTime ?? 0)
  const rested = atRest(shoot)
  const moment = momentOn(schedule, firstDay(schedule, at))
  const { picker } = profile.classes
  const run = runMaintenance(subjectOf(rested, profile), carriedBy(rested), moment, picker)
  const isRefused = run.kind !== 'done'
  return outcomesOf(shoot, profile, at, picker).flatMap(
    ({ component, pool, image, current, why, decision, stopped }): OverduePart[] => {
      if (why !== 'expired' || decision.kind === 'keep' || stopped !== null) return []
      const listed = listedEntry(profile, image, current)
      const expired = listed === undefined ? null : expiryOf(listed)
      if (expired === null) return []
      const windows = firstDay(schedule, at) - firstSince(schedule, Math.max(expired, quiet))
      const fails = isRefused || decision.kind === 'failure'
      return windows > 0 ? [{ component, pool, image, version: current, expired, windows, fails }] : []
    },
  )
}

/** A maintenance of which the time is known; one after the instant counts as none. */
function lastOf(
  { lastMaintenance }: Shoot,
  at: Instant,
): (LastMaintenance & { readonly triggeredTime: Instant }) | undefined {
  const triggeredTime = lastMaintenance?.triggeredTime
  if (lastMaintenance === undefined || triggeredTime === undefined || triggeredTime > at) return undefined
  return { ...lastMaintenance, triggeredTime }
}

/** The instant from which on failures are possible: the shoot was made, or its last maintenance succeeded. */
function knownFrom(shoot: Shoot, at: Instant): Instant {
  const last = lastOf(shoot, at)
  return Math.max(shoot.creationTimestamp ?? 0, last?.state === 'Succeeded' ? last.triggeredTime : 0)
}

/** The first day whose window begins after the instant. */
function firstSince({ window }: MaintenanceSchedule, after: Instant): number {
  return Math.floor((after - window.begin * SECOND) / DAY) + 1
}

/**
 * The step since which something fails without a break until the end of the forecast, where `fails` tells whether it does
 * in a step. Undefined when the last step does not. What fails does so every night, hence in every step until it is solved.
 */
export function failingSince(
  steps: readonly ForecastStep[],
  fails: (step: ForecastStep) => boolean,
): ForecastStep | undefined {
  return steps[steps.findLastIndex((step) => !fails(step)) + 1]
}

/** Whether a step fails to update the same thing: the same component and pool, from the same version. */
export function sameFailure(change: ComponentChange): (step: ForecastStep) => boolean {
  const { component, pool, from } = change
  return ({ changes }) =>
    changes.some((c) => c.kind === 'failure' && c.component === component && c.pool === pool && c.from === from)
}
