import type { LaneBody, ShootAnswer } from '@/lib/contract/clusters'
import type { AffectedNodes, EffectKind } from '@/lib/contract/common'
import type { ChangeBody, ForecastStepBody, PoolEffectBody } from '@/lib/contract/steps'
import { DAY, ms } from './time-text'
import { allNodes } from './wording'

/**
 * What fails, fails again every night until something else happens, and then goes on failing. Gardener reports each such
 * night as failed; to a reader only what is new is an event. A shown step knows which of its changes have failed before.
 */
export interface ShownStep {
  readonly step: ForecastStepBody
  /** The kind of what is new: a forced update on a night on which something else still fails is a forced update. */
  readonly kind: ForecastStepBody['kind']
  /** Begin of the window in which a change failed for the first time, for those that failed before. */
  readonly since: ReadonlyMap<ChangeBody, string>
  /** Begin of the window in which it fails for the last time; null when it does not fail again, or without an end in sight. */
  readonly last: string | null
}

/** The steps that bring something new, in order. */
export function shownSteps({
  steps,
  until,
  stuck,
}: Pick<ShootAnswer, 'steps' | 'until' | 'stuck'>): readonly ShownStep[] {
  const failing = new Map<string, string>()
  const shown: ShownStep[] = []
  for (const step of steps) {
    const since = new Map<ChangeBody, string>()
    for (const change of step.changes) {
      const key = failureKey(change)
      const before = failing.get(key)
      if (change.to !== null) continue
      if (before === undefined) failing.set(key, beganOf(change, step, stuck))
      else since.set(change, before)
    }
    // What is no change of a version is listed where it happens for the first time.
    const hasOwn = step.changes.length === 0 || step.operations.length > 0 || step.dropped.length > 0
    if (!hasOwn && step.changes.every((change) => since.has(change))) continue
    const kind = kindOf(step, since)
    const last = kind === 'fails' ? phaseOf(step, steps, until).last : null
    shown.push({ step, kind, since, last: last === step.window.begin ? null : last })
  }
  return shown
}

/** What the next window shows may have failed in those before it. */
function beganOf({ component, pool }: ChangeBody, { window }: ForecastStepBody, stuck: ShootAnswer['stuck']): string {
  const end = stuck?.deadEnds.find(
    (one) => one.component === component && one.pool === pool && one.since === window.begin,
  )
  return end?.began ?? window.begin
}

function kindOf(step: ForecastStepBody, since: ShownStep['since']): ForecastStepBody['kind'] {
  const fresh = step.changes.filter((change) => !since.has(change))
  if (step.kind !== 'fails' || step.denied || fresh.length === 0 || fresh.some((change) => change.to === null)) {
    return step.kind
  }
  return fresh.some((change) => change.why !== 'auto') ? 'forced' : 'auto'
}

/** The change that a step makes on a lane. A pool without its own version moves with the control plane. */
export function changeOn(lane: LaneBody, step: ForecastStepBody): ChangeBody | undefined {
  const isImage = lane.id.endsWith('/image')
  const controlPlane = step.changes.find((change) => change.component === 'controlPlane')
  if (lane.pool === null) return controlPlane
  const component = isImage ? 'poolImage' : 'poolKubernetes'
  const own = step.changes.find((change) => change.pool === lane.pool && change.component === component)
  if (own !== undefined || isImage) return own
  const worker = step.versions.workers.find((one) => one.name === lane.pool)
  return worker?.kubernetes === null ? controlPlane : undefined
}

/** Why a lane goes no further, in short words; empty when it does. */
export function stuckText(lane: LaneBody, steps: readonly ForecastStepBody[]): string {
  if (lane.stuckFrom === null) return ''
  const from = ms(lane.stuckFrom)
  const step = steps.find((one) => ms(one.window.begin) >= from && changeOn(lane, one) !== undefined)
  const change = step && changeOn(lane, step)
  if (change !== undefined && change.unreported !== null) return 'stays: the images end before it'
  return step?.denied === true && change?.to !== null ? 'refused every night' : 'no version to move to'
}

/**
 * What fails comes again every night, until another maintenance gets through: a second reason to force, a version that is
 * not wanted any more. The forecast lists such a phase as one step or, when something else happens meanwhile, as several.
 */
export interface StepPhase {
  /** Begin of the window in which it fails for the last time; null when it does so as far as can be seen. */
  readonly last: string | null
  /** The step that ends it; null when nothing is done that night. */
  readonly then: ForecastStepBody | null
}

/**
 * The phase that a failing step begins.
 * @param steps all of the forecast, in order
 * @param until how far the forecast reaches
 */
