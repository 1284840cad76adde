import type { Change, ForecastStepBody } from '@/lib/contract/steps'
import { DAY, ms } from '@/lib/words/time-text'

/**
 * What fails comes again every night, until another maintenance gets through: a second reason to force, a version that is
 * not wanted any more. The forecast lists such a phase as one step or, when something else happens meanwhile, as several.
 */
export interface Phase {
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
export function phaseOf(step: ForecastStepBody, steps: readonly ForecastStepBody[], until: string): Phase {
  const later = steps.slice(steps.indexOf(step) + 1)
  const end = later.findIndex((one) => !failsAlike(step, one))
  const then = end < 0 ? null : (later[end] ?? null)
  const last = (end < 0 ? later.at(-1) : later[end - 1]) ?? step
  // The forecast ends within a night: the last one it knows is then not the last one there is.
  const isOpen = then === null && ms(until) - ms(last.lastWindowBegin) < 2 * DAY
  return { last: isOpen ? null : last.lastWindowBegin, then }
}

/** What tells one failure from another. */
export function failureKey({ component, pool, from, error }: Change): string {
  return JSON.stringify([component, pool, from, error])
}

/** A refused maintenance changes nothing, whatever it was to change; else it is the same change that has no target. */
function failsAlike(first: ForecastStepBody, other: ForecastStepBody): boolean {
  if (first.denied || other.denied) return other.denied
  const failing = new Set(first.changes.filter((change) => change.to === null).map(failureKey))
  return other.changes.some((change) => change.to === null && failing.has(failureKey(change)))
}
