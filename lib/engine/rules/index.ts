/**
 * What one maintenance of one shoot at one instant does: versions, constraints, lifecycle, selection, image filter,
 * window, decision, operations, texts. No memory of its own: with Gardener's documentation beside it, this reads as the
 * specification.
 */

export { blockedRotation, canRotateInNextWindow } from './blocked-rotation'
export { comparedProfiles } from './compared'
export {
  architecturesOf,
  type CompiledImage,
  CompiledProfile,
  countBelow,
  kubeletConstraintOf,
  VersionTable,
} from './compile'
export { decide, type State, stateOf } from './decide'
export {
  type Decided,
  type Decision,
  decisionBy,
  imageDecision,
  imageOf,
  KEEP,
  kubernetesDecision,
  listedEntry,
  listedImage,
  listedKubernetes,
  pickerFor,
  reasonFor,
  type VersionPicker,
  withMisfit,
} from './decision'
export { eventsOf, imageReason, KUBERNETES_REASONS, reportedOf, sentencesOf, supportedVersions } from './describe'
export { canonicalDuration, durationMilliseconds, parseDuration } from './duration'
export { controlPlaneCauses, effectKindOn, effectsOf } from './effect'
export {
  type Constraint,
  compareVersions,
  constraintError,
  parseConstraint,
  parseVersion,
  type ReadVersion,
  satisfies,
  versionError,
} from './gardener-semver'
export {
  areSameResources,
  hibernationScheduleErrors,
  isAsleepInNextWindow,
  isToSleep,
  type Sleep,
  sleepKey,
  sleepOf,
  sleptOn,
} from './hibernation'
export {
  canUpdateInPlace,
  fittingVersions,
  imagesForKubelet,
  isInPlace,
  kubeletsOf,
  type Misfit,
  misfitOf,
  type PoolDemands,
  supportedRuntimes,
  supportsCapabilities,
  supportsKubelet,
  type Usability,
  usabilityOf,
} from './image-filter'
export { inPlaceSteps } from './in-place'
export {
  boundariesOf,
  expiryOf,
  isActive,
  isClassified,
  isQualifying,
  isSpanAt,
  justAfter,
  type StageSpan,
  stageAt,
  stagesOf,
  statedStage,
} from './lifecycle'
export { changesIn, lastMaintenanceAfter, maintain, versionsOf, windowOf } from './maintain'
export {
  defaultImage,
  defaultKubernetes,
  defaultSpans,
  defaultVersions,
  imageRoles,
  kubernetesRoles,
  type Roles,
  successorsOf,
} from './offer'
export {
  FORCE_OPERATION,
  INCOMPATIBLE,
  isKnownOperation,
  isMoving,
  isReadyForRotation,
  isRolloutOfPools,
  isRolloutOfRotation,
  KNOWN,
} from './operation-names'
export {
  forcesInPlaceUpdate,
  isTrue,
  isUnasked,
  MAINTENANCE_OPERATION,
  NEEDS_RETRY,
  nextRotation,
  OPERATION,
  operationsIn,
  rotated,
} from './operations'
export { asleepOperationErrors, type OperationError, operationErrors } from './operations-check'
export {
  isNewerThanRules,
  RULES_RELEASE,
  SUPPORTED_MINORS,
  unsupportedMinor,
} from './release'
export { rollOutMoment } from './roll-out-moment'
export {
  type CarriedState,
  carriedBy,
  fails,
  failsUnreported,
  isRefused,
  operationTexts,
  type Run,
  runMaintenance,
} from './run'
export { beginOn, firstDay, lastDay, type Moment, momentOn, type Schedule, scheduleOf, windowOn } from './schedule'
export {
  automaticTarget,
  automaticTargetIn,
  type Candidates,
  consecutiveMinorTarget,
  forcedImageSearch,
  forcedImageTarget,
  isPatchOf,
  RANGES,
  type Range,
  rangeKey,
  removedFromAutomatic,
  removedFromConsecutive,
  removedFromForced,
} from './select'
export { type Subject, subjectOf } from './subject'
export { apiSupport, requiredBy } from './support'
export { lostMachineRefusal, movingRefusal, refusalOfKubernetes, refusalOfStored } from './update-check'
export { isSameRefusal } from './update-refusal'
export {
  atLeastMinor,
  type Count,
  canonical,
  isOfNextMinor,
  isZero,
  minorOf,
  plus,
  sameMinor,
  type Version,
  withoutSuffix,
} from './version'
export {
  type EndedSetting,
  type GateError,
  gateErrors,
  refusedApiServerSettings,
  refusedTaints,
  settleSettings,
  withOwnBindings,
} from './version-bound'
export { compareWithoutSuffix, skewFaults, stepFaults, type VersionFault } from './version-steps'
export {
  DAY_SECONDS,
  effectiveDuration,
  isInWindow,
  nextWindow,
  offsetOf,
  parseWindow,
  RESERVED_SECONDS,
  requeueBounds,
  type WindowOccurrence,
  windowAround,
  windowErrors,
} from './window'
