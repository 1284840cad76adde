export type { ApplyOutcome, ObjectEdit, ObjectRef } from './apply'
export { demoManifests } from './demo/manifests'
export { editInSteps, editObject } from './edit-object'
export { AccessError, isAccessError } from './errors'
export type {
  Action,
  Garden,
  GardenState,
  Identity,
  ProfileEntry,
  Project,
  ResourceState,
  Snapshot,
  User,
} from './garden'
export { type Json, type JsonObject, smallestMergePatch } from './merge-patch'
export { withOffersOf } from './offers'
export { openGarden } from './open-garden'
export { parseShoot } from './parse'
export { yamlOf } from './preview'
export type { ShootEvents } from './shoot-event'
