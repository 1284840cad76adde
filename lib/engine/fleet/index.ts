/** Many shoots: what is ahead of each, and how many there are of each class. */

export { profileByProfile } from './by-profile'
export type { FleetClass, Nodes } from './classes'
export {
  type Ahead,
  type ClusterForecast,
  type Event,
  eventsOf,
  firstOf,
  isLate,
  isNoticed,
  isOfKind,
  nothingAhead,
  scheduledEvent,
} from './cluster-forecast'
export { type Digest, type DigestChange, type Digests, type EventKind, isFailing, touchesNodes } from './digest'
export { FleetForecaster } from './fleet-forecaster'
export { FleetMove } from './fleet-move'
export { Merger } from './merged-plan'
export { type PartCourse, partCourseOf } from './part-course'
export { PerWindow } from './per-window'
export { Phases } from './phases'
export { entriesOf, type PlanEntry } from './plan'
