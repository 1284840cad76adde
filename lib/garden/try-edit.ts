import { admit, type Surroundings } from './admit'
import type { ApplyOutcome, ObjectEdit } from './apply'
import { contentVersion } from './content-version'
import { isDeepEqual } from './deep-equal'
import type { JsonObject } from './merge-patch'

export type TriedEdit =
  | { readonly kind: 'change'; readonly object: JsonObject; readonly resourceVersion: string }
  | { readonly kind: 'done'; readonly outcome: ApplyOutcome }

/**
 * What is to be done about an edit in a garden without an API server: it must be made for the object as it is now, change
 * something, and be what Gardener would accept. What the edit throws is thrown on.
 */
export function tryEdit(
  object: JsonObject,
  edit: ObjectEdit,
  resourceVersion: string,
  around: Surroundings,
): TriedEdit {
  const present = contentVersion(object)
  if (present !== resourceVersion) return done({ kind: 'conflict', newer: { resourceVersion: present, object } })
  const edited = edit(object)
  if (isDeepEqual(object, edited)) return done({ kind: 'unchanged', resourceVersion: present })
  const refused = admit(object, edited, around)
  if (refused !== null) return done(refused)
  return { kind: 'change', object: edited, resourceVersion: contentVersion(edited) }
}

function done(outcome: ApplyOutcome): TriedEdit {
  return { kind: 'done', outcome }
}
