import { countBelow, type Decision, type DecisionInput, justAfter } from '@/lib/engine/rules'
import type { Instant } from '@/lib/engine/types'
import type { Interval, TargetsOverTime } from './targets-over-time'

/** The decisions for one version over time: each is made once, for all of the interval ahead in which it stays the same. */
export class DecisionTimeline {
  private readonly known: (Interval & { readonly decision: Decision })[] = []
  /** Of what is known, ascending. */
  private readonly ends: Instant[] = []

  constructor(
    private readonly targets: Pick<TargetsOverTime, 'decisionAt'>,
    private readonly decided: DecisionInput,
  ) {}

  at(at: Instant): Decision {
    return this.around(at).decision
  }

  /** The last instant up to which the decision stays as it is at the given one; infinity if it does for ever. */
  unchangedUntil(at: Instant): Instant {
    return this.around(at).until
  }

  /** The decision at an instant, and the interval in which it is that; to its end, but not always from its beginning. */
  around(at: Instant): Interval & { readonly decision: Decision } {
    const place = countBelow(this.ends, at)
    const next = this.known[place]
    if (next !== undefined && next.after < at) return next
    const { targets, decided } = this
    const { after, decision, ...first } = targets.decisionAt(decided, at)
    let { until } = first
    while (until < Number.POSITIVE_INFINITY && (next === undefined || until <= next.after)) {
      const ahead = targets.decisionAt(decided, justAfter(until))
      if (!isSameDecision(decision, ahead.decision)) break
      if (isForced(decision) !== isForced(ahead.decision) || !isSameMisfit(decision, ahead.decision)) break
      until = ahead.until
    }
    // Where both know of an instant, they know the same.
    const reached = next !== undefined && next.after < until
    const found = {
      after: Math.max(after, this.ends[place - 1] ?? after),
      until: reached ? next.until : until,
      decision,
    }
    this.known.splice(place, reached ? 1 : 0, found)
    this.ends.splice(place, reached ? 1 : 0, found.until)
    return found
  }
}

/** From 0.0.0, whose patches all versions are, one target may be reached by either step. */
function isForced(decision: Decision): boolean {
  return decision.kind === 'update' && decision.forced
}

/** Whether nothing keeps a pool from other versions, or the same. */
function isSameMisfit(a: Decision, b: Decision): boolean {
  const [one, other] = [a, b].map((decision) => (decision.kind === 'failure' ? decision.misfit : null))
  return one?.rule === other?.rule && one?.isOwn === other?.isOwn
}

/** Whether two decisions for one version come to the same; what keeps a pool from other versions does not matter for that. */
export function isSameDecision(a: Decision, b: Decision): boolean {
  if (a === b) return true
  if (a.kind === 'update') return b.kind === 'update' && a.to === b.to && a.why === b.why
  if (a.kind === 'failure') return b.kind === 'failure' && a.cause === b.cause && a.why === b.why
  return b.kind === 'keep'
}
