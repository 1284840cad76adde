'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useMoment, useNow, useZone } from '@/lib/browser/clock'
import { ask } from '@/lib/browser/fetch-json'
import { EXCEPTIONS, JOURNAL } from '@/lib/browser/paths'
import type { MoreTimeAnswer, MoreTimeApplyAnswer } from '@/lib/contract/more-time'
import type { moreTimeApplyRoute } from '@/lib/questions/exceptions/contract'
import type { MoreTimeDraft } from '@/lib/questions/exceptions/queries'
import { GARDEN_IS_ASKED, MAY_BE_APPLIED } from '@/lib/words/apply'
import { madeTexts, moreTimeHeadline, moreTimePlans, movedClusterText } from '@/lib/words/more-time'
import { NoticeTexts, noticeOf } from '../outlook/notice-texts'
import { SentenceText } from '../outlook/texts'
import styles from '../ui/controls.module.css'
import { CopyButton } from '../ui/copy'
import { ConfirmForm, Dialog } from '../ui/dialog'
import { ErrorPart } from '../ui/error-part'
import { Icon } from '../ui/icon'
import { Link } from '../ui/link'
import { ApplyOutcome } from '../ui/outcome'

interface MoreTimeDialogProps {
  readonly answer: MoreTimeAnswer
  readonly draft: MoreTimeDraft
  readonly isDryRun: boolean
  readonly onClose: () => void
  /** Called as soon as the namespaced profile is written. */
  readonly onApplied: () => void
}

/** Says what is going to be written, does it once what is grave is confirmed, and tells what became of each object. */
export function MoreTimeDialog({ answer: now, draft, isDryRun, onClose, onApplied }: MoreTimeDialogProps): ReactNode {
  // What was applied is told as it was asked, not as it is then.
  const [answer] = useState(now)
  const { asked, reason } = draft
  const client = useQueryClient()
  const zone = useZone()
  const { target, clusters, project } = answer
  const moving = clusters.filter(({ moves }) => moves)
  const send = useMutation<MoreTimeApplyAnswer, Error, string | undefined>({
    mutationFn: (confirm) =>
      ask<typeof moreTimeApplyRoute>('POST /api/more-time/apply', {
        body: {
          project: asked.project,
          profile: asked.profile,
          image: asked.image,
          version: asked.version,
          until: answer.until,
          clusters: moving.map(({ name }) => name),
          base: target.resourceVersion,
          bases: Object.fromEntries(
            moving.flatMap(({ name, resourceVersion }) => (resourceVersion === null ? [] : [[name, resourceVersion]])),
          ),
          dryRun: isDryRun,
          zone,
          ...(confirm !== undefined && { confirm }),
          ...(reason.trim() !== '' && { reason }),
        },
      }),
    onSuccess: ({ outcome }) => {
      if (outcome === 'applied') onApplied()
      if (!isDryRun || outcome === 'conflict') void client.invalidateQueries()
    },
  })
  const { mutate } = send
  useEffect(() => {
    if (isDryRun) mutate(undefined)
  }, [isDryRun, mutate])
  const result = send.data
  const typing = result?.profile.outcome === 'unconfirmed' ? result.profile.confirmation.typing : null
  const isOpen = !isDryRun && (result === undefined || result.outcome === 'unconfirmed')
  const title = isDryRun ? `Dry-run: more time for ${project}` : `More time for ${project}`
  return (
    <Dialog title={title} onClose={onClose}>
      <p className={styles.headline}>
        <SentenceText sentence={moreTimeHeadline(answer, zone)} />
      </p>
      {isOpen && (
        <>
          <h3>What is written</h3>
          <ol className={styles.written}>
            {madeTexts(answer).map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ol>
          <ConfirmForm
            name={target.name}
            typing={typing}
            because={result?.profile.outcome === 'unconfirmed' ? result.profile.confirmation.sentence : ''}
            isPending={send.isPending}
            onConfirm={(typed) => mutate(typing === null ? undefined : typed)}
            onCancel={onClose}
          >
            {reason.trim() === '' ? 'No reason is given. ' : `Why: ${reason.trim()} `}
            {answer.refusals.length > 0 && 'The garden will refuse it.'}
          </ConfirmForm>
        </>
      )}
      {isDryRun && send.isPending && <p className="muted">{GARDEN_IS_ASKED}</p>}
      {send.isError && <ErrorPart error={send.error} onRetry={() => mutate(send.variables)} rest={MAY_BE_APPLIED} />}
      {result && result.profile.outcome !== 'unconfirmed' && result.profile.outcome !== 'unexplained' && (
        <>
          {result.clusters.length > 0 && (
            <ul className="lines" aria-label="Clusters">
              {result.clusters.map(({ name, answer: moved }) => {
                const { ok, text } = movedClusterText(moved)
                return (
                  <li key={name}>
                    <span className={ok ? undefined : 'bad'}>
                      <Icon name={ok ? 'check' : 'stop'} /> <b>{name}</b> {text}
                    </span>
                  </li>
                )
              })}
            </ul>
          )}
          <ApplyOutcome
            name={target.name}
            result={result.profile}
            names={() => madeTexts(answer)}
            next={
              <>
                <Link className="link underlined" href={EXCEPTIONS}>
                  All exceptions
                </Link>{' '}
                <Link className="link underlined" href={JOURNAL}>
                  Journal, with the way back
                </Link>
              </>
            }
            onClose={onClose}
          />
        </>
      )}
    </Dialog>
  )
}

interface MoreTimeNoticeProps {
  readonly answer: MoreTimeAnswer
  readonly onClose: () => void
}

/** What the owners of the project are told. */
export function MoreTimeNotice({ answer, onClose }: MoreTimeNoticeProps): ReactNode {
  const moment = useMoment()
  const now = useNow()
  const zone = useZone()
  const { project, people, target, clusters, changes } = answer
  const changed = clusters.filter(({ change }) => change !== 'unchanged')
  const notice = noticeOf(moment, {
    project,
    people,
    changes,
    profile: target.name,
    isNew: target.isNew,
    plans: moreTimePlans(answer, zone),
    rows: changed.map(({ before, after, ...one }) => ({ ...one, outlook: { before, after } })),
    total: changed.length,
    now,
    zone,
  })
  return (
    <Dialog title="Tell the owners" note={project} look="wide" onClose={onClose}>
      <div className="bar">
        <span className="grow" />
        <CopyButton text={notice.text} label="Copy" look="primary" />
      </div>
      <NoticeTexts project={project} notice={notice} />
    </Dialog>
  )
}
