import type { EditBody, JournalEntry } from '@/lib/contract'
import { canonicalText } from './changes'

interface AppliedDraft {
  /** `aws`, or `garden-core/aws-ext`. */
  readonly profile: string
  readonly base: string | null
  readonly edits: readonly EditBody[]
}

/**
 * The entry of the journal for a draft that was applied as it is, for the state that it was made for. The profile has changed
 * then, but nobody else changed it: that is no conflict.
 */
export function entryOf(
  { profile, base, edits }: AppliedDraft,
  entries: readonly JournalEntry[],
  nameOf: (entry: JournalEntry) => string,
): JournalEntry | null {
  if (base === null || edits.length === 0) return null
  const text = canonicalText(edits)
  return (
    entries.find((entry) => entry.base === base && nameOf(entry) === profile && canonicalText(entry.edits) === text) ??
    null
  )
}
