/**
 * Everything that will happen to a shoot between two instants. Shoots that have the same ahead share it; all memory of it
 * is here.
 */

export { atRest } from './at-rest'
export { countedKinds } from './counted-kinds'
export { doneStep, shootBefore } from './done-step'
export { forecast, stepKindOf } from './forecast'
export {
  type ForecastOptions,
  type ForeseenMaintenance,
  type ForeseenMaintenances,
  foresee,
  foreseeFrom,
} from './foresee'
export { MemoizedProfile, MemoizedProfiles } from './memoized-profile'
export { onlyAfterIn } from './moment'
export { actsBetween, type Move, movedOn, windowsOf } from './moved-on'
export { movesBetween, type PastUpdate, pastUpdates, type SeenShoot } from './past-updates'
export { type Reconciliation, reconciliationOf } from './reconciliation'
export { withFirstRotations } from './rotation-steps'
export { shootAtWindow, shootOn, shootWith, workerOn } from './shoot-at-window'
export { ShootClasses } from './shoot-classes'
export type { TransitionNode } from './transition-node'
