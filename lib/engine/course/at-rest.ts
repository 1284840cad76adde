import { MAINTENANCE_OPERATION } from '@/lib/engine/rules'
import type { LastOperation, Shoot } from '@/lib/engine/types'

const RECONCILED: LastOperation = { type: 'Reconcile', state: 'Succeeded' }

/** Between two maintenances a shoot is reconciled, and nothing is asked for. */
const AT_REST: Pick<Shoot, 'annotations' | 'lastOperation'> = { annotations: {}, lastOperation: RECONCILED }

export function isAtRest(shoot: Shoot): boolean {
  return shoot.lastOperation === AT_REST.lastOperation
}

/** The shoot after the reconciliation that follows a maintenance. */
export function atRest(shoot: Shoot): Shoot {
  return isAtRest(shoot) ? shoot : { ...shoot, ...AT_REST }
}

/** The shoot after the reconciliation that follows a maintenance that was refused: this is still asked of the next one. */
export function stillAsked(shoot: Shoot, asked: string): Shoot {
  // Another object than that of shoots of which nothing is asked.
  return { ...shoot, annotations: { [MAINTENANCE_OPERATION]: asked }, lastOperation: { ...RECONCILED } }
}
