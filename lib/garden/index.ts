export type { ApplyOutcome, ObjectEdit, ObjectRef } from './apply'
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
export type { Json, JsonObject } from './merge-patch'
export type { ShootEvents } from './shoot-event'
