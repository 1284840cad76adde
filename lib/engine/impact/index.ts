/**
 * What a change of a spec or a step of maintenance does to nodes: the field that causes it, the strategy and the worst
 * case.
 */

export { hasField, withField } from './fields'
export { changedFields, type Impact, impact, impactsOf } from './impact'
export { effectOfOperations, type OperationEffect, stronger, touchesNodes } from './operation-effect'
export {
  type Blocked,
  CANDIDATE_LABEL,
  maySwitch,
  pendingUpdates,
  rolloutOf,
  SELECTED_LABEL,
  selectCommand,
  strategyRules,
  timeoutsOf,
  type ZoneRollout,
} from './rollout'
