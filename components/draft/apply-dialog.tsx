'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useNow, useZone } from '@/lib/browser/clock'
import { ask } from '@/lib/browser/fetch-json'
import { JOURNAL, shootsPage, TONIGHT } from '@/lib/browser/paths'
import type { ApplyAnswer, NoticesToSend, ProfileJournalEntry } from '@/lib/contract/apply'
import type { EditBody } from '@/lib/contract/edits'
import type { applyRoute } from '@/lib/questions/draft/contract'
import { draftQueries } from '@/lib/questions/draft/queries'
import { GARDEN_IS_ASKED, MAY_BE_APPLIED } from '@/lib/words/apply'
import { confirmationOf, draftHeadline } from '@/lib/words/confirmation'
import { sentText } from '@/lib/words/draft-notice'
import { plansOf } from '@/lib/words/edits'
import { profileName } from '@/lib/words/phrases'
import { countOf, fullText } from '@/lib/words/time-text'
import { usePromoted } from '../evidence/evidence-figures'
import { SentenceText } from '../outlook/texts'
import { Button, ButtonLink, Checkbox } from '../ui/button'
import styles from '../ui/controls.module.css'
import { ConfirmForm, Dialog } from '../ui/dialog'
import { ErrorPart } from '../ui/error-part'
import { Link } from '../ui/link'
import { ApplyOutcome } from '../ui/outcome'
import { Fold } from '../ui/section'
import { Warnings } from './effect-panel'
import type { DraftWork } from './use-work'

interface ApplyDialogProps {
  readonly work: DraftWork
  /** The `resourceVersion` that the draft is made for. */
  readonly base: string
  readonly isDryRun: boolean
  readonly onClose: () => void
  readonly onApplied: (inverse: readonly EditBody[] | null) => void
  readonly onSent: (entry: ProfileJournalEntry) => void
}

/** Says what is going to happen, does it once each of what is grave is confirmed, and tells what became of it. */
export function ApplyDialog(props: ApplyDialogProps): ReactNode {
  const { work, base, isDryRun, onClose } = props
  const { edits, ofDraft: answer } = work
  const name = profileName(work.source.ref)
  const client = useQueryClient()
  const told = { zone: useZone(), now: useNow() }
  const { zone } = told
  const [known, setKnown] = useState<ReturnType<typeof confirmationOf> | null>(null)
  const [isUnexplained, setUnexplained] = useState(false)
  const [reason, setReason] = useState('')
  const [tell, setTell] = useState(false)
  const promoted = usePromoted(name, isDryRun ? [] : promotionsIn(edits))
  const isUnmet = isUnexplained || promoted.some(({ unmet }) => unmet !== null)
  const asked = known ?? (answer && confirmationOf(name, answer.figures, told, answer.figures.others))
  const typing = isDryRun ? null : (asked?.typing ?? null)
  const send = useMutation<ApplyAnswer, Error, string>({
    // After `unreachable` it may have been applied: to apply it again with the same `base` tells, as it is a conflict then.
    mutationFn: (typed) => {
      const confirm = typing === null ? undefined : typed
      const beside = promoted.flatMap((one) => one.beside)
      const why = isUnmet ? { reason } : {}
      return ask<typeof applyRoute>('POST /api/apply', {
        body: { profile: name, base, edits, dryRun: isDryRun, zone, confirm, beside, tell, ...why },
      })
    },
    onSuccess: (result) => {
      // Before the garden is asked: what has changed then is known to be this.
      if (result.outcome === 'applied') props.onSent(result.entry)
      if (result.outcome === 'unconfirmed') setKnown(result.confirmation)
      if (result.outcome === 'unexplained') setUnexplained(true)
      // What is shown may be older than what the garden has.
      if (!isDryRun || result.outcome === 'conflict') void client.invalidateQueries()
    },
  })
  // Asked as long as nothing is sent: what the profile says now is then known should another change be faster.
  const texts = useQuery({ ...draftQueries.draftTexts({ profile: name, edits }), enabled: !isDryRun && send.isIdle })
  const file = texts.data?.file ?? null
  const { mutate } = send
  useEffect(() => {
    if (isDryRun) mutate('')
  }, [isDryRun, mutate])
  const result = send.data
  const isAsked = result?.outcome === 'unconfirmed' || result?.outcome === 'unexplained'
  const isOpen = !isDryRun && (result === undefined || isAsked)
  const broken = work.findings.length
  const close = (inverse: readonly EditBody[] | null = null) => {
    if (result?.outcome === 'applied') props.onApplied(inverse)
    onClose()
  }
  if (result?.outcome === 'applied') {
    return (
      <Dialog title={`Applied to ${name}`} onClose={close}>
        <AppliedPart name={name} result={result} onClose={close} />
      </Dialog>
    )
  }
  return (
    <Dialog title={isDryRun ? `Dry-run of the draft for ${name}` : `Apply the draft to ${name}`} onClose={close}>
      {answer && (
        <p className={styles.headline}>
          <SentenceText sentence={draftHeadline(asked?.effect ?? answer.figures, told, answer.figures.others)} />
        </p>
      )}
      {isOpen && (
        <>
          <Warnings warnings={work.warnings} />
          <h3>What is written</h3>
          <ol className={styles.written}>
            {plansOf(edits, zone).map((plan) => (
              <li key={plan}>{plan}</li>
            ))}
          </ol>
        </>
      )}
      {isOpen &&
        promoted.map(({ unmet, link }) =>
          unmet === null ? null : (
            <p key={link.key} className="callout">
              {unmet} {link}
            </p>
          ),
        )}
      {result?.outcome === 'unexplained' && <p role="alert">{result.message}</p>}
      {isOpen && isUnmet && (
        <label className={styles.ask}>
          Why all the same? It is kept in the journal.
          <textarea rows={3} maxLength={1000} value={reason} onChange={(event) => setReason(event.target.value)} />
        </label>
      )}
      {isOpen && texts.data?.notices != null && texts.data.notices.notices.length > 0 && (
        <TellProjects to={texts.data.notices} isChosen={tell} onChange={setTell} />
      )}
      {isOpen && (
        <ConfirmForm
          name={name}
          typing={typing}
          reasons={[
            ...(asked?.reasons ?? []),
            ...(broken === 0 ? [] : [`The garden will refuse it: ${countOf(broken, 'rule is', 'rules are')} broken.`]),
          ]}
          isPending={send.isPending}
          isIncomplete={isUnmet && reason.trim() === ''}
          onConfirm={mutate}
          onCancel={onClose}
        >
          Made for resourceVersion {base}. {file !== null && `It is written into ${file}. `}If {name} has changed since,
          nothing is written.
        </ConfirmForm>
      )}
      {isDryRun && send.isPending && <p className="muted">{GARDEN_IS_ASKED}</p>}
      {send.isError && (
        <ErrorPart error={send.error} onRetry={() => mutate(send.variables ?? '')} rest={MAY_BE_APPLIED} />
      )}
      {result && result.outcome !== 'unconfirmed' && result.outcome !== 'unexplained' && (
        <ApplyOutcome name={name} result={result} words={WORDS} names={() => plansOf(edits, zone)} onClose={onClose} />
      )}
    </Dialog>
  )
}

