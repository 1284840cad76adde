import { LRUCache } from 'lru-cache'
import type { DiffLine } from '@/lib/contract/apply'
import type { JsonObject, ObjectRef } from '@/lib/garden'
import type { Asker } from '@/lib/landscape/asker'
import { processWide } from '@/lib/process/kept'
import { difference } from './diff'

/** So many characters of texts of profiles and clusters are remembered. */
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
  { garden, identity }: Pick<Asker, 'garden' | 'identity'>,
  ref: ObjectRef,
  { object, resourceVersion }: { readonly object: string; readonly resourceVersion: string },
  textOf: (then: JsonObject) => string | Promise<string>,
): Promise<void> {
  if (remembered(object, resourceVersion) !== undefined) return
  const then = await garden.objectAt?.(identity, ref, resourceVersion)
  if (then != null) remember(object, resourceVersion, await textOf(then))
}

/** What it said then; undefined where that is not remembered. */
export function remembered(object: string, resourceVersion: string): string | undefined {
  return texts.get(`${object}@${resourceVersion}`)
}

/** What has changed since; null where that version is not remembered. */
export function differenceFrom(object: string, resourceVersion: string, now: string): DiffLine[] | null {
  const before = remembered(object, resourceVersion)
  return before === undefined ? null : difference(before, now)
}
