/** A shoot as the API server has it: reading its JSON, quantities, pools and rotations. */

export {
  EMPTY,
  flagAt,
  isObject,
  type Json,
  type JsonObject,
  numberAt,
  objectAt,
  objectsAt,
  sameJson,
  textAt,
  textMapAt,
  textsAt,
  valueAt,
  withKey,
} from './json'
export {
  etcdRotationPhase,
  type PoolView,
  poolNamed,
  type RotationKind,
  runsIpvs,
  type ShootManifest,
  type ShootView,
  viewShoot,
} from './manifest'
export { inPlaceKey, isBelow134, rollingKey } from './pool-key'
export { canonicalQuantity, compareQuantities, formatQuantity, parseQuantity } from './quantity'
export { afterOperations, isAsleep, poolNames, poolsToRollOut } from './rotation'
export { shootJson } from './shoot-json'
export { stored } from './stored'
