export type { Json, JsonObject } from '@/lib/engine/json'
export { AccessError, isAccessError, isObjectUnplaced } from './errors'
export type {
  ApplyOutcome,
  Garden,
  GardenAction,
  GardenProject,
  GardenState,
  GardenUser,
  Identity,
  ObjectEdit,
  ObjectRef,
  ProfileEntry,
  Snapshot,
} from './garden'
export type { ShootEvents } from './shoot-event'