export function phaseOf(step: ForecastStepBody, steps: readonly ForecastStepBody[], until: string): StepPhase {
  const later = steps.slice(steps.indexOf(step) + 1)
  const end = later.findIndex((one) => !failsAlike(step, one))
  const then = end < 0 ? null : (later[end] ?? null)
  const last = (end < 0 ? later.at(-1) : later[end - 1]) ?? step
  // The forecast ends within a night: the last one it knows is then not the last one there is.
  const isOpen = then === null && ms(until) - ms(last.lastWindowBegin) < 2 * DAY
  return { last: isOpen ? null : last.lastWindowBegin, then }
}

/** What tells one failure from another. */
function failureKey({ component, pool, from, error }: ChangeBody): string {
  return JSON.stringify([component, pool, from, error])
}

/** A refused maintenance changes nothing, whatever it was to change; else it is the same change that has no target. */
function failsAlike(first: ForecastStepBody, other: ForecastStepBody): boolean {
  if (first.denied || other.denied) return other.denied
  const failing = new Set(first.changes.filter((change) => change.to === null).map(failureKey))
  return other.changes.some((change) => change.to === null && failing.has(failureKey(change)))
}

/** The step the headline is about: the first that the owner cannot avoid, else the first. */
export function leading(steps: readonly ForecastStepBody[]): ForecastStepBody | undefined {
  const late = steps.find((step) => step.kind === 'forced' || step.kind === 'fails')
  // What comes by itself every few days says less than any update.
  return late ?? steps.find((step) => step.changes.length > 0 || sumNodes(step.effects, 'rolling') !== null) ?? steps[0]
}

/** All nodes with one effect; null when no pool has it. */
export function sumNodes(pools: readonly PoolEffectBody[], effect: EffectKind): AffectedNodes | null {
  const those = pools.filter((pool) => pool.effect === effect)
  return those.length === 0 ? null : allNodes(those)
}

/** What the last maintenance did, and when. */
export interface DoneMaintenance {
  readonly at: number
  /** Whether the forecast says so; else it is recorded. */
  readonly isForeseen: boolean
  readonly step: ForecastStepBody
}

/** The change that the last maintenance made on a lane; a pool's Kubernetes lane also moves with the control plane. */
export function doneOn(
  lane: LaneBody,
  done: DoneMaintenance,
): { readonly at: number; readonly text: string } | undefined {
  const image = lane.id.endsWith('/image')
  const made = done.step.changes.filter(({ to }) => to !== null)
  const controlPlane = made.find((change) => change.component === 'controlPlane')
  const own = made.find((change) => change.pool === lane.pool && (change.component === 'poolImage') === image)
  const follows = !image && controlPlane?.to === lane.segments[0]?.version
  const change = lane.pool === null ? controlPlane : (own ?? (follows ? controlPlane : undefined))
  if (change === undefined) return undefined
  return { at: done.at, text: `${doneWord(done)}: from ${change.from} to ${change.to}` }
}

/** What is foreseen is never said as if it had been recorded. */
export function doneWord({ isForeseen, step }: Pick<DoneMaintenance, 'isForeseen' | 'step'>): string {
  if (isForeseen) return 'as forecast'
  return step.kind === 'fails' ? 'failed' : 'done'
}

/** How long a maintenance is worth a line among the steps to come. */
const RECENT = 30 * DAY

/** What the last maintenance did or failed to do, if that is known and not long ago. */
export function lastMaintenanceOf({ lastMaintenance, at }: ShootAnswer): DoneMaintenance | null {
  if (lastMaintenance === null || lastMaintenance.at === null || lastMaintenance.step === null) return null
  const when = ms(lastMaintenance.at)
  if (when > ms(at) || ms(at) - when > RECENT) return null
  return { at: when, isForeseen: lastMaintenance.foreseen, step: lastMaintenance.step }
}

/** What it means that no maintenance is recorded: only one that changes something or fails is. */
export function unrecordedText({ overdue, steps: [next] }: Pick<ShootAnswer, 'overdue' | 'steps'>): string {
  if (next?.denied === true && next.state === null)
    return 'None is recorded: one that has nothing to report and is refused leaves no record, only an event.'
  return overdue
    ? 'None is recorded, although something was due: Almanac does not know whether there was any.'
    : 'None is recorded. As far as Almanac knows, none had anything to do so far.'
}

/** What it means that it is the last one: what is foreseen is never said to be recorded. */
export function lastText({ foreseen }: { readonly foreseen: boolean }): string {
  const which = foreseen ? 'It is the last before this time that the forecast has' : 'It is the last that is recorded'
  return `${which}: a night on which a maintenance has nothing to do leaves it as it is.`
}
