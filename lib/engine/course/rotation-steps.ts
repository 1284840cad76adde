import { DAY } from '@/lib/engine/time'
import type { ForecastStep } from '@/lib/engine/types'

/**
 * The steps of a forecast with automatic rotations, each rotation only where it is due for the first time: it comes again with
 * every period, to the end of the forecast, and a list of all of them would hide everything else.
 */
export function withFirstRotations(steps: readonly ForecastStep[]): ForecastStep[] {
  const seen = new Set<string>()
  const kept: ForecastStep[] = []
  for (const step of steps) {
    const isRepeated = step.operations.every(({ name, why }) => why === 'due' && seen.has(name))
    for (const { name, why } of step.operations) if (why === 'due') seen.add(name)
    const previous = kept.at(-1)
    if (isRepeated && step.operations.length > 0 && onlyRotates(step)) continue
    // What fails every night fails on those with a rotation as well.
    if (isRepeated && previous !== undefined && goesOn(previous, step)) {
      kept[kept.length - 1] = {
        ...previous,
        lastAt: step.lastAt,
        repeats: previous.repeats + 1 + step.repeats,
      }
    } else {
      kept.push(step)
    }
  }
  return kept
}

function onlyRotates({ kind, changes, specChanged, denied }: ForecastStep): boolean {
  return kind === 'other' && changes.length === 0 && !specChanged && !denied
}

function goesOn(previous: ForecastStep, step: ForecastStep): boolean {
  return (
    previous.kind === 'fails' &&
    step.kind === 'fails' &&
    !previous.specChanged &&
    !step.specChanged &&
    previous.denied === step.denied &&
    Math.round((step.at - previous.lastAt) / DAY) === 1 &&
    JSON.stringify(previous.changes) === JSON.stringify(step.changes) &&
    (!step.denied || previous.failureReason === step.failureReason)
  )
}
