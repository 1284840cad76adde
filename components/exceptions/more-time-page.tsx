'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useMoment, useZone } from '@/lib/browser/clock'
import { DRAFTS, EXCEPTIONS, selection, versionPage, WORKBENCH } from '@/lib/browser/paths'
import { useUrlState } from '@/lib/browser/url-state'
import { shortName } from '@/lib/contract/version-name'
import type { MoreTimeAnswer } from '@/lib/questions/exceptions/contract'
import { type AskedMoreTime, exceptionsQueries } from '@/lib/questions/exceptions/queries'
import { nameOf } from '@/lib/words/phrases'
import { clockText, countOf, dayText } from '@/lib/words/time-text'
import { TakeAway } from '../take-away/take-away'
import { Button } from '../ui/button'
import parts from '../ui/change.module.css'
import { CopyLink } from '../ui/copy'
import dock from '../ui/dock.module.css'
import { ErrorPart } from '../ui/error-part'
import { later } from '../ui/later'
import { Link } from '../ui/link'
import { PageHead } from '../ui/page-head'
import { SkeletonBar } from '../ui/parts'
import styles from './exceptions.module.css'
import { Asked } from './more-time-asked'
import { Effect } from './more-time-effect'
import { Written } from './more-time-written'

// Loaded when it is first opened.
const MoreTimeDialog = later(() => import('./more-time-dialog').then((part) => part.MoreTimeDialog))

const NAMES = {
  crumbs: [
    { text: 'Changes', href: WORKBENCH },
    { text: 'Drafts', href: DRAFTS },
  ],
} as const

/**
 * One project gets more time: what is asked at the left, what it does at the right. Nothing is written until it is applied.
 * `asked`: of the address; null: it names no project, profile and version.
 */
export function MoreTimePage({ asked }: { readonly asked: AskedMoreTime | null }): ReactNode {
  if (asked === null)
    return (
      <>
        <PageHead {...NAMES} here="More time" title="More time for one project" />
        <p>
          It is asked from a version, a project or a stuck cluster. What was given is in the list of{' '}
          <Link className="link underlined" href={EXCEPTIONS}>
            exceptions
          </Link>
          .
        </p>
      </>
    )
  return <Draft begun={asked} />
}

function Draft({ begun }: { readonly begun: AskedMoreTime }): ReactNode {
  const moment = useMoment()
  const zone = useZone()
  const { set } = useUrlState()
  const [asked, setAsked] = useState(begun)
  const query = useQuery({ ...exceptionsQueries.moreTime({ ...moment, ...asked }), placeholderData: keepPreviousData })
  const { data } = query
  const ask = (change: Partial<AskedMoreTime>) => {
    const next = { ...asked, ...change }
    setAsked(next)
    set({
      select: selection(next.image ?? 'Kubernetes', next.version),
      until: next.until?.slice(0, 10),
      clusters: next.clusters === undefined ? undefined : next.clusters.join(',') || 'none',
    })
  }
  const { project, image, version } = asked
  return (
    <>
      <PageHead
        {...NAMES}
        here={data?.target.name ?? 'More time'}
        title={`More time for ${data?.project ?? project}`}
        facts={
          <span className="muted small">
            Draft: nothing changes until you apply. Asked from{' '}
            {data === undefined ? (
              nameOf(image, version)
            ) : (
              <Link
                className="link underlined"
                href={versionPage({ kind: 'CloudProfile', name: data.root }, image ?? 'Kubernetes', version)}
              >
                {data.root} {shortName(image, version)}
              </Link>
            )}
            {data && `. Based on the garden as of ${clockText(data.observedAt, zone)}.`}
          </span>
        }
      >
        <TakeAway at={data?.at} />
        <CopyLink of={data} />
      </PageHead>
      {query.isError && (
        <ErrorPart error={query.error} at={query.errorUpdatedAt} onRetry={() => void query.refetch()} />
      )}
      {data === undefined ? (
        !query.isError && <SkeletonBar width="60%" height="28px" />
      ) : (
        <Shown answer={data} asked={asked} isOld={query.isPlaceholderData} onAsk={ask} />
      )}
    </>
  )
}

interface ShownProps {
  readonly answer: MoreTimeAnswer
  readonly asked: AskedMoreTime
  /** It answers what was asked before. */
  readonly isOld: boolean
  readonly onAsk: (change: Partial<AskedMoreTime>) => void
}

function Shown({ answer, asked, isOld, onAsk }: ShownProps): ReactNode {
  const [reason, setReason] = useState('')
  return (
    <>
      <div className={parts.columns}>
        <Asked answer={answer} onAsk={onAsk} reason={reason} onReason={setReason} />
        <section className={`${parts.effect} ${styles.effect}`} aria-label="Effect" aria-busy={isOld || undefined}>
          <Effect answer={answer} />
          <Written answer={answer} />
        </section>
      </div>
      <Dock answer={answer} asked={asked} reason={reason} isOld={isOld} />
    </>
  )
}

interface DockProps extends Pick<ShownProps, 'answer' | 'asked' | 'isOld'> {
  readonly reason: string
}

function Dock({ answer, asked, reason, isOld }: DockProps): ReactNode {
  const zone = useZone()
  const moment = useMoment()
  const [dialog, setDialog] = useState<'dry-run' | 'apply'>()
  const moving = answer.clusters.filter(({ moves }) => moves).length
  const isPinned = moment.at !== undefined || moment.seen !== undefined
  const { target, warnings } = answer
  const off = isPinned ? 'Nothing can be applied at another clock.' : isOld ? 'The effect is being computed.' : null
  return (
    <section className={dock.dock} aria-label="Apply">
      <div className={dock.row}>
        <p>
          <b>
            {target.isNew ? '1 object made' : '1 object changed'}, {countOf(moving, 'cluster')} moved
            {warnings.length > 0 && `, ${countOf(warnings.length, 'warning')}`}.
          </b>{' '}
          <span className="muted">
            The time ends on {dayText(answer.until, zone)}, the object stays: see{' '}
            <Link className="link underlined" href={EXCEPTIONS}>
              all exceptions
            </Link>
            .
          </span>
        </p>
        <div className={dock.buttons}>
          <Button disabled={off !== null} onClick={() => setDialog('dry-run')}>
            Dry-run
          </Button>
          <Button look="primary" disabled={off !== null} title={off ?? undefined} onClick={() => setDialog('apply')}>
            Apply…
          </Button>
        </div>
      </div>
      {dialog !== undefined && (
        <MoreTimeDialog
          answer={answer}
          asked={asked}
          reason={reason}
          isDryRun={dialog === 'dry-run'}
          onClose={() => setDialog(undefined)}
        />
      )}
    </section>
  )
}
