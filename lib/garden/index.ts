export type { ApplyOutcome, ObjectEdit, ObjectRef } from './apply'
export { demoManifests } from './demo/manifests'
export { editObject } from './edit-object'
export type {
  Garden,
  GardenState,
  Identity,
  ProfileEntry,
  ResourceState,
  Snapshot,
} from './garden'
export { type Json, type JsonObject, smallestMergePatch } from './merge-patch'
export { openGarden } from './open-garden'
export { parseShoot } from './parse'
export type { ShootEvents } from './shoot-event'
