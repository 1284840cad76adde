'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { withMoment } from '@/lib/browser/at'
import { useMoment, useZone } from '@/lib/browser/clock'
import { DRAFTS, EXCEPTIONS, MORE_TIME, versionPage, WORKBENCH } from '@/lib/browser/paths'
import { BASE_PATH } from '@/lib/contract/base-path'
import { onWire } from '@/lib/contract/dates'
import type { MoreTimeAnswer } from '@/lib/contract/more-time'
import { shortName } from '@/lib/contract/version-name'
import { NOTHING_AT_ANOTHER_CLOCK } from '@/lib/contract/words'
import { keepDraft } from '@/lib/questions/draft/browser/kept-drafts'
import { exceptionsQueries, type MoreTimeDraft, moreTimeAddress, moreTimeIn } from '@/lib/questions/exceptions/queries'
import { NO_OWNER } from '@/lib/words/draft'
import { nameOf } from '@/lib/words/phrases'
import { clockText, countOf, dayText } from '@/lib/words/time-text'
import { TakeAway } from '../take-away/take-away'
import { Button } from '../ui/button'
import parts from '../ui/change.module.css'
import { lateIf, QueryError } from '../ui/error-part'
import { lazyPart } from '../ui/lazy-part'
import { Link } from '../ui/link'
import { PageHead } from '../ui/page-head'
import { SkeletonBar } from '../ui/parts'
import styles from './exceptions.module.css'
import { Effect } from './more-time-effect'
import { MoreTimeForm } from './more-time-form'

// Loaded when they are first opened.
const MoreTimeDialog = lazyPart(() => import('./more-time-dialog').then((part) => part.MoreTimeDialog))
const MoreTimeNotice = lazyPart(() => import('./more-time-dialog').then((part) => part.MoreTimeNotice))

const NAMES = {
  crumbs: [
    { text: 'Changes', href: WORKBENCH },
    { text: 'Drafts', href: DRAFTS },
  ],
} as const

/**
 * One project gets more time: what is asked at the left, what it does at the right. Nothing is written until it is applied.
 * `draft`: of the address; null: it names no project, profile and version.
 */
export function MoreTimePage({ draft }: { readonly draft: MoreTimeDraft | null }): ReactNode {
  if (draft === null)
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
  return <Draft begun={draft} />
}

function Draft({ begun }: { readonly begun: MoreTimeDraft }): ReactNode {
  const moment = useMoment()
  const zone = useZone()
  const router = useRouter()
  const [draft, setDraft] = useState(begun)
  const { asked } = draft
  const query = useQuery({ ...exceptionsQueries.moreTime({ ...moment, ...asked }), placeholderData: keepPreviousData })
  const { data } = query
  const kept = useKept(draft, query.isPlaceholderData ? undefined : data)
  useEffect(() => {
    // The server is not told what stands behind the `#`.
    const read = moreTimeIn(window.location.href.split('?', 2)[1] ?? '')
    if (read !== null) setDraft((known) => ({ ...known, reason: read.reason }))
  }, [])
  const become = (next: MoreTimeDraft) => {
    setDraft(next)
    window.history.replaceState(null, '', BASE_PATH + withMoment(`${MORE_TIME}?${moreTimeAddress(next)}`, moment))
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
        <TakeAway of={data} />
        <Button
          look="quiet"
          onClick={() => {
            kept.discard()
            router.push(withMoment(DRAFTS, moment))
          }}
        >
          Discard draft
        </Button>
      </PageHead>
      <QueryError query={query} />
      {data === undefined ? (
        !query.isError && <SkeletonBar width="60%" height="28px" />
      ) : (
        <>
          <div className={`columns ruled ${parts.columns}`}>
            <MoreTimeForm
              answer={data}
              onAsk={(change) => become({ ...draft, asked: { ...asked, ...change } })}
              reason={draft.reason}
              onReason={(reason) => become({ ...draft, reason })}
            />
            <section
              className={`${parts.effect} ${styles.effect}`}
              aria-label="Effect"
              {...lateIf(query.isPlaceholderData)}
            >
              <Effect answer={data} />
            </section>
          </div>
          <Dock answer={data} draft={draft} isOld={query.isPlaceholderData} onApplied={kept.discard} />
        </>
      )}
    </>
  )
}

