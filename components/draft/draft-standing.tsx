'use client'

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo } from 'react'
import { useZone } from '@/lib/browser/clock'
import { JOURNAL } from '@/lib/browser/paths'
import type { JournalEntry, ProfileEntry } from '@/lib/contract/apply'
import { itemsOf } from '@/lib/contract/edit-items'
import type { EditBody } from '@/lib/contract/edits'
import { canonicalText } from '@/lib/questions/draft/browser/changes'
import { rebased } from '@/lib/questions/draft/browser/rebase'
import type { Source } from '@/lib/questions/draft/browser/source'
import { journalQueries } from '@/lib/questions/journal/queries'
import { goneText } from '@/lib/words/edits'
import { profileName } from '@/lib/words/phrases'
import { countOf, fullText } from '@/lib/words/time-text'
import { Button } from '../ui/button'
import { Icon } from '../ui/icon'
import { Link } from '../ui/link'
import styles from './workbench.module.css'

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

interface AppliedLineProps {
  readonly name: string
  readonly entry: ProfileEntry
  /** It was applied here. */
  readonly isOwn: boolean
  /** The profile as it is now; null: the garden gives it none. */
  readonly resourceVersion: string | null
  /** Whether the draft that was applied still stands on the page. */
  readonly hasDraft: boolean
  readonly onDraft: (edits: readonly EditBody[]) => void
}

/** The draft was applied: by whom, when, and how it is undone. */
function AppliedLine(props: AppliedLineProps): ReactNode {
  const { name, entry, resourceVersion } = props
  const zone = useZone()
  return (
    <section className={`callout ${styles.standing}`} data-good aria-label="Applied">
      <p>
        <Icon name="check" />{' '}
        <b>
          Applied by {props.isOwn ? 'you' : entry.who}, {fullText(entry.at, zone)}.
        </b>{' '}
        <span className="muted">
          {entry.resourceVersion === resourceVersion
            ? `${name} is as the draft made it, at resourceVersion ${entry.resourceVersion}.`
            : `${name} has changed again since then.`}{' '}
          It is in the{' '}
          <Link className="link" href={JOURNAL}>
            journal
          </Link>
          .
        </span>
      </p>
      <div className="bar">
        {props.hasDraft && <Button onClick={() => props.onDraft([])}>Begin a new draft</Button>}
        <Button look="quiet" onClick={() => props.onDraft(entry.inverse)}>
          Draft the edits that undo it
        </Button>
      </div>
    </section>
  )
}

interface StandingLineProps {
  readonly name: string
  readonly base: string | null
  readonly source: Source
  readonly edits: readonly EditBody[]
  readonly onRebase: (edits: readonly EditBody[]) => void
}

/** The profile has changed since the draft was made: what the draft becomes on top of it. */
function StandingLine({ name, base, source, edits, onRebase }: StandingLineProps): ReactNode {
  const next = useMemo(() => rebased(edits, source), [edits, source])
  const items = itemsOf(edits)
  const kept = itemsOf(next.edits).length
  const numberOf = (position: number) => items.findLastIndex(({ from }) => from <= position) + 1
  return (
    <section className={`callout ${styles.standing}`} aria-label="The profile has changed">
      <p>
        <Icon name="warning" /> <b>{name} has changed since this draft was created.</b>{' '}
        {base !== null && source.resourceVersion !== null && (
          <span className="muted">
            Based on {base}, now {source.resourceVersion}.
          </span>
        )}
      </p>
      {next.gone.length > 0 && (
        <ul className="muted">
          {next.gone.map(({ position, problem }) => (
            <li key={position}>
              Edit {numberOf(position)} goes: {goneText(problem)}
            </li>
          ))}
        </ul>
      )}
      <div className="bar">
        <Button look="primary" onClick={() => onRebase(next.edits)}>
          Rebase draft
        </Button>
        <span className="muted small">
          {next.edits.length === edits.length
            ? `${items.length === 1 ? 'The edit stays' : `All ${items.length} edits stay`}. Nothing is applied.`
            : `${countOf(kept, 'edit')} of ${items.length} stay. Nothing is applied.`}
        </span>
      </div>
    </section>
  )
}
