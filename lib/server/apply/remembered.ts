import { LRUCache } from 'lru-cache'
import type { DiffLine } from '@/lib/contract'
import { processWide } from '../kept'
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

/** What it said then; undefined where that is not remembered. */
export function remembered(object: string, resourceVersion: string): string | undefined {
  return texts.get(`${object}@${resourceVersion}`)
}

/** What has changed since; null where that version is not remembered. */
export function differenceFrom(object: string, resourceVersion: string, now: string): DiffLine[] | null {
  const before = remembered(object, resourceVersion)
  return before === undefined ? null : difference(before, now)
}
