'use client'

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { useMoment, useNow, useZone } from '@/lib/browser/clock'
import { statusQueries } from '@/lib/browser/query'
import type { ProfileEntry } from '@/lib/contract/apply'
import { itemsOf } from '@/lib/contract/edit-items'
import type { EditBody } from '@/lib/contract/edits'
import type { WhatIfAnswer } from '@/lib/contract/what-if'
import { offsetText } from '@/lib/contract/zone'
import { changesBetween } from '@/lib/questions/draft/browser/changes'
import type { Finding } from '@/lib/questions/draft/browser/findings'
import { hunksOf } from '@/lib/questions/draft/browser/hunks'
import type { EditedProfile, Source } from '@/lib/questions/draft/browser/source'
import type { WhatIfParams } from '@/lib/questions/draft/queries'
import { profileName } from '@/lib/words/phrases'
import { agoText, clockText, countOf } from '@/lib/words/time-text'
import { Button } from '../ui/button'
import { Scroll } from '../ui/data-table'
import styles from '../ui/dock.module.css'
import { useUnreadable } from '../ui/fields'
import { later } from '../ui/later'
import type { DraftWarning } from './use-draft'

// Loaded when they are first opened.
const ApplyDialog = later(() => import('./apply-dialog').then((part) => part.ApplyDialog))
const NoticeDialog = later(() => import('./notice-dialog').then((part) => part.NoticeDialog))
const TextsDialog = later(() => import('./texts-dialog').then((part) => part.TextsDialog))

interface PatchDockProps {
  readonly source: Source
  readonly edited: EditedProfile
  readonly edits: readonly EditBody[]
  /** The state that the draft is made for. */
  readonly base: string | null
  /** Undefined while it is asked for. */
  readonly answer: WhatIfAnswer | undefined
  /** It was asked for, and not answered. */
  readonly hasFailed: boolean
  readonly findings: readonly Finding[]
  readonly warnings: readonly DraftWarning[]
  readonly asked: WhatIfParams
  readonly isRebaseNeeded: boolean
  /** The draft was applied as it is. */
  readonly isApplied: boolean
  /** When the profile was read, in milliseconds. */
  readonly readAt: number
  /** With edits to go on with: those that undo what was applied. */
  readonly onApplied: (next: readonly EditBody[]) => void
  /** As soon as it is applied. */
  readonly onSent: (entry: ProfileEntry) => void
}

