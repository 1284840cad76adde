export { type Constraint, parseConstraint, satisfies } from './constraint'
export { controlPlaneEffect, effectsOf } from './effect'
export { forecast } from './forecast'
export {
  boundariesOf,
  expiryOf,
  isActive,
  isClassified,
  nextTransition,
  type StageSpan,
  stageAt,
  stagesOf,
} from './lifecycle'
export { type MaintainOptions, type Maintenance, maintain } from './maintain'
export { mergeNamespacedProfile, type ProfileOverrides } from './namespaced'
export { type ForecastOptions, type Outcome, type Outcomes, outcomesOf } from './outcomes'
export { DAY, formatInstant, HOUR, MINUTE, parseInstant, SECOND, startOfDay } from './time'
export type * from './types'
export { canonical, compareVersions, minorOf, parseVersion, sameMinor, type Version } from './version'
export {
  type DailyWindow,
  effectiveDuration,
  isInWindow,
  nextWindow,
  occurrenceOn,
  parseWindow,
  requeueBounds,
  type WindowOccurrence,
  windowAround,
  windowErrors,
} from './window'
