import { LRUCache } from 'lru-cache'
import type { DiffLine } from '@/lib/contract'
import { processWide } from '../kept'
import { difference } from './diff'

/** So many texts of profiles are remembered. */
const most = 32
/** Larger ones are not: a file may hold a whole landscape. */
const mostCharacters = 4_000_000

const texts = processWide('profile-texts', () => new LRUCache<string, string>({ max: most }))

/** What a profile said at some version, so that a conflict can tell what has changed since. */
export function remember(profile: string, resourceVersion: string, text: string): void {
  if (text.length > mostCharacters) return
  texts.set(`${profile}@${resourceVersion}`, text)
}

/** What has changed since; null where that version is not remembered. */
export function differenceFrom(profile: string, resourceVersion: string, now: string): DiffLine[] | null {
  const before = texts.get(`${profile}@${resourceVersion}`)
  return before === undefined ? null : difference(before, now)
}