/** Keeps the draft in this browser from when it is opened until it is applied or discarded; what is changed then is another one. */
function useKept(draft: MoreTimeDraft, answer: MoreTimeAnswer | undefined): { readonly discard: () => void } {
  const text = moreTimeAddress(draft)
  const before = useRef<string>(null)
  const gone = useRef<string>(null)
  const profile = answer && `${answer.target.namespace}/${answer.target.name}`
  const objects = answer && 1 + answer.clusters.filter(({ moves }) => moves).length
  useEffect(() => {
    if (profile === undefined || objects === undefined || gone.current === text) return
    keepDraft({ kind: 'more-time', profile, text, edits: objects, at: onWire(Date.now()) }, before.current)
    before.current = text
  }, [text, profile, objects])
  return {
    discard: () => {
      gone.current = text
      keepDraft(null, before.current)
    },
  }
}

interface DockProps {
  readonly answer: MoreTimeAnswer
  readonly draft: MoreTimeDraft
  /** Whether it answers what was asked before. */
  readonly isOld: boolean
  readonly onApplied: () => void
}

function Dock({ answer, draft, isOld, onApplied }: DockProps): ReactNode {
  const zone = useZone()
  const moment = useMoment()
  const [dialog, setDialog] = useState<'owners' | 'dry-run' | 'apply'>()
  const [isMore, setMore] = useState(false)
  const moving = answer.clusters.filter(({ moves }) => moves).length
  const isPinned = moment.at !== undefined || moment.seen !== undefined
  const { target, warnings } = answer
  const off = isPinned ? NOTHING_AT_ANOTHER_CLOCK : isOld ? 'The effect is being computed.' : null
  const hasChanges = answer.clusters.some(({ change }) => change !== 'unchanged')
  const close = () => setDialog(undefined)
  return (
    <section className={parts.dock} aria-label="Apply" data-more={isMore || undefined}>
      <div className={`bar ${parts.row}`}>
        <p>
          <b>
            {target.isNew ? '1 object made' : '1 object changed'}, {countOf(moving, 'cluster')} moved
            {warnings.length > 0 && `, ${countOf(warnings.length, 'warning')}`}.
          </b>{' '}
          <span className={`muted ${parts.rest}`}>
            The time ends on {dayText(answer.until, zone)}, the object stays: see{' '}
            <Link className="link underlined" href={EXCEPTIONS}>
              all exceptions
            </Link>
            .
          </span>
        </p>
        <div className="bar">
          <Button
            className={parts.rest}
            disabled={isOld || !hasChanges}
            title={hasChanges ? undefined : NO_OWNER}
            onClick={() => setDialog('owners')}
          >
            Tell the owners
          </Button>
          <Button className={parts.rest} disabled={off !== null} onClick={() => setDialog('dry-run')}>
            Dry-run
          </Button>
          <Button className={parts.more} aria-expanded={isMore} onClick={() => setMore(!isMore)}>
            More
          </Button>
          <Button
            look="primary"
            disabled={off !== null}
            title={off ?? undefined}
            aria-describedby={isPinned ? 'apply-off' : undefined}
            onClick={() => setDialog('apply')}
          >
            Apply…
          </Button>
        </div>
      </div>
      {isPinned && (
        <p className="tiny muted" id="apply-off">
          <b className="bad">Apply is off:</b> {off}
        </p>
      )}
      {dialog === 'owners' && <MoreTimeNotice answer={answer} onClose={close} />}
      {(dialog === 'dry-run' || dialog === 'apply') && (
        <MoreTimeDialog
          answer={answer}
          draft={draft}
          isDryRun={dialog === 'dry-run'}
          onClose={close}
          onApplied={onApplied}
        />
      )}
    </section>
  )
}
