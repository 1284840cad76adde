export {
  type AccuracyAnswer,
  type AccuracyCounts,
  type AccuracyQuery,
  accuracyAnswer,
  accuracyQuery,
  type DeviationBody,
  FORECAST_AGES,
} from './accuracy'
export {
  type ApplyAnswer,
  type ApplyInput,
  applyAnswer,
  applyQuery,
  type BegunEdits,
  type Confirmation,
  type DiffLine,
  type DraftTextsAnswer,
  type DraftTextsInput,
  draftTextsQuery,
  type JournalAnswer,
  type JournalEntry,
  journalAnswer,
  type ProfileEntry,
  type ShootApplyAnswer,
  type ShootApplyInput,
  type ShootConfirmation,
  type ShootEffect,
  type ShootEntry,
  shootApplyAnswer,
  shootApplyQuery,
} from './apply'
export {
  type OfferedVersion,
  type PathBody,
  type ProfileAnswer,
  type ProfileDeadEnd,
  type ProfileSummary,
  type ProfilesAnswer,
  profileAnswer,
  profilesAnswer,
  type StageSpan,
  type VersionPanel,
} from './cloudprofiles'
export {
  type AffectedNodes,
  clockQuery,
  type EffectKind,
  type ErrorBody,
  type ErrorCode,
  type EventKind,
  errorBody,
  errorStatus,
  type NodeRange,
  type Problem,
  type ProfileRefBody,
  type RunningStage,
  type WindowBody,
} from './common'
export { type CompareAnswer, compareAnswer } from './compare'
export { confirmationOf, othersSentence, shootConfirmationOf } from './confirmation'
export {
  type DefaultsAnswer,
  type DefaultVersion,
  defaultsAnswer,
} from './defaults'
export { type EditBody, edits, type NewVersionBody } from './edits'
export type { FeedAddress, FeedAddressesAnswer, FeedScope, FeedScopeQuery } from './feed-addresses'
export type { FeedQuery, FilteredFeedQuery } from './feeds'
export {
  type FindAnswer,
  type FreezeDays,
  findAnswer,
  findQuery,
  type GardenAnswer,
  type GardenStatus,
  gardenAnswer,
  gardenQuery,
  type StatusAnswer,
} from './garden'
export { type InPlaceAnswer, inPlaceAnswer } from './in-place'
export {
  type MaintenanceAnswer,
  type MaintenanceCheck,
  type MaintenanceTask,
  maintenanceAnswer,
} from './maintenance'
export { type MovementAnswer, type MovementQuery, movementAnswer } from './movement'
export type { NewClusterAnswer } from './new-cluster'
export {
  type NightsAnswer,
  nightsAnswer,
  type PlanAnswer,
  type PlanChoice,
  type PlanPart,
  type PlanQuery,
  planAnswer,
  planQuery,
} from './plan'
export type { PlannedEdit } from './planned-edit'
export {
  type CadenceBody,
  type PolicyAnswer,
  type PolicyEffectsAnswer,
  type PolicyOutcomeBody,
  type PolicyProblemBody,
  type PolicyQuery,
  type PolicyRuleName,
  type PolicyStatusAnswer,
  type ProposalBody,
  policyAnswer,
  policyEffectsAnswer,
  policyQuery,
  policyStatusAnswer,
  type ReleaseBody,
} from './policy'
export {
  type ChangeEffectAnswer,
  changeEffectAnswer,
  type ProfileChangeBody,
  type ProfileDifferenceBody,
  type ProfileHistoryAnswer,
  profileHistoryAnswer,
  type RecordedVersionBody,
} from './profile-history'
export type { ProjectAnswer, SubjectBody } from './projects'
export { type PromotionEvidenceAnswer, promotionEvidenceAnswer } from './promotion-evidence'
export {
  type ScenarioAnswer,
  type ScenarioCheck,
  type ScenarioQuery,
  scenarioAnswer,
} from './scenarios'
export { type AllShootsQuery, type ShootsAnswer, type ShootsQuery, shootsAnswer, shootsQuery } from './shoot-list'
export { type KnownFact, type PastUpdateBody, type ShootPastAnswer, shootPastAnswer } from './shoot-past'
export {
  type Advice,
  type Lane,
  type LaneSegment,
  type ListedShoot,
  type ShootAnswer,
  type ShootRow,
  shootAnswer,
} from './shoots'
export type {
  Change,
  DeadEnd,
  DroppedField,
  ForecastStepBody,
  Leaving,
  NextEvent,
  PoolEffectBody,
  RolloutBody,
  StepOperationBody,
} from './steps'
export type { TonightAnswer } from './tonight'
export { type VersionAnswer, versionAnswer } from './versions'
export {
  type WallAnswer,
  type WallCellAnswer,
  type WallCellQuery,
  type WallQuery,
  wallCellQuery,
  wallQuery,
} from './wall'
export {
  type WhatIfAnswer,
  type WhatIfChange,
  type WhatIfInput,
  type WhatIfQuery,
  type WhatIfRefusal,
  type WhatIfRow,
  type WhatIfWarning,
  whatIfQuery,
} from './what-if'
export {
  type Why,
  type WhyAnswer,
  type WhyStep,
  whyAnswer,
} from './why'
export { type ProfileLists, type SourceAnswer, sourceAnswer } from './workbench'
