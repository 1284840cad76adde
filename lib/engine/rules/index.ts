/**
 * What one maintenance of one shoot at one instant does: versions, constraints, lifecycle, selection, image filter,
 * window, decision, operations, texts. No memory of its own: with Gardener's documentation beside it, this reads as the
 * specification.
 */

export { comparedProfiles } from './compared'
export {
  architecturesOf,
  type CompiledImage,
  CompiledProfile,
  countBelow,
  kubeletConstraintOf,
  VersionTable,
} from './compile'
export {
  type Decision,
  type DecisionInput,
  decide,
  decisionBy,
  imageDecision,
  imageOf,
  KEEP,
  kubernetesDecision,
  listedEntry,
  listedImage,
  listedKubernetes,
  partDecisions,
  pickerFor,
  reasonFor,
  type State,
  type Subject,
  stateOf,
  stopAt,
  subjectOf,
  type VersionPicker,
  withMisfit,
} from './decide'
export { eventsOf, imageReason, KUBERNETES_REASONS, reportedOf, sentencesOf, supportedVersions } from './describe'
export { controlPlaneCauses, effectKindOn, effectsOf, inPlaceSteps } from './effect'
export {
  compareVersions,
  constraintError,
  minorText,
  parseConstraint,
  parseVersion,
  type ReadVersion,
  satisfies,
  valueText,
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
export {
  boundariesOf,
  expiryOf,
  hasStages,
  isActive,
  isClassified,
  isQualifying,
  isSpanAt,
  justAfter,
  listedOf,
  listsOf,
  type StageSpan,
  stageAt,
  stagesOf,
  statedStage,
} from './lifecycle'
export { changesIn, lastMaintenanceAfter, maintain, rollOutMoment, versionsOf, windowOf } from './maintain'
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
  forcesInPlaceUpdate,
  INCOMPATIBLE,
  isKnownOperation,
  isMoving,
  isReadyForRotation,
  isRolloutOfPools,
  isRolloutOfRotation,
  isTrue,
  isUnasked,
  KNOWN,
  MAINTENANCE_OPERATION,
  NEEDS_RETRY,
  nextRotation,
  OPERATION,
  operationsIn,
  ROLLING_ROTATIONS,
  rotated,
} from './operations'
export {
  asleepOperationErrors,
  blockedRotation,
  canRotateInNextWindow,
  type OperationError,
  operationErrors,
} from './operations-check'
export {
  isNewerThanRules,
  RULES_RELEASE,
  SUPPORTED_MINORS,
  unsupportedMinor,
} from './release'
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
export { apiSupport, requiredBy } from './support'
export {
  lostMachineRefusal,
  movingRefusal,
  printedImage,
  refusalOfKubernetes,
  refusalOfStored,
  unsupportedCapabilities,
  unsupportedKubelet,
} from './update-check'
export { type FoundError, isSameRefusal } from './update-refusal'
export {
  atLeastMinor,
  type Count,
  canonical,
  hasThreeNumbers,
  isMinorsAhead,
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
  beginOn,
  clockText,
  DAY_SECONDS,
  effectiveDuration,
  firstDay,
  isInWindow,
  lastDay,
  lengthBetween,
  type Moment,
  momentOn,
  nextWindow,
  offsetOf,
  parseWindow,
  RESERVED_SECONDS,
  requeueBounds,
  type Schedule,
  scheduleOf,
  type WindowOccurrence,
  windowAround,
  windowErrors,
  windowOn,
} from './window'
