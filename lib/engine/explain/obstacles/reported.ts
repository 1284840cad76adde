import type { ForecastStep, Instant, ReportedConstraint, Shoot } from '@/lib/engine/types'

/** What gardenlet reports of a cluster for which an update is foreseen, and what that update is. */
export interface Reported extends ReportedConstraint, Touching {
  /** Whether a maintenance makes it, or the user who plans it. */
  readonly by: 'maintenance' | 'plan'
}

/** An update of a cluster. */
export interface Touching {
  /** When the window begins in which it takes place, or when a plan is sent. */
  readonly begins: Instant
  /** Pools whose nodes are replaced or updated in it. */
  readonly pools: readonly string[]
}

/** What gardenlet checks first of all before nodes are replaced. */
const PRECONDITIONS = 'MaintenancePreconditionsSatisfied'

/**
 * The constraints of a cluster that gardenlet reports as not met, where an update is foreseen: they belong to the first update that
 * touches nodes, else to the first one. The preconditions of maintenance come first. Maintenance itself looks at none of them
 * (docs/rules.md#constraints).
 */
export function reportedOf(
  { reportedConstraints = [] }: Pick<Shoot, 'reportedConstraints'>,
  steps: readonly ForecastStep[],
): Reported[] {
  const updates = steps.filter(isUpdate)
  const update = updates.find((step) => poolsTouchedIn(step).length > 0) ?? updates[0]
  if (update === undefined) return []
  return reportedBefore({ reportedConstraints }, { begins: update.window.begin, pools: poolsTouchedIn(update) })
}

/** The same of an update that is known; `by` whom it is made. */
export function reportedBefore(
  { reportedConstraints = [] }: Pick<Shoot, 'reportedConstraints'>,
  update: Touching,
  by: Reported['by'] = 'maintenance',
): Reported[] {
  const found = reportedConstraints.map((constraint) => ({ ...constraint, ...update, by }))
  return found.sort((a, b) => Number(b.type === PRECONDITIONS) - Number(a.type === PRECONDITIONS))
}

/** What gardenlet reports of the preconditions of maintenance; undefined: that they are met, or nothing. */
export function unmetPreconditions({
  reportedConstraints = [],
}: Pick<Shoot, 'reportedConstraints'>): ReportedConstraint | undefined {
  return reportedConstraints.find(({ type }) => type === PRECONDITIONS)
}

/** Whether it is about maintenance, and nodes are touched. */
export function endangersNodes({ type, pools }: Reported): boolean {
  return type === PRECONDITIONS && pools.length > 0
}

function isUpdate(step: ForecastStep): boolean {
  return !step.denied && (step.changes.some(({ kind }) => kind === 'update') || poolsTouchedIn(step).length > 0)
}

function poolsTouchedIn({ effects }: ForecastStep): string[] {
  return effects.flatMap(({ pool, effect }) => (effect === 'rolling' || effect === 'inPlace' ? [pool] : []))
}
