import type { DiffLine } from '@/lib/contract'
import { difference } from './diff'
import { processWide } from './process-wide'

/** So many texts of profiles are remembered. */
const most = 32
/** Larger ones are not: a file may hold a whole landscape. */
const mostCharacters = 4_000_000

const texts = processWide('profile-texts', () => new Map<string, string>())

/** What a profile said at some version, so that a conflict can tell what has changed since. */
export function remember(profile: string, resourceVersion: string, text: string): void {
  if (text.length > mostCharacters) return
  const key = `${profile}@${resourceVersion}`
  texts.delete(key)
  texts.set(key, text)
  for (const oldest of texts.keys()) {
    if (texts.size <= most) break
    texts.delete(oldest)
  }
}

/** What has changed since; null where that version is not remembered. */
export function differenceFrom(profile: string, resourceVersion: string, now: string): DiffLine[] | null {
  const before = texts.get(`${profile}@${resourceVersion}`)
  return before === undefined ? null : difference(before, now)
}
