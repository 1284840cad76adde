import type { Instant, Shoot } from '@/lib/engine/types'
import { movesBetween, type PastUpdate, type SeenShoot, versionsCame } from './past-updates'

/** How the reconciliation went that carries an update out, as far as it was seen. */
export interface Reconciliation {
  /** When the maintenance began; of what no maintenance did, when the reconciliation was seen to begin. */
  readonly from: Instant
  /** Up to then it is known to have gone on. */
  readonly until: Instant
  /**
   * `succeeded`: at `until`. `goes-on`: it had not by then, and nothing later is known. `changed`: versions were changed again before,
   * or the shoot was gone. `not-recorded`: nothing was recorded from `until` on. `not-begun`: at `until` it was still to begin.
   */
  readonly end: 'succeeded' | 'goes-on' | 'changed' | 'not-recorded' | 'not-begun'
  /** When it ended otherwise than well first, before it was tried again; null: it did not. */
  readonly failed: { readonly at: Instant; readonly codes: readonly string[] } | null
}

interface ObservedStates {
  /** Oldest first. */
  readonly states: readonly SeenShoot[]
  /** From when on nothing was recorded, each time. */
  readonly gaps: readonly Instant[]
  /** The last moment that is known. */
  readonly known: Instant
}

const UNWELL = ['Failed', 'Error', 'Aborted']

/**
 * Null: it is not known when, or whether, it began. An operation that goes on when versions change is of what was before, and a cluster
 * is reconciled every hour for no reason: only what is seen to begin with the versions counts.
 */
export function reconciliationOf(update: PastUpdate, { states, gaps, known }: ObservedStates): Reconciliation | null {
  const first = versionsCame(update, states)
  const begin = states[first]
  if (begin === undefined || begin.after !== undefined) return null
  const unseen = Math.min(...gaps.filter((from) => from >= begin.seen), Number.POSITIVE_INFINITY)
  let from: Instant | null = null
  let failed: Reconciliation['failed'] = null
  const until = (moment: Instant, end: Reconciliation['end']): Reconciliation | null =>
    from === null ? null : { from, until: moment, end, failed }
  for (const [i, { seen, after, value }] of states.entries()) {
    if (i < first) continue
    if (seen > unseen || after !== undefined) return until(Math.min(after ?? unseen, unseen), 'not-recorded')
    const before = states[i - 1]?.value ?? null
    const isOther = i > first && before !== null && value !== null && movesBetween(before, value).length > 0
    if (value === null || isOther) return until(seen, 'changed')
    if (from === null) {
      if (value.awaitsReconciliation === true) continue
      if (!goesOn(value)) return null
      from = update.kind === 'maintenance' ? update.at : seen
    } else if (!goesOn(value)) {
      const { lastOperation, lastErrors = [] } = value
      if (!UNWELL.includes(lastOperation?.state ?? '')) return until(seen, 'succeeded')
      failed ??= { at: seen, codes: [...new Set(lastErrors.flatMap(({ codes }) => codes))] }
    }
  }
  if (unseen < known) return until(unseen, 'not-recorded')
  if (from !== null) return until(known, 'goes-on')
  return { from: update.at, until: known, end: 'not-begun', failed }
}

function goesOn({ lastOperation }: Shoot): boolean {
  const { type, state } = lastOperation ?? {}
  return type === 'Reconcile' && (state === 'Processing' || state === 'Pending')
}
