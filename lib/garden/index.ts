export type { ApplyOptions, ApplyOutcome, Cause, Edit, NewerObject, ObjectRef } from './apply'
export { demoManifests } from './demo/manifests'
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
export type { Json, JsonObject } from './merge-patch'
export { type GardenEnvironment, openGarden } from './open-garden'
