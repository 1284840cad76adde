import type { Instant } from '@/lib/engine/types'

/** Why a maintenance fails: what Gardener said, or the cause that a forecast has. */
export type FailureReason = { readonly said: string } | { readonly cause: string }

/** Why a cluster still runs a version that has expired. */
export type Held =
  /** Maintenance is not performed for clusters that are being deleted. */
  | { readonly kind: 'deleting' }
  /** Its maintenance fails; what it says, and when it leaves all the same, as something else changes; null: not by itself. */
  | { readonly kind: 'failed'; readonly reason: FailureReason; readonly leaves: Instant | null }
  /** There is none that it could go to; what its last maintenance said of it, if that is known. */
  | { readonly kind: 'noNextVersion'; readonly reason: FailureReason }
  /** It leaves in this window, the first one since the version expired. */
  | { readonly kind: 'window'; readonly begins: Instant; readonly leaves: Instant }
  /**
   * It leaves in this window, though it should have left in earlier ones. `lastFailure`: what its last maintenance said, which
   * failed; else nothing says why: so many windows have passed since it expired, and no maintenance is recorded.
   */
  | {
      readonly kind: 'overdue'
      readonly begins: Instant
      readonly leaves: Instant
      readonly because: { readonly lastFailure: string } | { readonly expired: Instant; readonly windows: number }
    }
  /** Its namespaced profile gives it until then; when it leaves, null: not by itself. */
  | { readonly kind: 'extended'; readonly until: Instant; readonly leaves: Instant | null }
  /** Nothing is known to move it, e.g. because the version has not expired and auto-update is off. */
  | { readonly kind: 'nothing' }

export interface Holder {
  readonly name: string
  readonly held: Held
  /** Whether the API server counts it as a user: only pools with a Kubernetes version of their own are not looked at. */
  readonly counts: boolean
}

/** When a cluster has left at the latest; null: not by itself. */
export function leavesAt(held: Held): Instant | null {
  return 'leaves' in held ? held.leaves : null
}

/**
 * When the last cluster has left, if nobody does anything; null when some never leaves, or there is none. Those that are being deleted are
 * on their way out, nobody knows for how long: Gardener no longer counts them.
 */
export function lastLeaves(holders: readonly Pick<Holder, 'held'>[]): Instant | null {
  let last = Number.NEGATIVE_INFINITY
  for (const { held } of holders) {
    if (held.kind === 'deleting') continue
    const leaves = leavesAt(held)
    if (leaves === null) return null
    last = Math.max(last, leaves)
  }
  return last === Number.NEGATIVE_INFINITY ? null : last
}
