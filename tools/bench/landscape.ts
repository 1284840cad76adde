import { dump } from 'js-yaml'
import { ChunkedList } from '@/lib/garden/chunked-list'
import { demoObjects } from '@/lib/garden/demo/manifests'
import type { Snapshot } from '@/lib/garden/garden'
import { readObject } from '@/lib/garden/read-object'
import { Sharing } from '@/lib/garden/share'
import { makeSnapshot, type Sourced } from '@/lib/garden/snapshot'

/** The day that the demo is of, and the instant that everything is computed for. */
const born = '2026-11-21'
export const at = Date.parse(`${born}T18:00:00Z`)

/** The demo as a snapshot, and how many bytes of JSON its objects are when the API sends them. */
export function landscape(shoots: number): { readonly snapshot: Snapshot; readonly bytes: number } {
  const objects: Sourced[] = []
  const sharing = new Sharing()
  let bytes = 0
  for (const manifest of demoObjects({ born, shoots })) {
    const text = JSON.stringify(manifest)
    bytes += Buffer.byteLength(text)
    const object = readObject(manifest)
    if (object.kind === 'other' || object.kind === 'unreadable') throw new Error(`unreadable ${text}`)
    objects.push({ object: sharing.object(object), source: 'demo' })
  }
  return { snapshot: makeSnapshot({ revision: `${shoots}`, observedAt: at, objects, problems: [] }), bytes }
}

/** The demo as `kubectl get … -A -o yaml` writes it. */
export function dumpText(shoots: number): string {
  const items = [...demoObjects({ born, shoots })]
  return dump({ apiVersion: 'v1', items, kind: 'List' }, { noArrayIndent: true, noRefs: true, lineWidth: -1 })
}

/** The same landscape, but nothing that was remembered for its objects applies. */
export function anew(snapshot: Snapshot): Snapshot {
  const profiles = new Map([...snapshot.profiles].map(([key, entry]) => [key, structuredClone(entry)]))
  return { ...snapshot, profiles, shoots: ChunkedList.of(snapshot.shoots.map((shoot) => ({ ...shoot }))) }
}
