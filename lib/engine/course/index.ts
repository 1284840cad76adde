/**
 * Everything that will happen to a shoot between two instants. Shoots that have the same ahead share it; all memory of it
 * is here.
 */

export { atRest } from './class-keys'
export { doneChanges, doneStep, shootBefore } from './done-step'
export {
  countedKinds,
  forecast,
  onlyAfterIn,
  stepKindOf,
  type Update,
  updatesIn,
  withFirstRotations,
} from './forecast'
export {
  type ForecastOptions,
  type ForeseenMaintenance,
  type ForeseenMaintenances,
  foresee,
  foreseeFrom,
} from './foresee'
export { MemoizedProfile, MemoizedProfiles, ShootClasses } from './memoized-profile'
export { actsBetween, type Move, movedOn, windowsOf } from './moved-on'
export {
  isUnwell,
  movesBetween,
  type PastUpdate,
  pastUpdates,
  type Reconciliation,
  reconciliationOf,
  type SeenShoot,
} from './past-updates'
export { shootAtWindow, shootOn, shootWith, workerOn } from './shoot-at-window'
export { TargetsOverTime } from './targets-over-time'
export type { TransitionNode } from './transition-graph'
