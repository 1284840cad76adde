'use client'

import type { ReactNode } from 'react'
import { useZone } from '@/lib/browser/clock'
import { JOURNAL } from '@/lib/browser/paths'
import type { ProfileEntry } from '@/lib/contract/apply'
import type { EditBody } from '@/lib/contract/edits'
import { fullText } from '@/lib/words/time-text'
import { Button } from '../ui/button'
import { Icon } from '../ui/icon'
import { Link } from '../ui/link'
import styles from './workbench.module.css'

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
export function AppliedLine(props: AppliedLineProps): ReactNode {
  const { name, entry, resourceVersion } = props
  const zone = useZone()
  return (
    <section className={styles.applied} aria-label="Applied">
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
