import type { Instant, Stage, UpdateReason } from '@/lib/engine/types'

/** What was decided for one Kubernetes or image version. */
export type Decision =
  /** It stays: up to date, or nobody wants it updated. */
  | { readonly kind: 'keep' }
  /** `forced`: no automatic target was left, so the next minor or major is taken. */
  | { readonly kind: 'update'; readonly why: UpdateReason; readonly to: string; readonly forced: boolean }
  /** It must go and there is no target; `unreadable`: the version is none. */
  | { readonly kind: 'failure'; readonly why: UpdateReason; readonly cause: 'no-target' | 'end-of-life' | 'unreadable' }

export const KEEP: Decision = { kind: 'keep' }

/** The stages of a list of versions over time: none changes within an epoch. */
interface Epochs {
  /** The instants after which some stage may differ, ascending. */
  readonly boundaries: readonly Instant[]
  epochAt(at: Instant): number
  stagesIn(epoch: number): readonly Stage[]
}

/**
 * The decisions for one version over time. Within an epoch of its table (no stage changes in one) a decision is the same, so
 * each is made once and kept.
 */
export class DecisionTimeline {
  private readonly byEpoch: (Decision | undefined)[] = []
  private readonly sameUntil: (number | undefined)[] = []

  constructor(
    private readonly table: Epochs,
    private readonly decideIn: (stages: readonly Stage[]) => Decision,
  ) {}

  /** The instants after which the decision may differ, ascending. */
  get boundaries(): readonly Instant[] {
    return this.table.boundaries
  }

  at(at: Instant): Decision {
    return this.in(this.table.epochAt(at))
  }

  /** The last instant up to which the decision stays as it is at the given one; infinity if it does for ever. */
  unchangedUntil(at: Instant): Instant {
    const epoch = this.table.epochAt(at)
    const known = this.sameUntil[epoch]
    if (known !== undefined) return known
    const decision = this.in(epoch)
    let last = epoch
    while (last < this.table.boundaries.length && isSame(decision, this.in(last + 1))) last += 1
    const until = this.table.boundaries[last] ?? Number.POSITIVE_INFINITY
    this.sameUntil[epoch] = until
    return until
  }

  private in(epoch: number): Decision {
    const known = this.byEpoch[epoch]
    if (known !== undefined) return known
    const decision = this.decideIn(this.table.stagesIn(epoch))
    this.byEpoch[epoch] = decision
    return decision
  }
}

/** Whether two decisions for one version come to the same. */
export function isSame(a: Decision, b: Decision): boolean {
  if (a === b) return true
  if (a.kind === 'update') return b.kind === 'update' && a.to === b.to && a.why === b.why
  if (a.kind === 'failure') return b.kind === 'failure' && a.cause === b.cause && a.why === b.why
  return b.kind === 'keep'
}
