/** A shoot as the API server has it: reading its JSON, quantities, pools and rotations. */

export {
  EMPTY,
  etcdRotationPhase,
  flagAt,
  isObject,
  type Json,
  type JsonObject,
  numberAt,
  objectAt,
  objectsAt,
  type PoolView,
  poolNamed,
  type RotationKind,
  runsIpvs,
  type ShootManifest,
  type ShootView,
  sameJson,
  textAt,
  textMapAt,
  textsAt,
  valueAt,
  viewShoot,
  withKey,
} from './manifest'
export { inPlaceKey, isBelow134, rollingKey } from './pool-key'
export { canonicalQuantity, compareQuantities, formatQuantity, parseQuantity } from './quantity'
export { afterOperations, isAsleep, poolNames, poolsToRollOut } from './rotation'
export { shootJson } from './shoot-json'
export { stored } from './stored'
