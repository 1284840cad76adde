import { isJsonObject, type JsonObject, smallestMergePatch } from '@/lib/engine/json'
import { AccessError } from '../errors'
import {
  type ApplyOptions,
  type ApplyOutcome,
  type EditPreview,
  FIELD_MANAGER,
  type Identity,
  type ObjectEdit,
  type ObjectRef,
  type PreviewEdit,
} from '../garden'
import { previewObject } from '../preview'
import { unmade } from '../read-object'
import type { ApiRequest, Connection, RequestPatience } from './connection'
import { failureOf, type RequestFailure } from './failure'
import { resourceVersionOf } from './kept-objects'
import { listPathOf, objectPath } from './resources'

/**
 * Sends an edit as the smallest JSON merge patch, with the resourceVersion inside, so that the server refuses it when another
 * user was faster; an object that is not there yet is sent whole. It is sent as a dry run first: what is refused is refused before anything happens. Rejects only when the
 * edit itself throws, and with an `AccessError` when the API server does not let its user in.
 */
export async function writeEdit(
  connection: Connection,
  identity: Identity,
  ref: ObjectRef,
  edit: ObjectEdit,
  { resourceVersion, dryRun = false, silence, signal }: ApplyOptions & RequestPatience,
): Promise<ApplyOutcome> {
  const path = objectPath(ref.kind, ref.namespace, ref.name)
  const ask = (question: Pick<ApiRequest, 'method' | 'path' | 'query' | 'body'>): Promise<WriteAnswer> =>
    askForObject(connection, identity, { ...question, silence, signal })
  const get = (): Promise<WriteAnswer> => ask({ method: 'GET', path })
  const isNew = resourceVersion === null
  const found = await get()
  if (found.kind === 'failed' && !(isNew && found.failure.kind === 'missing')) return outcomeOf(found.failure, false)
  if (found.kind === 'object' && resourceVersionOf(found.object) !== resourceVersion) return conflictWith(found.object)
  const request = found.kind === 'object' ? patching(path, found.object, edit) : creating(ref, edit)
  if (request === null) return { kind: 'unchanged', resourceVersion: resourceVersion ?? '' }
  const send = (query: Readonly<Record<string, string>>): Promise<WriteAnswer> =>
    ask({ ...request, query: { fieldManager: FIELD_MANAGER, ...query } })
  const failed = (failure: RequestFailure, isSent: boolean): ApplyOutcome | Promise<ApplyOutcome> =>
    // What is missing of a new object is its namespace or the whole kind.
    isNew && failure.kind === 'missing'
      ? { kind: 'refused', status: 404, message: failure.said ?? `The API server ${failure.message}.`, causes: [] }
      : afterFailure(failure, isSent, get)
  const tried = await send({ dryRun: 'All' })
  if (tried.kind === 'failed') return failed(tried.failure, false)
  if (dryRun) return { kind: 'applied', resourceVersion: resourceVersion ?? '' }
  const done = await send({})
  if (done.kind === 'failed') return failed(done.failure, true)
  return { kind: 'applied', resourceVersion: resourceVersionOf(done.object) }
}

/** Null: the edit changes nothing. */
function patching(path: string, object: JsonObject, edit: ObjectEdit) {
  const patch = smallestMergePatch(object, edit(object))
  if (Object.keys(patch).length === 0) return null
  const text = JSON.stringify(withVersion(patch, resourceVersionOf(object)))
  return { method: 'PATCH', path, body: { type: 'application/merge-patch+json', text } } as const
}

/** The server refuses it when another change was faster. */
function creating(ref: ObjectRef, edit: ObjectEdit) {
  const text = JSON.stringify(edit(unmade(ref)))
  return {
    method: 'POST',
    path: listPathOf(ref.kind, ref.namespace),
    body: { type: 'application/json', text },
  } as const
}

/** The object as it is now, and what an edit makes of it. */
export async function previewEdit(
  connection: Connection,
  identity: Identity,
  ref: ObjectRef,
  edit: PreviewEdit,
  { silence, signal }: RequestPatience,
): Promise<EditPreview> {
  const path = objectPath(ref.kind, ref.namespace, ref.name)
  const found = await askForObject(connection, identity, { method: 'GET', path, silence, signal })
  if (found.kind === 'object') return previewObject(found.object, edit, resourceVersionOf(found.object))
  const outcome = outcomeOf(found.failure, false)
  if (outcome.kind === 'gone' || outcome.kind === 'forbidden' || outcome.kind === 'unavailable') return outcome
  return { kind: 'unavailable', message: `The API server ${found.failure.message}.`, uncertain: false }
}

type WriteAnswer =
  | { readonly kind: 'object'; readonly object: JsonObject }
  | { readonly kind: 'failed'; readonly failure: RequestFailure }

async function askForObject(connection: Connection, identity: Identity, question: ApiRequest): Promise<WriteAnswer> {
  try {
    const object = await connection.json(identity, question)
    if (isJsonObject(object)) return { kind: 'object', object }
    return { kind: 'failed', failure: { kind: 'unusable', message: 'answers something that is no object' } }
  } catch (error) {
    const failure = failureOf(error)
    // It is no matter of the object: the user has to sign in again.
    if (failure.kind === 'credentials' && identity.kind === 'user') throw new AccessError('refused', failure.message)
    return { kind: 'failed', failure }
  }
}

/** A conflict is told with what there is now. */
async function afterFailure(
  failure: RequestFailure,
  isSent: boolean,
  get: () => Promise<WriteAnswer>,
): Promise<ApplyOutcome> {
  if (failure.kind !== 'conflict') return outcomeOf(failure, isSent)
  const present = await get()
  return present.kind === 'object' ? conflictWith(present.object) : outcomeOf(present.failure, false)
}

function conflictWith(object: JsonObject): ApplyOutcome {
  return { kind: 'conflict', newer: { resourceVersion: resourceVersionOf(object), object } }
}

function outcomeOf(failure: RequestFailure, isSent: boolean): ApplyOutcome {
  const { kind, status, message, said = message, causes = [], isPlain = false } = failure
  if (kind === 'missing') return { kind: 'gone' }
  if (kind === 'forbidden') return { kind: 'forbidden', message: said, causes }
  const isRefused = status !== undefined && status >= 400 && status < 500 && kind !== 'busy' && kind !== 'credentials'
  if (status !== undefined && (isRefused || isPlain)) return { kind: 'refused', status, message: said, causes }
  // With a status the server has said that it did nothing, except that a gateway may not know.
  const isUncertain = isSent && (status === undefined || status === 502 || status === 504)
  return { kind: 'unavailable', message: `The API server ${message}.`, uncertain: isUncertain }
}

function withVersion(patch: JsonObject, resourceVersion: string): JsonObject {
  const metadata = isJsonObject(patch.metadata) ? patch.metadata : {}
  return { ...patch, metadata: { ...metadata, resourceVersion } }
}
