import { isDeepEqual } from '@/lib/engine/json'
import { countBelow, justAfter, type VersionDecision } from '@/lib/engine/rules'
import type { Instant } from '@/lib/engine/types'

/** A decision, and the time for which it holds: strictly after `after` and up to `until`. */
export interface DecisionSpan {
  readonly after: Instant
  readonly until: Instant
  readonly decision: VersionDecision
}

/**
 * The decisions for one version over time. They change only when a stage of a version changes, so each decision is made once for all of
 * the time in which it stays the same.
 */
export class DecisionTimeline {
  private readonly known: DecisionSpan[] = []

  /** @param boundaries of the versions that the decision looks at, ascending */
  constructor(
    private readonly boundaries: readonly Instant[],
    private readonly decideAt: (at: Instant) => VersionDecision,
  ) {}

  /** The decision at an instant; `until` is the last instant for which it holds, infinity if it holds for ever. */
  at(at: Instant): DecisionSpan {
    for (const span of this.known) if (span.after < at && at <= span.until) return span
    const { boundaries, decideAt } = this
    const decision = decideAt(at)
    let next = countBelow(boundaries, at)
    const after = boundaries[next - 1] ?? Number.NEGATIVE_INFINITY
    let until = boundaries[next]
    while (until !== undefined && isDeepEqual(decision, decideAt(justAfter(until)))) until = boundaries[++next]
    const span = { after, until: until ?? Number.POSITIVE_INFINITY, decision }
    this.known.push(span)
    return span
  }
}

/** Whether two decisions for one version do the same. What keeps a pool from other versions is not compared. */
export function isSameDecision(a: VersionDecision, b: VersionDecision): boolean {
  if (a === b) return true
  if (a.kind === 'update') return b.kind === 'update' && a.to === b.to && a.why === b.why
  if (a.kind === 'failure') return b.kind === 'failure' && a.cause === b.cause && a.why === b.why
  return b.kind === 'keep'
}
