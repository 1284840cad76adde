import type { Lane } from '@/lib/contract/clusters'
import type { Change, ForecastStepBody } from '@/lib/contract/steps'
import type { ShootAnswer } from '@/lib/questions/cluster/contract/shoot'
import { ms } from '@/lib/words/time-text'
import { failureKey, phaseOf } from './failing'

/**
 * What fails, fails again every night until something else happens, and then goes on failing. Gardener reports each such
 * night as failed; to a reader only what is new is an event. A shown step knows which of its changes have failed before.
 */
export interface ShownStep {
  readonly step: ForecastStepBody
  /** Of what is new: a forced update on a night on which something else still fails is a forced update. */
  readonly kind: ForecastStepBody['kind']
  /** Begin of the window in which a change failed for the first time, for those that failed before. */
  readonly since: ReadonlyMap<Change, string>
  /** Begin of the window in which it fails for the last time; null when it does not fail again, or without an end in sight. */
  readonly last: string | null
}

/** The steps that bring something new, in order. */
export function shownSteps({
  steps,
  until,
  deadEnds,
}: Pick<ShootAnswer, 'steps' | 'until' | 'deadEnds'>): readonly ShownStep[] {
  const failing = new Map<string, string>()
  const shown: ShownStep[] = []
  for (const step of steps) {
    const since = new Map<Change, string>()
    for (const change of step.changes) {
      const key = failureKey(change)
      const before = failing.get(key)
      if (change.to !== null) continue
      if (before === undefined) failing.set(key, beganOf(change, step, deadEnds))
      else since.set(change, before)
    }
    const isNew = hasOwn(step) || step.changes.some((change) => !since.has(change))
    if (!isNew) continue
    const kind = kindOf(step, since)
    const last = kind === 'fails' ? phaseOf(step, steps, until).last : null
    shown.push({ step, kind, since, last: last === step.window.begin ? null : last })
  }
  return shown
}

/** What the next window shows may have failed in those before it. */
function beganOf({ component, pool }: Change, { window }: ForecastStepBody, deadEnds: ShootAnswer['deadEnds']): string {
  const end = deadEnds.find((one) => one.component === component && one.pool === pool && one.since === window.begin)
  return end?.began ?? window.begin
}

/** Something that is no change of a version: it is listed where it happens for the first time. */
function hasOwn({ changes, operations, dropped }: ForecastStepBody): boolean {
  return changes.length === 0 || operations.length > 0 || dropped.length > 0
}

function kindOf(step: ForecastStepBody, since: ShownStep['since']): ForecastStepBody['kind'] {
  const fresh = step.changes.filter((change) => !since.has(change))
  if (step.kind !== 'fails' || step.denied || fresh.length === 0 || fresh.some((change) => change.to === null)) {
    return step.kind
  }
  return fresh.some((change) => change.why !== 'auto') ? 'forced' : 'auto'
}

/** The change that a step makes on a lane. A pool without its own version moves with the control plane. */
export function changeOn(lane: Lane, step: ForecastStepBody): Change | undefined {
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
export function stuckText(lane: Lane, steps: readonly ForecastStepBody[]): string {
  if (lane.stuckFrom === null) return ''
  const from = ms(lane.stuckFrom)
  const step = steps.find((one) => ms(one.window.begin) >= from && changeOn(lane, one) !== undefined)
  const change = step && changeOn(lane, step)
  if (change !== undefined && change.unreported !== null) return 'stays: the images end before it'
  return step?.denied === true && change?.to !== null ? 'refused every night' : 'no version to move to'
}
