export type { ApplyOptions, ApplyOutcome, Cause, Edit, NewerObject, ObjectRef, Preview } from './apply'
export { contentVersion } from './content-version'
export { demoManifests } from './demo/manifests'
export { type EditedObject, editObject } from './edit-object'
export { GardenSettingError } from './errors'
export {
  type Garden,
  type GardenState,
  type Identity,
  type Problem,
  type ProfileEntry,
  type Project,
  profileKey,
  type ResourceState,
  type Snapshot,
} from './garden'
export { type Json, type JsonObject, smallestMergePatch } from './merge-patch'
export { type GardenEnvironment, openGarden } from './open-garden'
