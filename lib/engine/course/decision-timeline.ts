import { countBelow, type Decision, type VersionTable } from '@/lib/engine/rules'
import type { Instant, Stage } from '@/lib/engine/types'

/** The stages of a list of versions over time, each found once: within an epoch, between two boundaries, none changes. */
export class StageTimeline {
  private readonly byEpoch: (readonly Stage[] | undefined)[] = []

  constructor(private readonly table: VersionTable) {}

  /** The instants after which some stage may differ, ascending. */
  get boundaries(): readonly Instant[] {
    return this.table.boundaries
  }

  /** How many boundaries are past. */
  epochAt(at: Instant): number {
    return countBelow(this.boundaries, at)
  }

  stagesIn(epoch: number): readonly Stage[] {
    const known = this.byEpoch[epoch]
    if (known !== undefined) return known
    // A boundary is the last instant of the epoch that it ends.
    const stages = this.table.stagesAt(this.boundaries[epoch] ?? Number.POSITIVE_INFINITY)
    this.byEpoch[epoch] = stages
    return stages
  }
}

/** The decisions for one version over time: each is made once in an epoch, in which it stays the same. */
export class DecisionTimeline {
  private readonly byEpoch: (Decision | undefined)[] = []
  private readonly sameUntil: (number | undefined)[] = []

  constructor(
    private readonly stages: StageTimeline,
    private readonly decideBy: (stages: readonly Stage[]) => Decision,
  ) {}

  /** The instants after which the decision may differ, ascending. */
  get boundaries(): readonly Instant[] {
    return this.stages.boundaries
  }

  at(at: Instant): Decision {
    return this.in(this.stages.epochAt(at))
  }

  /** The last instant up to which the decision stays as it is at the given one; infinity if it does for ever. */
  unchangedUntil(at: Instant): Instant {
    const epoch = this.stages.epochAt(at)
    const known = this.sameUntil[epoch]
    if (known !== undefined) return known
    const decision = this.in(epoch)
    let last = epoch
    while (last < this.boundaries.length && isSameDecision(decision, this.in(last + 1))) last += 1
    const until = this.boundaries[last] ?? Number.POSITIVE_INFINITY
    this.sameUntil[epoch] = until
    return until
  }

  private in(epoch: number): Decision {
    const known = this.byEpoch[epoch]
    if (known !== undefined) return known
    const decision = this.decideBy(this.stages.stagesIn(epoch))
    this.byEpoch[epoch] = decision
    return decision
  }
}

/** Whether two decisions for one version come to the same. */
export function isSameDecision(a: Decision, b: Decision): boolean {
  if (a === b) return true
  if (a.kind === 'update') return b.kind === 'update' && a.to === b.to && a.why === b.why
  if (a.kind === 'failure') return b.kind === 'failure' && a.cause === b.cause && a.why === b.why
  return b.kind === 'keep'
}
