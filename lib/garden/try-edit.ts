import type { Instant } from '@/lib/engine/types'
import { admit } from './admit'
import type { ApplyOutcome, Edit } from './apply'
import { contentVersion } from './content-version'
import type { Snapshot } from './garden'
import type { JsonObject } from './merge-patch'
import { isSame } from './same'

export type Decision =
  | { readonly kind: 'change'; readonly object: JsonObject; readonly resourceVersion: string }
  | { readonly kind: 'done'; readonly outcome: ApplyOutcome }

/**
 * What is to be done about an edit in a garden without an API server: it must be made for the object as it is now, change
 * something, and be what Gardener would accept. What the edit throws is thrown on.
 */
export function decide(
  object: JsonObject,
  edit: Edit,
  resourceVersion: string,
  snapshot: Snapshot,
  now: Instant,
): Decision {
  const present = contentVersion(object)
  if (present !== resourceVersion) return done({ kind: 'conflict', newer: { resourceVersion: present, object } })
  const edited = edit(object)
  if (isSame(object, edited)) return done({ kind: 'unchanged', resourceVersion: present })
  const refused = admit(object, edited, snapshot, now)
  if (refused !== null) return done(refused)
  return { kind: 'change', object: edited, resourceVersion: contentVersion(edited) }
}

function done(outcome: ApplyOutcome): Decision {
  return { kind: 'done', outcome }
}
