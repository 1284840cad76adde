'use client'

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo } from 'react'
import { profileName } from '@/lib/browser/profile-name'
import type { JournalEntry, ProfileEntry } from '@/lib/contract/apply'
import type { EditBody } from '@/lib/contract/edits'
import { canonicalText } from '@/lib/questions/draft/browser/changes'
import type { Source } from '@/lib/questions/draft/browser/source'
import { journalQueries } from '@/lib/questions/journal/queries'
import { AppliedLine } from './applied-line'
import { StandingLine } from './standing-line'

interface DraftStandingProps {
  readonly name: string
  /** Whether the profile has changed since the draft was made. */
  readonly isOvertaken: boolean
  readonly base: string | null
  readonly source: Source
  readonly edits: readonly EditBody[]
  /** What was applied here, newest first. */
  readonly own: readonly ProfileEntry[]
  readonly onRebase: (edits: readonly EditBody[]) => void
  /** Whether the draft was applied as it is. */
  readonly onKnown: (isApplied: boolean) => void
}

/** How a draft stands to a profile that has changed: it was applied, or somebody else was faster. */
export function DraftStanding(props: DraftStandingProps): ReactNode {
  const { name, isOvertaken, base, source, edits, own, onRebase, onKnown } = props
  const { data, isPending } = useQuery(journalQueries.journal())
  const entry = useMemo(() => {
    if (edits.length === 0) return own.find((one) => one.resourceVersion === source.resourceVersion) ?? null
    const entries = [...own, ...(data?.entries ?? [])]
    return entryOf({ name, base, edits }, entries)
  }, [own, data, base, edits, name, source.resourceVersion])
  const isApplied = entry !== null
  useEffect(() => {
    onKnown(isApplied)
    return () => onKnown(false)
  }, [isApplied, onKnown])
  if (entry !== null) {
    return (
      <AppliedLine
        name={name}
        entry={entry}
        isOwn={own.some(({ id }) => id === entry.id)}
        resourceVersion={source.resourceVersion}
        hasDraft={edits.length > 0}
        onDraft={onRebase}
      />
    )
  }
  // Who applied it may still be asked for.
  if (!isOvertaken || edits.length === 0 || isPending) return null
  return <StandingLine name={name} base={base} source={source} edits={edits} onRebase={onRebase} />
}

/**
 * The entry of the journal for a draft that was applied as it is, for the state that it was made for. The profile has changed
 * then, but nobody else changed it: that is no conflict.
 */
function entryOf(
  { name, base, edits }: Pick<DraftStandingProps, 'name' | 'base' | 'edits'>,
  entries: readonly JournalEntry[],
): ProfileEntry | null {
  if (base === null || edits.length === 0) return null
  const text = canonicalText(edits)
  const isSameDraft = (entry: JournalEntry): entry is ProfileEntry =>
    entry.kind !== 'shoot' &&
    entry.base === base &&
    profileName(entry.profile) === name &&
    canonicalText(entry.edits) === text
  return entries.find(isSameDraft) ?? null
}
