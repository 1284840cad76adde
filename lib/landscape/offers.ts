import { LRUCache } from 'lru-cache'
import type { AdmissionProfile } from '@/lib/engine/api-server'
import { oncePer } from '@/lib/engine/once'
import type { JsonObject, ObjectRef, ProfileEntry, Snapshot } from '@/lib/garden'
import { withOffersOf } from '@/lib/garden/admit'
import { CodedError, NotFound } from '@/lib/process/errors'
import type { FleetIndex } from './fleet-index'
import type { Asker } from './garden'

/**
 * A profile with what it offers beside versions, as far as that can be read: without it, machine and volume types are not
 * checked.
 */
export async function withOffers(reader: Reader, index: FleetIndex, entry: ProfileEntry): Promise<AdmissionProfile> {
  try {
    return withOffersOf(entry, await wholeObject(reader, index.snapshot, { ...entry.ref }))
  } catch {
    return entry.profile
  }
}

/** Who reads. */
export type Reader = Pick<Asker, 'garden' | 'identity'>

/** An object, and the version that edits of it are made for. */
export interface Whole {
  readonly object: JsonObject
  readonly resourceVersion: string
}

/** One object as its source has it, with all that snapshots leave out; see `whole`. */
async function wholeObject(reader: Reader, snapshot: Snapshot, ref: ObjectRef): Promise<JsonObject> {
  return (await whole(reader, snapshot, ref)).object
}

/** What was read for a snapshot is read anew when it is asked for next: somebody has changed it, or may have. */
export function forgetWhole(snapshot: Snapshot, ref: ObjectRef): void {
  objectsOf(snapshot).delete(labelOf(ref))
}

/**
 * The same with its version; read once for a snapshot. Throws what may be told: that it is gone, that it may not be read, or why
 * nobody can read it now.
 */
export async function whole({ garden, identity }: Reader, snapshot: Snapshot, ref: ObjectRef): Promise<Whole> {
  const known = objectsOf(snapshot)
  const label = labelOf(ref)
  const kept = known.get(label)
  if (kept !== undefined) return kept
  const found = await garden.preview(identity, ref, (object) => object)
  switch (found.kind) {
    case 'ok':
      known.set(label, found)
      return found
    case 'gone':
      throw new NotFound(`The ${ref.kind} ${ref.name}`)
    case 'forbidden':
      throw new CodedError('forbidden', `The ${ref.kind} ${ref.name} may not be read: ${found.message}`)
    case 'unavailable':
      throw new CodedError('not-ready', found.message, { hint: 'Ask again in a few seconds.' })
  }
}

const objectsOf: (snapshot: Snapshot) => LRUCache<string, Whole> = oncePer(
  () => new LRUCache<string, Whole>({ max: 100 }),
)

function labelOf({ kind, namespace = '', name }: ObjectRef): string {
  return `${kind} ${namespace}/${name}`
}
