export type { Json, JsonObject } from '@/lib/engine/json'
export { AccessError, isAccessError, isObjectUnplaced } from './errors'
export type {
  Action,
  ApplyOutcome,
  Garden,
  GardenState,
  Identity,
  ObjectEdit,
  ObjectRef,
  ProfileEntry,
  Project,
  Snapshot,
  User,
} from './garden'
export type { ShootEvents } from './shoot-event'
