/** What the API server refuses and fills in: profiles, namespaced profiles, shoots, defaults. */

export { type NewCluster, newCluster, type WantedCluster } from './defaults'
export {
  type AnswerSpan,
  imagesToWrite,
  isOtherAnswer,
  kubernetesToWrite,
  type Machine,
  machineGroups,
  NewClusters,
  shortened,
  type WrittenImage,
} from './new-clusters'
export { admissionAnswer } from './profile/admission'
export { submittedOverrides, submittedProfile } from './profile/as-submitted'
export { checkCreate, checkUpdate } from './profile/cloud-profile'
export {
  type ImageOverride,
  type ImageVersionOverride,
  mergeNamespacedProfile,
  type ProfileOverrides,
} from './profile/namespaced'
export { checkNamespaced } from './profile/namespaced-profile'
export { narrowed } from './profile/narrowed'
export { type IdleEnd, idleEnds, ownPart } from './profile/own-part'
export { type CausedRefusal, causedRefusals } from './profile/refusals'
export { readSubmitted, type SubmittedProfile, type SubmittedVersion, submittedStage } from './profile/submitted'
export { answerText } from './refusal-answer'
export { admissionsOf, admitShoot, asStored } from './shoot/admit'
export { offeredNames } from './shoot/offered-names'
export { type AdmissionProfile, readOffers } from './shoot/offers'
export { syncedProfileName } from './shoot/profile-name'