interface TellProjectsProps {
  readonly to: NoticesToSend
  readonly isChosen: boolean
  readonly onChange: (isChosen: boolean) => void
}

/** Whether projects are told, where to, and what is sent. */
function TellProjects({ to: { host, notices }, isChosen, onChange }: TellProjectsProps): ReactNode {
  return (
    <>
      <Checkbox isOn={isChosen} onChange={onChange}>
        Tell {countOf(notices.length, 'project')} at {host} once it is applied
      </Checkbox>
      <Fold summary="What is sent">
        {notices.map(({ project, body }) => (
          <Fold key={project} summary={project}>
            <textarea className={styles.text} readOnly aria-label={`What ${project} is told`} value={body} rows={12} />
          </Fold>
        ))}
      </Fold>
    </>
  )
}

const WORDS = {
  back: 'Back to the draft',
  rebase: 'Look at it, and rebase the draft',
  gone: 'The draft stays in the address.',
} as const

/** Versions that the edits make supported; whether they are previews is for their evidence to say. */
function promotionsIn(edits: readonly EditBody[]) {
  return edits.flatMap((edit) => (edit.kind === 'classify' && edit.classification === 'supported' ? [edit] : []))
}

interface AppliedPartProps {
  readonly name: string
  readonly result: Extract<ApplyAnswer, { outcome: 'applied' }>
  readonly onClose: (inverse?: readonly EditBody[]) => void
}

/** What the garden answered, and what follows from it. */
function AppliedPart({ name, result, onClose }: AppliedPartProps): ReactNode {
  const { entry, resourceVersion, unwritten, notices } = result
  const zone = useZone()
  return (
    <div role="status">
      <p className={styles.headline}>
        <b>The garden accepted it</b> {fullText(entry.at, zone)}; {name} now has resourceVersion {resourceVersion}.
      </p>
      <h3>What follows</h3>
      <p>
        <SentenceText sentence={draftHeadline(entry.effect, { zone, now: entry.at })} />{' '}
        <Link className="link" href={shootsPage({ event: ['forced', 'fails'], within: '365', profile: [name] })}>
          What is ahead now
        </Link>{' '}
        {entry.effect.gained?.soon ? (
          <Link className="link" href={TONIGHT}>
            Watch tonight
          </Link>
        ) : null}
      </p>
      {notices === undefined ? null : (
        <p className={[notices.failed, notices.unsure, notices.unreached].flat().length > 0 ? 'bad' : 'muted'}>
          {sentText(notices)}
        </p>
      )}
      <div className={`bar ${styles.ends}`}>
        <p className={unwritten === null ? 'muted small' : 'bad'}>
          {unwritten ?? 'It is written to the journal, and this draft is closed.'}
        </p>
        <Button look="quiet" onClick={() => onClose(entry.inverse)}>
          Draft the edits that undo it
        </Button>
        <ButtonLink href={JOURNAL}>Open the journal</ButtonLink>
        <Button look="primary" onClick={() => onClose()}>
          Done
        </Button>
      </div>
    </div>
  )
}
