import type { ObjectRef } from '../apply'
import type { Identity } from '../garden'
import { isJsonObject, type Json, type JsonObject } from '../merge-patch'
import type { Connection } from './connection'
import { textOf } from './http'
import { versionOf } from './kept-object'
import { pathOf } from './resources'

interface At {
  readonly resourceVersion: string
  readonly silence: number
  readonly signal: AbortSignal
}

/** Of one object, in bytes. */
const largestObject = 16 * 1024 * 1024

/**
 * An object as it was at a version. Only lists may be asked for as of one, and only for as long as the API server's storage keeps
 * what was replaced: some minutes. Null: it does not any more, or whoever asks may not list.
 */
export async function objectAt(
  connection: Connection,
  identity: Identity,
  { kind, namespace, name }: ObjectRef,
  { resourceVersion, silence, signal }: At,
): Promise<JsonObject | null> {
  const path = pathOf(kind, namespace, name).replace(/\/[^/]*$/, '')
  const query = { fieldSelector: `metadata.name=${name}`, resourceVersion, resourceVersionMatch: 'Exact' }
  try {
    const { body } = await connection.ask(identity, { method: 'GET', path, query, silence, signal })
    const list: Json = JSON.parse(await textOf(body, largestObject))
    const items = isJsonObject(list) && Array.isArray(list.items) ? list.items : []
    const [item] = items.filter(isJsonObject)
    return item !== undefined && versionOf(item) === resourceVersion ? item : null
  } catch {
    // It is asked for words beside an answer that there is without it.
    return null
  }
}
