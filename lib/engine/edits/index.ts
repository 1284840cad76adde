/** Edits of a profile as data, each with the edit that takes it back. */

export {
  type Edit,
  type EditOutcome,
  type EditProblem,
  expiring,
  type Life,
  type LifeEdit,
  lifeOf,
  withLife,
} from './edit'
export { applyEach, applyEdit, applyEdits } from './edits'
export { applyNamespacedEdit } from './namespaced'
export { readMapped, readOverrides, readProfileSpec, readRuntimes, readUnmapped } from './read-profile'
