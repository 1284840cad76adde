/** What the API server refuses and fills in: profiles, namespaced profiles, shoots, defaults. */

export {
  type AnswerSpan,
  imagesToWrite,
  isOtherAnswer,
  kubernetesToWrite,
  type Machine,
  machineGroups,
  type NewCluster,
  NewClusters,
  newCluster,
  shortened,
  type WantedCluster,
  type WrittenImage,
} from './new-clusters'
export {
  answerToCloudProfile,
  answerToNamespacedProfile,
  mergedSpec,
  objectName,
  placeOf,
  type RefusedProfile,
  storedForm,
} from './profile/answer'
export { checkCreate, checkUpdate } from './profile/cloud-profile'
export { decodeProfile, writtenNumber } from './profile/decode'
export { checkNamespaced } from './profile/namespaced-profile'
export {
  type IdleEnd,
  type ImageOverride,
  type ImageVersionOverride,
  idleEnds,
  mergeNamespacedProfile,
  ownPart,
  type ProfileOverrides,
} from './profile/overrides'
export { ALL_GATES, admissionAnswer, type CausedRefusal, causedRefusals, type Gates } from './profile/profile-refusals'
export { fieldsAt, type ProfileField } from './profile/schema'
export {
  readSubmitted,
  type SubmittedProfile,
  type SubmittedVersion,
  submittedOverrides,
  submittedProfile,
  submittedStage,
} from './profile/submitted'
export { admissionsOf, admitReferring, admitShoot, asStored, offeredNames, syncedProfileName } from './shoot/admit'
export {
  type FindProfile,
  missingProfile,
  type ProfileReference,
  type ReferencedProfile,
} from './shoot/move'
export { type AdmissionProfile, readOffers } from './shoot/offers'
export { answerText, inStage, isOfMove, shootStatus } from './shoot/shoot-refusals'
