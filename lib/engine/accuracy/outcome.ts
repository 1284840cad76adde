import { doneStep, type MemoizedProfile, updatesIn } from '@/lib/engine/course'
import type { DEVIATION_REASONS } from '@/lib/engine/kinds'
import { DAY, SECOND } from '@/lib/engine/time'
import type { ComponentChange, ForecastStep, Instant, LastMaintenance, ProfileRef, Shoot } from '@/lib/engine/types'

/** A maintenance as the record has it. */
export interface RecordedMaintenance {
  /** When it was seen first, at the latest when it had ended. */
  readonly seen: Instant
  /** The step by Gardener's own words. */
  readonly step: ForecastStep
  /** The shoot as it was seen. */
  readonly shoot: Shoot
}

/** The maintenance that began at an instant, from the states of a cluster; null: there is none, or its words are of another kind. */
export function ranIn(states: readonly KnownState<Shoot>[], at: Instant): RecordedMaintenance | null {
  const of = states.filter(({ value }) => value?.lastMaintenance?.triggeredTime === at)
  // It is told as soon as it begins, and once more when it has ended: by then its owner may have written again.
  const ended = of.find(({ value }) => value?.lastMaintenance?.state !== 'Processing') ?? of.at(-1)
  const [first] = of
  if (first === undefined || !ended?.value) return null
  const step = doneStep(ended.value)
  return step === null ? null : { seen: first.seen, step, shoot: ended.value }
}

/** Whether it says anything else than the one before: what fails every night for the same reason counts once. */
export function isNews(maintenance: LastMaintenance, before: LastMaintenance | undefined): boolean {
  if (maintenance.state !== 'Failed' || before?.state !== 'Failed') return true
  return maintenance.description !== before.description || maintenance.failureReason !== before.failureReason
}

/** Whether a step changes a version, or fails to, and the status of the cluster tells: what leaves no word cannot be looked for. */
export function isToCount({ denied, kind, changes, state }: ForecastStep): boolean {
  if (state === null) return false
  return denied || kind === 'fails' || changes.some((change) => change.kind === 'update')
}

/** The step of a forecast for the window around an instant. */
export function stepFor(steps: readonly ForecastStep[], at: Instant): ForecastStep | undefined {
  return steps.find(({ window, repeats }) => {
    const nights = Math.floor((at - window.begin) / DAY)
    return nights >= 0 && nights <= repeats && at < window.latestStart + nights * DAY + SECOND
  })
}

/** What a maintenance comes to: the versions of every part, from which ones, and how it ends. The same text for the same. */
export function maintenanceOutcome(step: ForecastStep | undefined): string {
  if (step === undefined) return 'nothing'
  return step.denied ? 'denied' : JSON.stringify([step.state === 'Failed', step.changes.map(textOf).sort()])
}

/** Whether two come to the same. */
export function isSameOutcome(a: ForecastStep, b: ForecastStep): boolean {
  return maintenanceOutcome(a) === maintenanceOutcome(b)
}

/** Whether one does any of the updates that the other does. */
export function sharesUpdate(a: ForecastStep, b: ForecastStep): boolean {
  const others = new Set(updatesIn(b).map(partOf))
  return updatesIn(a).some((update) => others.has(partOf(update)))
}

function partOf({ component, pool, from }: ComponentChange): string {
  return JSON.stringify([component, pool, from])
}

function textOf(change: ComponentChange): string {
  const { component, pool, image, kind, from } = change
  return JSON.stringify([component, pool, image, kind, from, change.kind === 'update' ? change.to : null])
}

/** What something was from a moment on, until the next one. */
export interface KnownState<T> {
  readonly seen: Instant
  /** Null: it was gone. */
  readonly value: T | null
}

/** What was known of one cluster, and when. Both lists are oldest first. */
export interface KnownClusterStates {
  readonly shoots: readonly KnownState<Shoot>[]
  readonly profilesOf: (ref: ProfileRef) => readonly KnownState<MemoizedProfile>[]
}

/** Why a forecast was not right, and when that came about; null: no moment is known for it. */
export interface Deviation {
  readonly reason: (typeof DEVIATION_REASONS)[number]
  readonly at: Instant | null
}

/** What is known of it at a moment; null: nothing, or it is gone. */
export function knownAt<T>(states: readonly KnownState<T>[], at: Instant): T | null {
  return states.findLast(({ seen }) => seen <= at)?.value ?? null
}
