import type { ShootAnswer } from '@/lib/contract/shoot'

type Constraint = ShootAnswer['constraints'][number]

/** More lines than these below the headline are not read. */
const MOST_LINES = 3

/**
 * What stands in the way: under the headline where maintenance does not get on and what is most worth a warning, beside the
 * forecast the rest. A dead end tells the cause, so it stands for the constraint that only tells the fact.
 */
export function obstacles({ constraints, deadEnds }: Pick<ShootAnswer, 'constraints' | 'deadEnds'>): {
  readonly lead: readonly Constraint[]
  readonly side: readonly Constraint[]
} {
  const ends = deadEnds.map(({ text }): Constraint => ({ severity: 'bad', text }))
  const bad = ends.length > 0 ? ends : constraints.filter(({ severity }) => severity === 'bad')
  const warnings = constraints.filter(({ severity }) => severity === 'warning')
  const room = Math.max(0, MOST_LINES - bad.length)
  return {
    lead: [...bad, ...warnings.slice(0, room)],
    side: [...warnings.slice(room), ...constraints.filter(({ severity }) => severity === 'info')],
  }
}
