/** Many shoots: what is ahead of each, and how many there are of each class. */

export {
  type ClusterForecast,
  EditedProfile,
  type Event,
  type FleetClass,
  firstOf,
  isLate,
  isNoticed,
  isOfKind,
  type Nodes,
  nothingAhead,
} from './cluster-forecast'
export { type Cause, type CauseCode, type Digest, type DigestChange, type EventKind, isFailing } from './digest'
export { FleetForecaster } from './fleet-forecaster'
export { FleetMove } from './fleet-move'
