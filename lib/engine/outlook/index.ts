/** Many shoots: what is ahead of each, and how many there are of each class. */

export { profileByProfile } from './by-profile'
export type { FleetClass, Nodes } from './classes'
export {
  type ClusterForecast,
  type Event,
  firstOf,
  isLate,
  isNoticed,
  isOfKind,
  nothingAhead,
} from './cluster-forecast'
export { type Digest, type DigestChange, type EventKind, isFailing, touchesNodes } from './digest'
export { FleetForecaster } from './fleet-forecaster'
export { FleetMove } from './fleet-move'
