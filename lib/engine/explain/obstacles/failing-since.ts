import type { Change, ForecastStep } from '@/lib/engine/types'

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

/** The same thing cannot be updated: same component and pool, from the same version. */
export function sameFailure(change: Change): (step: ForecastStep) => boolean {
  const { component, pool, from } = change
  return ({ changes }) =>
    changes.some((c) => c.kind === 'failure' && c.component === component && c.pool === pool && c.from === from)
}
