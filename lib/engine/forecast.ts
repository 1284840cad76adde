import { type CompiledProfile, compileProfile, countBelow } from './compile'
import type { State } from './decide'
import { controlPlaneEffect, effectsOf } from './effect'
import { type Carried, carriedBy, type Run, runMaintenance, versionsOf, windowOf } from './maintain'
import { nextRotation, rotated } from './operations'
import { firstDay, lastDay, type Moment, momentOn, type Schedule, scheduleOf, windowOn } from './schedule'
import type { CloudProfile, Forecast, ForecastStep, Instant, Shoot } from './types'

export interface ForecastOptions {
  /** The first window whose moment is at or after it counts. */
  readonly from: Instant
  /** The last window whose moment is at or before it counts. */
  readonly to: Instant
  /** When in its window a maintenance is assumed; the latest start by default, as only then the window is sure to act. */
  readonly moment?: Moment
  /** True: rotations of credentials are foreseen as well, each assumed to complete at once. Off by default. */
  readonly rotations?: boolean
}

/** Between two maintenances the shoot is reconciled and nobody asks for anything. */
const AT_REST: Pick<Shoot, 'annotations' | 'lastOperation'> = {
  annotations: {},
  lastOperation: { type: 'Reconcile', state: 'Succeeded' },
}

/**
 * Everything that the maintenances of a shoot will do between two instants, if nobody changes the shoot or its profile.
 * Equal to calling `maintain()` in every window, without doing so: an outcome only depends on the shoot's versions and on
 * the stages of the versions in its profile, so a window in which neither changed repeats the one before.
 */
export function forecast(shoot: Shoot, profile: CloudProfile, options: ForecastOptions): Forecast {
  const compiled = compileProfile(profile)
  const schedule = scheduleOf(windowOf(shoot), options.moment ?? 'latestStart')
  const { from, to } = options
  const days = { first: firstDay(schedule, from), last: lastDay(schedule, to) }
  const subject = options.rotations === true ? shoot : withoutRotations(shoot)
  const isDue = shoot.deletionTimestamp === undefined
  const { steps, state } = isDue
    ? walk(subject, compiled, schedule, days)
    : { steps: [], state: carriedBy(shoot).state }
  return { from, to, steps, final: versionsOf(shoot, state) }
}

/** How a maintenance of the shoot at the instant comes out. */
export type Runner = (shoot: Shoot, carried: Carried, profile: CompiledProfile, at: Instant) => Run

/** Goes from one change of stages to the next; `run` may remember what it was asked before. */
export function walk(
  shoot: Shoot,
  profile: CompiledProfile,
  schedule: Schedule,
  days: { readonly first: number; readonly last: number },
  run: Runner = runMaintenance,
): { steps: readonly ForecastStep[]; state: State } {
  const boundaries = boundariesFor(shoot, profile)
  const steps = new StepList(schedule)
  let subject = shoot
  let carried = carriedBy(shoot)
  let day = days.first
  while (day <= days.last) {
    const at = momentOn(schedule, day)
    const outcome = run(subject, carried, profile, at)
    const last = isSettled(subject, outcome)
      ? Math.min(days.last, lastDay(schedule, nextChange(subject, boundaries, at)))
      : day
    steps.add(subject, carried.state, outcome, day, last)
    subject = atRest(subject, outcome, at)
    carried = outcome.carried
    day = last + 1
  }
  return { steps: steps.list, state: carried.state }
}

/** Whether the next maintenance finds everything as this one did and hence comes out the same. */
function isSettled(subject: Shoot, outcome: Run): boolean {
  if (outcome.specChanged || subject.lastOperation !== AT_REST.lastOperation) return false
  return outcome.decided || !outcome.written
}

/** The last instant up to which no stage changes and no rotation falls due. */
function nextChange(subject: Shoot, boundaries: readonly Instant[], at: Instant): Instant {
  const stage = boundaries[countBelow(boundaries, at)] ?? Number.POSITIVE_INFINITY
  return subject.autoRotation === undefined ? stage : Math.min(stage, nextRotation(subject, at))
}