/** What would be written, line by line, and the ways to get it there. */
export function PatchDock(props: PatchDockProps): ReactNode {
  const { source, edited, edits, base, answer, readAt } = props
  const now = useNow()
  const zone = useZone()
  const [dialog, setDialog] = useState<'texts' | 'owners' | 'dry-run' | 'apply'>()
  const [isMore, setMore] = useState(false)
  const hunks = useMemo(() => hunksOf(changesBetween(...edited.written)), [edited])
  const off = useOffReason(props, hunks.length > 0)
  const name = profileName(source.ref)
  const telling = whyNobody(answer)
  const close = () => setDialog(undefined)
  const items = itemsOf(edits).length
  return (
    <section className={styles.dock} aria-label="Patch" data-more={isMore || undefined}>
      <div className={styles.row}>
        <p>
          <b>{countOf(items, 'edit')}</b>
          {props.warnings.length > 0 && (
            <>
              , <b>{countOf(props.warnings.length, 'warning')}</b>
            </>
          )}
          .{' '}
          <span className={`muted ${styles.rest}`}>
            {base !== null && `Based on resourceVersion ${base}, `}
            read {clockText(readAt, zone)} {offsetText(zone, readAt)}, {agoText(readAt, now)}. If {name} changes before
            you apply, the patch is refused.
          </span>
        </p>
        <div className={styles.buttons}>
          <Button className={styles.rest} icon="copy" disabled={hunks.length === 0} onClick={() => setDialog('texts')}>
            Copy as
          </Button>
          <Button
            className={styles.rest}
            disabled={telling !== null}
            title={telling ?? undefined}
            onClick={() => setDialog('owners')}
          >
            Tell the owners
          </Button>
          <Button
            className={styles.rest}
            disabled={hunks.length === 0 || base === null}
            onClick={() => setDialog('dry-run')}
          >
            Dry-run
          </Button>
          <Button className={styles.more} aria-expanded={isMore} onClick={() => setMore(!isMore)}>
            More
          </Button>
          <Button
            look="primary"
            disabled={off !== null}
            aria-describedby={off === null ? undefined : 'apply-off'}
            onClick={() => setDialog('apply')}
          >
            Apply
          </Button>
        </div>
      </div>
      {off !== null && (
        <p className="tiny muted" id="apply-off">
          <b className="bad">Apply is off:</b> {off}
        </p>
      )}
      {telling !== null && answer !== undefined && <p className={`tiny muted ${styles.rest}`}>{telling}</p>}
      <details className={styles.rest}>
        <summary>{hunks.length === 0 ? 'Nothing would be written.' : 'Lines that change'}</summary>
        <Scroll label="Changed lines" className={styles.hunks}>
          {hunks.map((hunk) => (
            <div key={hunk.name} className={styles.hunk}>
              <p className="faint tiny">{hunk.name}</p>
              <code>
                {hunk.lines.map((line) => (
                  <span key={line.place} data-kind={line.kind}>
                    <b aria-hidden>{SIGNS[line.kind]}</b>
                    {line.kind !== 'same' && <span className="visually-hidden">{line.kind} </span>}
                    {line.text}
                  </span>
                ))}
              </code>
            </div>
          ))}
        </Scroll>
      </details>
      {dialog === 'texts' && <TextsDialog name={name} edits={edits} onClose={close} />}
      {dialog === 'owners' && answer !== undefined && (
        <NoticeDialog answer={answer} asked={props.asked} onClose={close} />
      )}
      {(dialog === 'dry-run' || dialog === 'apply') && base !== null && (
        <ApplyDialog
          name={name}
          edits={edits}
          base={base}
          answer={answer}
          warnings={props.warnings}
          findings={props.findings}
          isDryRun={dialog === 'dry-run'}
          onClose={close}
          onApplied={(inverse) => props.onApplied(inverse ?? [])}
          onSent={props.onSent}
        />
      )}
    </section>
  )
}

/** Why there is nothing to tell owners; null: there is. */
function whyNobody(answer: WhatIfAnswer | undefined): string | null {
  if (answer === undefined) return 'The effect is not known yet.'
  const { changed, changes } = answer.figures
  if (changed === 0) return 'No owner to tell: no cluster changes.'
  return changed === changes.auto ? 'No owner to tell: only automatic updates change.' : null
}

const SIGNS = { same: ' ', added: '+', removed: '-' } as const

/** Why nothing can be applied now; null: it can. */
function useOffReason(
  { source, base, edited, answer, hasFailed, isRebaseNeeded, isApplied }: PatchDockProps,
  hasChanges: boolean,
): string | null {
  const { at, seen } = useMoment()
  const status = useQuery(statusQueries.status())
  const unreadable = useUnreadable()
  const garden = status.data?.garden
  if (garden?.state === 'stale' || garden?.state === 'failed')
    return garden.kind === 'manifests' ? 'a file cannot be read.' : 'the garden does not answer.'
  if (seen !== undefined) return 'nothing can be applied from the past.'
  if (!source.mayEdit) return `only who may patch ${source.ref.kind}s can.`
  if (at !== undefined) return 'the clock is pinned.'
  if (isApplied) return 'the draft was applied already.'
  if (isRebaseNeeded) return 'the profile has changed, rebase the draft first.'
  if (base === null) return 'the garden gives the profile no resourceVersion. Copy the patch instead.'
  if (unreadable > 0) return 'a date or a time cannot be read.'
  if (edited.problems.some((problem) => problem !== null)) return 'an edit cannot be made.'
  if (answer === undefined) return hasFailed ? 'the effect is not known.' : 'the effect is being computed.'
  return hasChanges ? null : 'nothing would change.'
}
