'use client'

import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { useZone } from '@/lib/client/clock'
import { plansOf } from '@/lib/client/workbench/plans'
import type { ApplyAnswer, EditBody } from '@/lib/contract'
import styles from './dialogs.module.css'
import { DiffLines } from './diff-lines'
import { RefusalPart } from './refusal-part'

interface OutcomeProps {
  readonly name: string
  readonly result: Exclude<ApplyAnswer, { outcome: 'unconfirmed' }>
  readonly edits: readonly EditBody[]
  readonly onClose: () => void
  /** Edits that undo it. */
  readonly onUndo: (inverse: readonly EditBody[]) => void
}

/** What became of a draft that was sent, and what to do next. */
export function ApplyOutcome({ name, result, edits, onClose, onUndo }: OutcomeProps): ReactNode {
  const zone = useZone()
  const close = (text: string) => (
    <div className={styles.buttons}>
      <Button look="primary" onClick={onClose}>
        {text}
      </Button>
    </div>
  )
  switch (result.outcome) {
    case 'accepted':
      return (
        <div role="status">
          <p>
            <b>The garden would accept it.</b> Nothing was written.
          </p>
          {close('Back to the draft')}
        </div>
      )
    case 'applied':
      return (
        <div role="status">
          <p>
            <b>Applied.</b> {name} is now at resourceVersion {result.resourceVersion}.
          </p>
          <div className={styles.buttons}>
            <Button look="primary" onClick={onClose}>
              Done
            </Button>
            <Button onClick={() => onUndo(result.entry.inverse)}>Draft the edits that undo it</Button>
          </div>
        </div>
      )
    case 'unchanged':
      return (
        <div role="status">
          <p>
            <b>{name} is like that already.</b> Nothing was written.
          </p>
          {close('Back to the draft')}
        </div>
      )
    case 'conflict':
      return (
        <div role="alert">
          <p>
            <b className="bad">{name} has changed.</b> Based on {result.base}, now {result.resourceVersion}. Nothing was
            written.
          </p>
          {result.difference === null ? (
            <p className="muted">What it was is no longer known.</p>
          ) : (
            <DiffLines label="What others changed" lines={result.difference} />
          )}
          {close('Look at it, and rebase the draft')}
        </div>
      )
    case 'impossible': {
      const plans = plansOf(edits, zone)
      return (
        <div role="alert">
          <p>
            <b className="bad">It cannot be made.</b> Nothing was written.
          </p>
          <ul>
            {result.problems.flatMap((problem, i) =>
              problem === null ? [] : [<li key={problem.text}>{`${plans[i] ?? `Edit ${i + 1}`}: ${problem.text}`}</li>],
            )}
          </ul>
          {close('Back to the draft')}
        </div>
      )
    }
    case 'gone':
      return (
        <div role="alert">
          <p>
            <b className="bad">{name} was deleted.</b> The draft stays in the address.
          </p>
          {close('Close')}
        </div>
      )
    case 'forbidden':
    case 'refused':
      return (
        <div role="alert">
          <RefusalPart result={result} />
          {close('Back to the draft')}
        </div>
      )
    case 'unavailable':
      return (
        <div role="alert">
          <p>
            <b className="bad">The garden does not answer.</b>{' '}
            {result.uncertain
              ? 'It was sent and may have been applied: apply it again to see, it is a conflict then.'
              : 'Nothing was written.'}
          </p>
          <code className={styles.quote}>{result.message}</code>
          {close('Back to the draft')}
        </div>
      )
  }
}
