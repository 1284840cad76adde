import { LRUCache } from 'lru-cache'
import type { JsonObject, ObjectRef, Snapshot } from '@/lib/garden'
import type { Asker } from './asker'
import { CodedError, NotFound } from './errors'
import { oncePer } from './kept'

/** Who reads. */
export type Reader = Pick<Asker, 'garden' | 'identity'>

/**
 * One object as its source has it, with all that snapshots leave out; read once for a snapshot. Throws what may be told: that it
 * is gone, that it may not be read, or why nobody can read it now.
 */
export async function wholeObject(
  { garden, identity }: Reader,
  snapshot: Snapshot,
  ref: ObjectRef,
): Promise<JsonObject> {
  const known = objectsOf(snapshot)
  const label = `${ref.kind} ${ref.namespace ?? ''}/${ref.name}`
  const kept = known.get(label)
  if (kept !== undefined) return kept
  const found = await garden.preview(identity, ref, (object) => object)
  switch (found.kind) {
    case 'ok':
      known.set(label, found.object)
      return found.object
    case 'gone':
      throw new NotFound(`The ${ref.kind} ${ref.name}`)
    case 'forbidden':
      throw new CodedError('forbidden', `The ${ref.kind} ${ref.name} may not be read: ${found.message}`)
    case 'unavailable':
      throw new CodedError('not-ready', found.message, { hint: 'Ask again in a few seconds.' })
  }
}

const objectsOf: (snapshot: Snapshot) => LRUCache<string, JsonObject> = oncePer(
  () => new LRUCache<string, JsonObject>({ max: 100 }),
)
