/** Edits of a profile as data, each with the edit that takes it back. */

export {
  entryName,
  entryPath,
  isEditable,
  stepsIn,
  type ValueChange,
  valueAt,
  withChanges,
  withoutPlaces,
} from './changes'
export { describing } from './description'
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
export { asWritten, editObject } from './edit-object'
export { applyEach, applyEdit, applyEdits } from './edits'
export { type Bastion, type RewrittenLife, type WhyLeft, writtenAsDates, writtenAsLifecycle } from './lifecycle'
export { applyNamespacedEdit } from './namespaced'
export { readMapped, readOverrides, readProfileSpec, readRuntimes, readUnmapped } from './read-profile'
export { storedDifferences } from './stored'
export { imageVersionJson, lifeJson } from './written'
export { imageIn } from './yaml'
