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
import type { ApiRequest, Connection } from './connection'
import { failureOf, type RequestFailure } from './failure'
import { resourceVersionOf } from './kept-objects'
import { listPathOf, objectPath } from './resources'

interface WriteOptions extends ApplyOptions {
  readonly silence: number
  readonly signal: AbortSignal
}

/**
 * Sends an edit as the smallest JSON merge patch, with the resourceVersion inside, so that the server refuses it when another
 * user was faster. It is sent as a dry run first: what is refused is refused before anything happens. Rejects only when the
 * edit itself throws, and with an `AccessError` when the API server does not let its user in.
 */
export async function writeEdit(
  connection: Connection,
  identity: Identity,
  ref: ObjectRef,
  edit: ObjectEdit,
  { resourceVersion, dryRun = false, silence, signal }: WriteOptions,
): Promise<ApplyOutcome> {
  const path = objectPath(ref.kind, ref.namespace, ref.name)
  const ask = (question: Pick<ApiRequest, 'method' | 'query' | 'body'>): Promise<WriteAnswer> =>
    askForObject(connection, identity, { ...question, path, silence, signal })
  const get = (): Promise<WriteAnswer> => ask({ method: 'GET' })
  const found = await get()
  if (resourceVersion === null) {
    if (found.kind === 'object') return conflictWith(found.object)
    if (found.failure.kind !== 'missing') return outcomeOf(found.failure, false)
    return writeNew(
      { ref, edit, dryRun, get, ask: (question) => askForObject(connection, identity, question) },
      { silence, signal },
    )
  }
  if (found.kind === 'failed') return outcomeOf(found.failure, false)
  if (resourceVersionOf(found.object) !== resourceVersion) return conflictWith(found.object)
  const patch = smallestMergePatch(found.object, edit(found.object))
  if (Object.keys(patch).length === 0) return { kind: 'unchanged', resourceVersion }
  const text = JSON.stringify(withVersion(patch, resourceVersion))
  const send = (query: Readonly<Record<string, string>>): Promise<WriteAnswer> =>
    ask({
      method: 'PATCH',
      query: { fieldManager: FIELD_MANAGER, ...query },
      body: { type: 'application/merge-patch+json', text },
    })
  const tried = await send({ dryRun: 'All' })
  if (tried.kind === 'failed') return afterFailure(tried.failure, false, get)
  if (dryRun) return { kind: 'applied', resourceVersion }
  const done = await send({})
  if (done.kind === 'failed') return afterFailure(done.failure, true, get)
  return { kind: 'applied', resourceVersion: resourceVersionOf(done.object) }
}

interface ObjectWrite {
  readonly ref: ObjectRef
  readonly edit: ObjectEdit
  readonly dryRun: boolean
  get(): Promise<WriteAnswer>
  ask(question: ApiRequest): Promise<WriteAnswer>
}

/** The same for an object that is not there yet. The server refuses it when another change was faster. */
async function writeNew(
  { ref, edit, dryRun, get, ask }: ObjectWrite,
  asking: Pick<WriteOptions, 'silence' | 'signal'>,
): Promise<ApplyOutcome> {
  const text = JSON.stringify(edit(unmade(ref)))
  const send = (query: Readonly<Record<string, string>>): Promise<WriteAnswer> =>
    ask({
      method: 'POST',
      path: listPathOf(ref.kind, ref.namespace),
      query: { fieldManager: FIELD_MANAGER, ...query },
      body: { type: 'application/json', text },
      ...asking,
    })
  // What is missing is not the object, but its namespace or the whole kind.
  const failed = (failure: RequestFailure, isSent: boolean): ApplyOutcome | Promise<ApplyOutcome> =>
    failure.kind === 'missing'
      ? { kind: 'refused', status: 404, message: failure.said ?? `The API server ${failure.message}.`, causes: [] }
      : afterFailure(failure, isSent, get)
  const tried = await send({ dryRun: 'All' })
  if (tried.kind === 'failed') return failed(tried.failure, false)
  if (dryRun) return { kind: 'applied', resourceVersion: '' }
  const done = await send({})
  if (done.kind === 'failed') return failed(done.failure, true)
  return { kind: 'applied', resourceVersion: resourceVersionOf(done.object) }
}

/** The object as it is now, and what an edit makes of it. */
export async function previewEdit(
  connection: Connection,
  identity: Identity,
  ref: ObjectRef,
  edit: PreviewEdit,
  { silence, signal }: Pick<WriteOptions, 'silence' | 'signal'>,
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
