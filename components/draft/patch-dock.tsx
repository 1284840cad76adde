'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { useMoment, useNow, useZone } from '@/lib/browser/clock'
import { statusQueries } from '@/lib/browser/query'
import type { ProfileJournalEntry } from '@/lib/contract/apply'
import { itemsOf } from '@/lib/contract/edit-items'
import type { EditBody } from '@/lib/contract/edits'
import { offsetText } from '@/lib/contract/zone'
import { canonicalText } from '@/lib/questions/draft/browser/effect-rows'
import { draftQueries } from '@/lib/questions/draft/queries'
import { noOwnerText } from '@/lib/words/draft'
import { profileName } from '@/lib/words/phrases'
import { agoText, clockText, countOf } from '@/lib/words/time-text'
import { Button } from '../ui/button'
import styles from '../ui/change.module.css'
import { DiffLines } from '../ui/diff-lines'
import { Answered, lateIf } from '../ui/error-part'
import { useUnreadable } from '../ui/fields'
import { lazyPart } from '../ui/lazy-part'
import { SkeletonBar } from '../ui/parts'
import { Fold } from '../ui/section'
import type { DraftWork } from './use-work'

// Loaded when they are first opened.
const ApplyDialog = lazyPart(() => import('./apply-dialog').then((part) => part.ApplyDialog))
const NoticeDialog = lazyPart(() => import('./copy-dialogs').then((part) => part.NoticeDialog))
const TextsDialog = lazyPart(() => import('./copy-dialogs').then((part) => part.TextsDialog))

interface PatchDockProps {
  readonly work: DraftWork
  /** The state that the draft is made for. */
  readonly base: string | null
  readonly isRebaseNeeded: boolean
  readonly isApplied: boolean
  /** When the profile was read, in milliseconds. */
  readonly readAt: number
  /** Called with edits to go on with: those that undo what was applied. */
  readonly onApplied: (next: readonly EditBody[]) => void
  /** Called as soon as it is applied. */
  readonly onSent: (entry: ProfileJournalEntry) => void
}

/** What would be written, line by line, and the ways to get it there. */
export function PatchDock(props: PatchDockProps): ReactNode {
  const { work, base, readAt } = props
  const { source, edited, edits, ofDraft: answer, warnings } = work
  const now = useNow()
  const zone = useZone()
  const [dialog, setDialog] = useState<'texts' | 'owners' | 'dry-run' | 'apply'>()
  const [isMore, setMore] = useState(false)
  const isChanged = useMemo(() => {
    const [before, after] = edited.written
    return canonicalText(before) !== canonicalText(after)
  }, [edited])
  const off = useOffReason(props, isChanged)
  const name = profileName(source.ref)
  /** Why there is nothing to tell owners; null: there is. */
  const telling = answer === undefined ? 'The effect is not known yet.' : noOwnerText(answer.figures)
  const close = () => setDialog(undefined)
  const items = itemsOf(edits).length
  return (
    <section className={styles.dock} aria-label="Patch" data-more={isMore || undefined}>
      <div className={`bar ${styles.row}`}>
        <p>
          <b>{countOf(items, 'edit')}</b>
          {warnings.length > 0 && (
            <>
              , <b>{countOf(warnings.length, 'warning')}</b>
            </>
          )}
          .{' '}
          <span className={`muted ${styles.rest}`}>
            {base !== null && `Based on resourceVersion ${base}, `}
            read {clockText(readAt, zone)} {offsetText(zone, readAt)}, {agoText(readAt, now)}. If {name} changes before
            you apply, the patch is refused.
          </span>
        </p>
        <div className="bar">
          <Button className={styles.rest} icon="copy" disabled={!isChanged} onClick={() => setDialog('texts')}>
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
          <Button className={styles.rest} disabled={!isChanged || base === null} onClick={() => setDialog('dry-run')}>
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
      <div className={styles.rest}>
        {isChanged ? (
          <Fold summary="Lines that change">
            <ChangedLines name={name} edits={edits} isSettled={answer !== undefined || work.query.isError} />
          </Fold>
        ) : (
          <p className="note">Nothing would be written.</p>
        )}
      </div>
      {dialog === 'texts' && <TextsDialog name={name} edits={edits} onClose={close} />}
      {dialog === 'owners' && answer !== undefined && (
        <NoticeDialog answer={answer} asked={work.asked} onClose={close} />
      )}
      {(dialog === 'dry-run' || dialog === 'apply') && base !== null && (
        <ApplyDialog
          work={work}
          base={base}
          isDryRun={dialog === 'dry-run'}
          onClose={close}
          onApplied={(inverse) => props.onApplied(inverse ?? [])}
          onSent={props.onSent}
        />
      )}
    </section>
  )
}

interface ChangedLinesProps {
  readonly name: string
  readonly edits: readonly EditBody[]
  /** Whether nothing is being typed any more. */
  readonly isSettled: boolean
}

/** The lines as the garden would write them. */
export function ChangedLines({ name, edits, isSettled }: ChangedLinesProps): ReactNode {
  const query = useQuery({
    ...draftQueries.draftTexts({ profile: name, edits }),
    enabled: isSettled,
    placeholderData: keepPreviousData,
  })
  return (
    <Answered query={query} waiting={<SkeletonBar width="60%" height="4rem" />}>
      {({ difference }) => (
        <div {...lateIf(query.isPlaceholderData)}>
          <DiffLines label="Changed lines" lines={difference} />
        </div>
      )}
    </Answered>
  )
}

/** Why nothing can be applied now; null: it can. */
function useOffReason({ work, base, isRebaseNeeded, isApplied }: PatchDockProps, hasChanges: boolean): string | null {
  const { source, edited, ofDraft, query } = work
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
  if (ofDraft === undefined) return query.isError ? 'the effect is not known.' : 'the effect is being computed.'
  return hasChanges ? null : 'nothing would change.'
}
