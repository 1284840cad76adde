'use client'

import { type ReactNode, useMemo } from 'react'
import type { EditBody } from '@/lib/contract/edits'
import { itemsOf } from '@/lib/questions/draft/browser/items'
import { rebased } from '@/lib/questions/draft/browser/rebase'
import type { Source } from '@/lib/questions/draft/browser/source'
import { countOf } from '@/lib/words/time-text'
import { Button } from '../ui/button'
import { Icon } from '../ui/icon'
import styles from './workbench.module.css'

interface StandingLineProps {
  readonly name: string
  readonly base: string | null
  readonly source: Source
  readonly edits: readonly EditBody[]
  readonly onRebase: (edits: readonly EditBody[]) => void
}

/** The profile has changed since the draft was made: what the draft becomes on top of it. */
export function StandingLine({ name, base, source, edits, onRebase }: StandingLineProps): ReactNode {
  const next = useMemo(() => rebased(edits, source), [edits, source])
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
      {next.gone.length > 0 && (
        <ul className="muted">
          {next.gone.map(({ position, text }) => (
            <li key={position}>
              Edit {numberOf(position)} goes: {text}
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
