'use client'

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo } from 'react'
import { useZone } from '@/lib/browser/clock'
import { JOURNAL } from '@/lib/browser/paths'
import type { JournalEntry, ProfileJournalEntry } from '@/lib/contract/apply'
import { itemsOf } from '@/lib/contract/edit-items'
import type { EditBody } from '@/lib/contract/edits'
import { canonicalText } from '@/lib/questions/draft/browser/effect-rows'
import { rebased } from '@/lib/questions/draft/browser/rebase'
import type { DraftSource } from '@/lib/questions/draft/browser/source'
import { journalQueries } from '@/lib/questions/queries'
import { basedOnText, sinceAppliedText } from '@/lib/words/apply'
import { goneText, keptEditsText } from '@/lib/words/edits'
import { profileName } from '@/lib/words/phrases'
import { fullText } from '@/lib/words/time-text'
import { Button } from '../ui/button'
import { Icon } from '../ui/icon'
import { Link } from '../ui/link'
import styles from './draft.module.css'

interface DraftStandingProps {
  readonly name: string
  /** Whether the profile has changed since the draft was made. */
  readonly isOvertaken: boolean
  readonly base: string | null
  readonly source: DraftSource
  readonly edits: readonly EditBody[]
  /** What was applied here, newest first. */
  readonly own: readonly ProfileJournalEntry[]
  readonly onRebase: (edits: readonly EditBody[]) => void
  readonly onKnown: (isApplied: boolean) => void
}

/** How a draft stands to a profile that has changed: it was applied, or another change was faster. */
export function DraftStanding(props: DraftStandingProps): ReactNode {
  const { name, isOvertaken, base, source, edits, own, onRebase, onKnown } = props
  const zone = useZone()
  const { data, isPending } = useQuery(journalQueries.journal())
  const hasDraft = edits.length > 0
  const entry = useMemo(() => {
    if (!hasDraft) return own.find((one) => one.resourceVersion === source.resourceVersion)
    return entryOf({ name, base, edits }, [...own, ...(data?.entries ?? [])])
  }, [own, data, base, edits, hasDraft, name, source.resourceVersion])
  const isApplied = entry !== undefined
  useEffect(() => {
    onKnown(isApplied)
    return () => onKnown(false)
  }, [isApplied, onKnown])
  if (entry !== undefined) {
    return (
      <section className={`callout ${styles.standing}`} data-good aria-label="Applied">
        <p>
          <Icon name="check" />{' '}
          <b>
            Applied by {own.some(({ id }) => id === entry.id) ? 'you' : entry.who}, {fullText(entry.at, zone)}.
          </b>{' '}
          <span className="muted">
            {sinceAppliedText(name, entry.resourceVersion, source.resourceVersion)} It is in the{' '}
            <Link className="link" href={JOURNAL}>
              journal
            </Link>
            .
          </span>
        </p>
        <div className="bar">
          {hasDraft && <Button onClick={() => onRebase([])}>Begin a new draft</Button>}
          <Button look="quiet" onClick={() => onRebase(entry.inverse)}>
            Draft the edits that undo it
          </Button>
        </div>
      </section>
    )
  }
  // Who applied it may still be asked for.
  if (!isOvertaken || !hasDraft || isPending) return null
  const next = rebased(edits, source)
  const items = itemsOf(edits)
  const kept = itemsOf(next.edits).length
  return (
    <section className={`callout ${styles.standing}`} aria-label="The profile has changed">
      <p>
        <Icon name="warning" /> <b>{name} has changed since this draft was created.</b>{' '}
        {base !== null && source.resourceVersion !== null && (
          <span className="muted">{basedOnText(base, source.resourceVersion)}</span>
        )}
      </p>
      {next.gone.length > 0 && (
        <ul className="muted">
          {next.gone.map(({ position, problem }) => (
            <li key={position}>
              Edit {items.findLastIndex(({ from }) => from <= position) + 1} goes: {goneText(problem)}
            </li>
          ))}
        </ul>
      )}
      <div className="bar">
        <Button look="primary" onClick={() => onRebase(next.edits)}>
          Rebase draft
        </Button>
        <span className="muted small">
          {keptEditsText(next.edits.length === edits.length ? null : kept, items.length)}
        </span>
      </div>
    </section>
  )
}

/**
 * The entry of the journal for a draft that was applied as it is, for the state that it was made for. The profile has changed
 * then, but by this draft alone: that is no conflict.
 */
function entryOf(
  { name, base, edits }: Pick<DraftStandingProps, 'name' | 'base' | 'edits'>,
  entries: readonly JournalEntry[],
): ProfileJournalEntry | undefined {
  const text = canonicalText(edits)
  return entries.find(
    (entry): entry is ProfileJournalEntry =>
      entry.kind !== 'shoot' &&
      entry.base === base &&
      profileName(entry.profile) === name &&
      canonicalText(entry.edits) === text,
  )
}
