export { type AdmissionProfile, type Offers, readOffers } from './admission/offers'
export type { Refusal as ShootRefusal } from './admission/refusal'
export { type Constraint, parseConstraint, satisfies } from './constraint'
export { deadEndText } from './dead-end-text'
export { type DeadEnd, type DeadEndKind, deadEndsOf } from './dead-ends'
export { type NewCluster, newCluster, type WantedCluster } from './defaults'
export {
  applyEdit,
  applyEdits,
  applyNamespacedEdit,
  type Edit,
  type Edited,
  type EditOutcome,
  type EditProblem,
  type ImageEdit,
  type KubernetesEdit,
  type Life,
  type LifeEdit,
} from './edit'
export { controlPlaneEffect, effectsOf } from './effect'
export { type Candidate, type ExplainedStep, type Explanation, explain, type Rule, type Stop } from './explain'
export { candidateText, stepText, updatedText } from './explain/texts'
export { forecast } from './forecast'
export {
  type ControlPlaneEffect,
  changedFields,
  type Impact,
  type ImpactInput,
  impact,
  type NodeEffect,
  type PoolImpact,
  type ShootManifest,
} from './impact'
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
export { applyPolicy, judgeVersions, maintainedMinors, type PolicyRule, type VersionManagement } from './policy'
export { type Cadence, expectedReleases, USUAL_CADENCE } from './policy/calendar'
export { type Proposal, type Proposed, proposeEdits } from './policy/propose'
export { type Policy, type PolicyProblem, type PolicyReading, pathText, readPolicy } from './policy/read'
export { type Release, type Simulation, simulatePolicy } from './policy/simulate'
export { type ProfileDeadEnd, profileDeadEndsOf } from './profile-dead-ends'
export {
  maySwitch,
  type PendingUpdates,
  pendingUpdates,
  type Rollout,
  type RolloutPool,
  rolloutOf,
  type StrategyRules,
  selectCommand,
  strategyRules,
  type WorstCase,
  type ZoneRollout,
} from './rollout'
export { type Admission, type AdmissionInput, admitShoot } from './shoot-admission'
export { type ShootAtWindow, shootAtWindow } from './shoot-at-window'
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
