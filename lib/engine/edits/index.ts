/** Edits of a profile as data, each with the edit that takes it back. */

export type { Edit, EditOutcome, EditProblem, LifeEdit } from './edit'
export { applyEdit, applyEdits } from './edits'
export { expiring, type Life, lifeOf, withLife } from './life'
export { applyEach } from './many'
export { applyNamespacedEdit } from './namespaced'
