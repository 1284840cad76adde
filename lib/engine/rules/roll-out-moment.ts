import type { Instant, Shoot } from '@/lib/engine/types'
import { windowOf } from './maintain'
import { nextWindow, type WindowOccurrence } from './window'

/** When a change of the specification reaches the cluster. */
export type RollOutMoment =
  | { readonly kind: 'at-once' }
  | {
      readonly kind: 'next-window'
      /** The first in which a maintenance may still begin: it starts the reconciliation. */
      readonly window: WindowOccurrence
    }

/**
 * When a change that the owner makes at an instant is rolled out (docs/rules.md#confined-changes). As a rule every change
 * starts a reconciliation. With `confineSpecUpdateRollout` the API server only stores it, and the maintenance of the next
 * window rolls it out. Exceptions are hibernating, waking up and an operation that is asked for, e.g. `reconcile`:
 * these act at once, and take along what waits.
 */
export function rollOutMoment(shoot: Shoot, at: Instant): RollOutMoment {
  if (!shoot.confineSpecUpdateRollout) return { kind: 'at-once' }
  return { kind: 'next-window', window: nextWindow(windowOf(shoot), at) }
}
