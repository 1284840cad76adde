import { LRUCache } from 'lru-cache'
import { stringify } from 'yaml'
import type { DiffLine } from '@/lib/contract/apply'
import type { NamespacedName } from '@/lib/engine/types'
import type { Json, JsonObject, ObjectRef } from '@/lib/garden'
import type { ObjectReader } from '@/lib/landscape/offers'
import { processWide } from '@/lib/process/kept'
import { difference } from './diff'

/** How many characters of texts of profiles and clusters are kept. */
const mostInAll = 64_000_000
/** Larger ones are not: a file may hold a whole landscape. */
const mostCharacters = 4_000_000

const texts = processWide(
  'object-texts',
  () => new LRUCache<string, string>({ maxSize: mostInAll, sizeCalculation: ({ length }) => length + 1 }),
)

/** What a profile or a cluster said at some version, so that a conflict can tell what has changed since. */
export function remember(object: string, resourceVersion: string, text: string): void {
  if (text.length > mostCharacters) return
  texts.set(`${object}@${resourceVersion}`, text)
}

/** Another process may have shown that version: what it said is asked for then. */
export async function recall(
  { garden, identity }: ObjectReader,
  ref: ObjectRef,
  { object, resourceVersion }: { readonly object: string; readonly resourceVersion: string },
  textOf: (then: JsonObject) => string | Promise<string>,
): Promise<void> {
  if (remembered(object, resourceVersion) !== undefined) return
  const then = await garden.objectAt?.(identity, ref, resourceVersion)
  if (then != null) remember(object, resourceVersion, await textOf(then))
}

/** What it said then; undefined where that is not remembered. */
function remembered(object: string, resourceVersion: string): string | undefined {
  return texts.get(`${object}@${resourceVersion}`)
}

/** What has changed since; null where that version is not remembered. */
export function differenceFrom(object: string, resourceVersion: string, now: string): DiffLine[] | null {
  const before = remembered(object, resourceVersion)
  return before === undefined ? null : difference(before, now)
}

/** What a cluster said at some version, so that it can be told whether others have changed it since, and what. */
export function rememberShoot(shoot: NamespacedName, resourceVersion: string, object: JsonObject): void {
  const key = keyOf(shoot)
  if (remembered(key, resourceVersion) === undefined) remember(key, resourceVersion, textOf(object))
}

/** The text of a cluster of that version, also if another process has shown it. */
export function recallShoot(reader: ObjectReader, shoot: NamespacedName, resourceVersion: string): Promise<void> {
  return recall(reader, { kind: 'Shoot', ...shoot }, { object: keyOf(shoot), resourceVersion }, textOf)
}

/** What is the same of every change of a cluster that was made for some version of it. */
export function shootChange({ garden, identity }: ObjectReader, shoot: NamespacedName, base: string) {
  const ref: ObjectRef = { kind: 'Shoot', ...shoot }
  return {
    ref,
    /** Whether people would call it unchanged: Gardener writes the status at any time, and each time the version rises. */
    isSame: (now: JsonObject) => remembered(keyOf(shoot), base) === textOf(now),
    /** What has changed since; null where that version is not remembered. */
    difference: async () => {
      const now = await garden.preview(identity, ref, (one) => one)
      if (now.kind !== 'ok') return null
      const { resourceVersion, object } = now
      rememberShoot(shoot, resourceVersion, object)
      return { resourceVersion, difference: differenceFrom(keyOf(shoot), base, textOf(object)) }
    },
  }
}

function keyOf({ namespace, name }: NamespacedName): string {
  return `Shoot ${namespace}/${name}`
}

/** The text of an object without its status and without the fields that the API server adds. */
function textOf({ metadata, spec }: JsonObject): string {
  return stringify({ metadata: noted(metadata), spec }, { version: '1.1', lineWidth: 0, indentSeq: false })
}

function noted(metadata: Json | undefined): Json {
  if (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata)) return {}
  const { managedFields: _, resourceVersion: __, generation: ___, ...rest } = metadata as JsonObject
  return rest
}
