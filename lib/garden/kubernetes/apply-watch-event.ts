import { isRecord } from '@/lib/engine/reader'
import { failureOfStatus, type RequestFailure } from './failure'
import {
  isOlder,
  itemAt,
  type KeptObject,
  type ObjectsByNamespace,
  objectKey,
  resourceVersionOf,
  withItems,
  withoutItem,
} from './kept-objects'
import type { ApiResource } from './resources'

/** What is known of a resource, and up to which version: where a watch goes on. */
export interface FollowedObjects {
  readonly byNamespace: ObjectsByNamespace
  readonly resourceVersion: string
}

export type WatchOutcome =
  /** Something that is shown differs. */
  | { readonly kind: 'changed'; readonly followed: FollowedObjects }
  /** Nothing that is shown differs; the resource version may. */
  | { readonly kind: 'same'; readonly followed: FollowedObjects }
  /** The event cannot be understood. Nothing is changed. */
  | { readonly kind: 'ignored'; readonly reason: string }
  /** The server ends the watch, and says why. */
  | { readonly kind: 'failed'; readonly failure: RequestFailure }

/** Reads an object of unknown shape; what says the same as before is the item of before. */
export type KeepObject = (raw: unknown, before?: KeptObject) => KeptObject

/**
 * Applies one event of a watch. Added and modified mean the same: this is how the object is now. News that are older than what is
 * known of an object are dropped, so that a repetition does no harm. The version never goes back.
 */
export function applyWatchEvent(
  followed: FollowedObjects,
  event: unknown,
  resource: ApiResource,
  read: KeepObject,
): WatchOutcome {
  if (!isRecord(event)) return { kind: 'ignored', reason: 'an event that is no object' }
  const { type, object } = event
  if (type === 'ERROR') return { kind: 'failed', failure: failureOfStatus(object) }
  const version = resourceVersionOf(object)
  const isNews = version !== '' && !isOlder(version, followed.resourceVersion)
  const resourceVersion = isNews ? version : followed.resourceVersion
  if (type === 'BOOKMARK') return { kind: 'same', followed: { ...followed, resourceVersion } }
  if (type !== 'ADDED' && type !== 'MODIFIED' && type !== 'DELETED') {
    return { kind: 'ignored', reason: `an event of the unknown type ${JSON.stringify(type) ?? 'none'}` }
  }
  const key = objectKey(object, resource)
  if (key.name === '') return { kind: 'ignored', reason: `an event ${type} of an object without a name` }
  const known = itemAt(followed.byNamespace, key)
  if (known !== undefined && isOlder(version, known.resourceVersion)) {
    return { kind: 'same', followed: { ...followed, resourceVersion } }
  }
  const byNamespace =
    type === 'DELETED' ? withoutItem(followed.byNamespace, key) : put(followed.byNamespace, read(object, known), known)
  return { kind: byNamespace === followed.byNamespace ? 'same' : 'changed', followed: { byNamespace, resourceVersion } }
}

function put(byNamespace: ObjectsByNamespace, item: KeptObject, known: KeptObject | undefined): ObjectsByNamespace {
  return item === known ? byNamespace : withItems(byNamespace, [item])
}
