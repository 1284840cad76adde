/**
 * Everything that will happen to a shoot between two instants. Shoots that have the same ahead share it; all memory of it
 * is here.
 */

export { ComposedRun } from './compose'
export { type DecisionTimeline, isSame } from './decision-timeline'
export { doneStep, shootBefore } from './done-step'
export { forecast, stepKindOf } from './forecast'
export { Kind, Kinds } from './kinds'
export { MemoizedProfile, MemoizedProfiles } from './memoized-profile'
export { actsBetween, type Move, movedOn, windowsOf } from './moved-on'
export { once } from './once'
export {
  type ForecastOptions,
  isSameOutcome,
  type Outcome,
  outcomesFrom,
  outcomesOf,
  ownStep,
  type StepAt,
} from './outcomes'
export { withFirstRotations } from './rotation-steps'
export { SequenceNumbers } from './sequence-numbers'
export { shootAtWindow, shootOn, shootWith, workerOn } from './shoot-at-window'
export { atRest, type Family, isAtRest, TransitionNode } from './transitions'
