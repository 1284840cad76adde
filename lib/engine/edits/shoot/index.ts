/**
 * What an owner may change of a shoot, as edits of its fields: the shoot with them, what the API server leaves out and why,
 * what the rest does to nodes, and the patch.
 */

export {
  type Choice,
  type ChoicesInput,
  type ChosenField,
  choiceEffects,
  choosing,
} from './choices'
export {
  AMOUNTS_OF,
  type Edit,
  type FieldKind,
  fieldOf,
  goesWithStrategy,
  isDuration,
  isEdit,
  POOL_FIELDS,
  type PoolField,
  PROFILE_KINDS,
  presentIn,
  presentValue,
  SHOOT_FIELDS,
  type ShootField,
  SURGE_FIELDS,
  withEdits,
} from './fields'
export { changedPart, escaped, type PatchGuard, type PatchOperation, patchBetween } from './patch'
export {
  afterSteps,
  type Hierarchy,
  hasPool,
  sortOut,
  type TriedPlan,
  tryPlan,
  wayBack,
  withOperationsOf,
} from './plan'
export { type Preset, type PresetKey, presetsOf } from './presets'
