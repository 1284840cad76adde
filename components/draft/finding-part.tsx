'use client'

import type { ReactNode } from 'react'
import type { EditProblem } from '@/lib/engine/edits'
import type { DraftAction } from '@/lib/questions/draft/browser/draft-list'
import type { Finding } from '@/lib/questions/draft/browser/findings'
import { editProblemText } from '@/lib/words/edits'
import { countOf } from '@/lib/words/time-text'
import { Button } from '../ui/button'
import { Icon } from '../ui/icon'
import type { Suggestion } from './use-findings'
import styles from './workbench.module.css'

interface FindingPartProps {
  readonly finding: Finding
  /** No edit causes it: the profile is like that already. */
  readonly isAtLarge?: boolean
  readonly onAct: (action: DraftAction) => void
}

/** A rule that is broken: what is wrong, Gardener's words, and one click that sets it right. */
export function FindingPart({ finding, isAtLarge = false, onAct }: FindingPartProps): ReactNode {
  const { rule, text, quote, count, remedies } = finding
  return (
    <div className={styles.finding} role="alert">
      <Icon name="stop" />
      <div>
        <p>
          <b>
            {rule}
            {text === '' ? '.' : ':'}
          </b>{' '}
          {text} {isAtLarge && 'It is so without these edits.'}
        </p>
        <p className="tiny muted">
          Gardener: {quote}
          {count > 1 && ` (and ${countOf(count - 1, 'more like it', 'more like it')})`}
        </p>
        {remedies.length > 0 && (
          <div className="bar">
            {remedies.map((remedy, i) => (
              <Button
                key={remedy.label}
                look={i === 0 ? 'primary' : 'plain'}
                onClick={() => onAct({ kind: 'set', edits: remedy.edits })}
              >
                {remedy.label}
              </Button>
            ))}
          </div>
        )}
      </div>
    </div>
  )
}

interface RemediesPartProps {
  readonly suggestion: Suggestion
  readonly onAct: (action: DraftAction) => void
}

/** All remedies at once. */
export function RemediesPart({ suggestion: { labels, edits }, onAct }: RemediesPartProps): ReactNode {
  return (
    <div className={`bar ${styles.all}`}>
      <Button title={labels.join(', ')} onClick={() => onAct({ kind: 'set', edits })}>
        Accept all {labels.length} remedies
      </Button>
    </div>
  )
}

/** Why an edit is left out. */
export function ProblemPart({ problem }: { readonly problem: EditProblem }): ReactNode {
  return (
    <div className={styles.finding} role="alert">
      <Icon name="stop" />
      <p>
        <b>It cannot be made and is left out:</b> {editProblemText(problem)}
      </p>
    </div>
  )
}
