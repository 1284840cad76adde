import { createHash } from 'node:crypto'
import { isRecord } from '@/lib/engine/reader'

/**
 * The version of an object in a garden without an API server: differs whenever anything in the object differs. A
 * `resourceVersion` that a file carries does not, because nobody counts it up when the file is edited.
 */
export function contentVersion(object: unknown): string {
  return createHash('sha256').update(JSON.stringify(object)).digest('hex').slice(0, 12)
}

/** The profile as it is to be read, with that version as its `resourceVersion`; objects of other kinds as they are. */
export function withContentVersion(object: unknown): unknown {
  if (!isRecord(object) || (object.kind !== 'CloudProfile' && object.kind !== 'NamespacedCloudProfile')) return object
  const metadata = isRecord(object.metadata) ? object.metadata : {}
  return { ...object, metadata: { ...metadata, resourceVersion: contentVersion(object) } }
}
