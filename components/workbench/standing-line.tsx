'use client'

import { type ReactNode, useMemo } from 'react'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import type { EditBody } from '@/lib/contract/edits'
import { itemsOf } from '@/lib/questions/draft/browser/items'
import { changeSentence, rebased } from '@/lib/questions/draft/browser/rebase'
import type { Source } from '@/lib/questions/draft/browser/source'
import type { Standing } from '@/lib/questions/draft/browser/standing'
import { countOf } from '@/lib/words/time-text'
import styles from './workbench.module.css'

interface StandingLineProps {
  readonly name: string
  readonly standing: Extract<Standing, { kind: 'changed' }>
  readonly base: string | null
  readonly source: Source
  readonly edits: readonly EditBody[]
  readonly onRebase: (edits: readonly EditBody[]) => void
}

/** So many changes are told one by one. */
const SHOWN = 8

/** The profile has changed since the draft was made: what, and what the draft becomes on top of it. */
export function StandingLine({ name, standing, base, source, edits, onRebase }: StandingLineProps): ReactNode {
  const { changes, isKnown } = standing
  const next = useMemo(() => rebased(edits, source, changes), [edits, source, changes])
  const items = itemsOf(edits)
  const kept = itemsOf(next.edits).length
  const numberOf = (position: number) => items.findLastIndex(({ from }) => from <= position) + 1
  return (
    <section className={styles.standing} aria-label="The profile has changed">
      <p>
        <Icon name="warning" /> <b>{name} has changed since this draft was created.</b>{' '}
        {base !== null && source.resourceVersion !== null && (
          <span className="muted">
            Based on {base}, now {source.resourceVersion}.
          </span>
        )}
      </p>
      {changes.length > 0 ? (
        <ul>
          {changes.slice(0, SHOWN).map((change) => (
            <li key={`${change.image}/${change.version}`}>{changeSentence(change, source.at, source.zone)}</li>
          ))}
          {changes.length > SHOWN && <li>and {countOf(changes.length - SHOWN, 'more change', 'more changes')}.</li>}
        </ul>
      ) : (
        <p className="muted">
          {isKnown
            ? 'The lists that this draft edits are as they were.'
            : 'The draft does not tell what its author saw: compare its edits with the profile as it is now.'}
        </p>
      )}
      {next.notes.length > 0 && (
        <ul className="muted">
          {next.notes.map(({ position, isKept, text }) => (
            <li key={position}>
              Edit {numberOf(position)} {isKept ? 'stays' : 'goes'}: {text}
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
