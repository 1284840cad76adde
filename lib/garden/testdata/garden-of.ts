import type { Problem } from '@/lib/engine/faults'
import type { JsonObject } from '@/lib/engine/json'
import { isRecord } from '@/lib/engine/reader'
import type { Instant } from '@/lib/engine/types'
import type { Garden, Snapshot } from '../garden'
import { previewObject } from '../preview'
import { contentVersion, gardenKinds, labelOf, readObject, withContentVersion } from '../read-object'
import { makeSnapshot, type SourcedObject } from '../snapshot'

/** What some objects of unknown shape are as a landscape, each of them read as every source reads it. */
function snapshotOf(raws: readonly unknown[], observedAt: Instant): Snapshot {
  const objects = new Map<string, SourcedObject>()
  const problems: Problem[] = []
  for (const raw of raws) {
    const object = readObject(withContentVersion(raw))
    if (object.kind === 'other') continue
    if (object.kind !== 'unreadable') objects.set(object.label, { object, source: 'test' })
    for (const problem of object.problems) {
      problems.push({ source: 'test', object: object.label, ...problem })
    }
  }
  const revision = contentVersion(raws)
  return makeSnapshot({ revision, observedAt, objects: objects.values(), problems })
}

/** The garden of these objects, which stays as it is. */
export function gardenOf(raws: readonly unknown[], observedAt: Instant): Garden {
  const snapshot = snapshotOf(raws, observedAt)
  const byLabel = new Map(raws.flatMap((raw) => (isRecord(raw) ? [[labelIn(raw), raw as JsonObject]] : [])))
  const unavailable = { kind: 'unavailable', message: 'This garden stays as it is.', uncertain: false } as const
  return {
    snapshot: () => snapshot,
    status: () => ({
      kind: 'manifests',
      label: 'test',
      state: 'live',
      resources: gardenKinds.map((name) => ({ name: `${name}s`, read: 0, state: 'synced' })),
    }),
    subscribe: () => () => {},
    ready: async () => {},
    apply: async () => unavailable,
    preview: async (_, ref, edit) => {
      const object = byLabel.get(labelOf(ref))
      return object === undefined ? { kind: 'gone' } : previewObject(object, edit, contentVersion(object))
    },
    events: async () => ({ kind: 'read', events: [] }),
    close: async () => {},
  }
}

function labelIn(raw: Record<string, unknown>): string {
  const { namespace, name } = isRecord(raw.metadata) ? raw.metadata : {}
  const kind = gardenKinds.find((known) => known === raw.kind) ?? 'Shoot'
  return labelOf({ kind, name: String(name), ...(typeof namespace === 'string' && { namespace }) })
}