function atRest(subject: Shoot, outcome: Run, at: Instant): Shoot {
  const rested = subject.lastOperation === AT_REST.lastOperation ? subject : { ...subject, ...AT_REST }
  return rested.autoRotation === undefined || outcome.kind !== 'done' ? rested : rotated(rested, at)
}

function withoutRotations(shoot: Shoot): Shoot {
  if (shoot.autoRotation === undefined) return shoot
  const { autoRotation: _, ...rest } = shoot
  return rest
}

const boundaryMemo = new WeakMap<CompiledProfile, Map<string, readonly Instant[]>>()

/** The instants after which something may change for the shoot: those of Kubernetes and of the images that its pools use. */
export function boundariesFor(shoot: Shoot, profile: CompiledProfile): readonly Instant[] {
  let memo = boundaryMemo.get(profile)
  if (memo === undefined) {
    memo = new Map()
    boundaryMemo.set(profile, memo)
  }
  const names = [...new Set(shoot.workers.flatMap(({ image }) => image?.name ?? []))].sort()
  const key = names.join(' ')
  const known = memo.get(key)
  if (known !== undefined) return known
  const images = names.flatMap((name) => [
    ...(profile.imageByFoldedName.get(name.toLowerCase())?.table.boundaries ?? []),
    ...(profile.imageByName.get(name)?.table.boundaries ?? []),
  ])
  const boundaries = [...new Set([...profile.kubernetes.boundaries, ...images])].sort((a, b) => a - b)
  memo.set(key, boundaries)
  return boundaries
}

/** Collects outcomes; a window that gives just what the one before gave only counts as its repetition. */
class StepList {
  readonly list: ForecastStep[] = []
  private lastDay = Number.NaN

  constructor(private readonly schedule: Schedule) {}

  add(shoot: Shoot, before: State, outcome: Run, first: number, last: number): void {
    if (!outcome.specChanged && !outcome.written) return
    const previous = this.list.at(-1)
    const step = stepOf(shoot, before, outcome, this.schedule, first)
    if (previous !== undefined && this.lastDay === first - 1 && !step.specChanged && isSameOutcome(previous, step)) {
      this.list[this.list.length - 1] = this.repeated(previous, last, last - first + 1)
    } else {
      this.list.push(this.repeated(step, last, last - first))
    }
    this.lastDay = last
  }

  private repeated(step: ForecastStep, last: number, times: number): ForecastStep {
    return times === 0 ? step : { ...step, repeats: step.repeats + times, lastAt: momentOn(this.schedule, last) }
  }
}

function stepOf(shoot: Shoot, before: State, outcome: Run, schedule: Schedule, day: number): ForecastStep {
  const at = momentOn(schedule, day)
  const after = outcome.carried.state
  const last = outcome.written ? outcome.carried.lastMaintenance : undefined
  return {
    at,
    window: windowOn(schedule, day),
    kind: kindOf(outcome),
    changes: outcome.changes,
    versions: versionsOf(shoot, after),
    specChanged: outcome.specChanged,
    denied: outcome.kind === 'denied',
    description: last?.description ?? null,
    state: last?.state ?? null,
    failureReason: last?.failureReason ?? null,
    repeats: 0,
    lastAt: at,
    controlPlane: controlPlaneEffect(before, after),
    effects: effectsOf(shoot, before, after),
  }
}

function kindOf({ kind, changes }: Run): ForecastStep['kind'] {
  if (kind !== 'done' || changes.some((change) => change.kind === 'failure')) return 'fails'
  if (changes.length === 0) return 'other'
  return changes.some(({ why }) => why !== 'auto') ? 'forced' : 'auto'
}

/** Both without a change of the spec, hence with the same versions. */
function isSameOutcome(a: ForecastStep, b: ForecastStep): boolean {
  return (
    !a.specChanged &&
    a.denied === b.denied &&
    a.description === b.description &&
    a.state === b.state &&
    a.failureReason === b.failureReason
  )
}
