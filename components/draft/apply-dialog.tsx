'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useZone } from '@/lib/browser/clock'
import { ask } from '@/lib/browser/fetch-json'
import type { ApplyAnswer, Confirmation, ProfileEntry } from '@/lib/contract/apply'
import type { EditBody } from '@/lib/contract/edits'
import type { WhatIfAnswer } from '@/lib/contract/what-if'
import { plansOf } from '@/lib/questions/draft/browser/items'
import type { ApplyRoute } from '@/lib/questions/draft/contract'
import { draftQueries } from '@/lib/questions/draft/queries'
import { confirmationOf } from '@/lib/words/confirmation'
import { UnmetRule } from '../evidence/evidence-figures'
import { Button } from '../ui/button'
import { ConfirmForm, Dialog } from '../ui/dialog'
import styles from '../ui/dialog.module.css'
import { ErrorPart } from '../ui/error-part'
import { ApplyOutcome } from '../ui/outcome'

interface ApplyDialogProps {
  readonly name: string
  readonly edits: readonly EditBody[]
  /** The `resourceVersion` that the draft is made for. */
  readonly base: string
  readonly answer: WhatIfAnswer | undefined
  readonly isDryRun: boolean
  readonly onClose: () => void
  readonly onApplied: (inverse: readonly EditBody[] | null) => void
  readonly onSent: (entry: ProfileEntry) => void
}

/** Says with numbers what is going to happen, does it once that is confirmed, and tells what became of it. */
export function ApplyDialog(props: ApplyDialogProps): ReactNode {
  const { name, edits, base, answer, isDryRun, onClose } = props
  const client = useQueryClient()
  const zone = useZone()
  const [told, setTold] = useState<string | null>(null)
  const [isUnmet, setUnmet] = useState(false)
  const [reason, setReason] = useState('')
  const promotions = isDryRun ? [] : promotionsIn(edits)
  const asked = answer && confirmationOf(name, answer.figures, answer.figures.others)
  const typing = isDryRun ? null : (told ?? asked?.typing ?? null)
  const send = useMutation<ApplyAnswer, Error, string>({
    // After `unreachable` it may have been applied: to apply it again with the same `base` tells, as it is a conflict then.
    mutationFn: (typed) => {
      const confirm = typing === null ? undefined : typed
      const why = isUnmet ? { reason } : {}
      return ask<ApplyRoute>('POST /api/apply', {
        body: { profile: name, base, edits, dryRun: isDryRun, confirm, ...why },
      })
    },
    onSuccess: (result) => {
      // Before the garden is asked: what has changed then is known to be this.
      if (result.outcome === 'applied') props.onSent(result.entry)
      if (result.outcome === 'unconfirmed') setTold(result.confirmation.typing)
      if (result.outcome === 'unexplained') setUnmet(true)
      // What is shown may be older than what the garden has.
      if (!isDryRun || result.outcome === 'conflict') void client.invalidateQueries()
    },
  })
  // Asked as long as nothing is sent: what the profile says now is then known should somebody else be faster.
  const texts = useQuery({ ...draftQueries.draftTexts({ profile: name, edits }), enabled: !isDryRun && send.isIdle })
  const file = texts.data?.file ?? null
  const { mutate } = send
  useEffect(() => {
    if (isDryRun) mutate('')
  }, [isDryRun, mutate])
  const result = send.data
  const confirmation = result === undefined ? asked : confirmationIn(name, result)
  const isAsked = result?.outcome === 'unconfirmed' || result?.outcome === 'unexplained'
  const isOpen = !isDryRun && (result === undefined || isAsked)
  return (
    <Dialog
      title={isDryRun ? `Dry-run of the draft for ${name}` : `Apply the draft to ${name}`}
      onClose={() => {
        if (result?.outcome === 'applied') props.onApplied(null)
        onClose()
      }}
    >
      <div className={styles.body}>
        {confirmation && <p className="lead">{confirmation.sentence}</p>}
        {isOpen &&
          promotions.map(({ image, version }) => (
            <UnmetRule key={`${image} ${version}`} profile={name} image={image} version={version} onUnmet={setUnmet} />
          ))}
        {result?.outcome === 'unexplained' && <p role="alert">{result.message}</p>}
        {isOpen && isUnmet && (
          <label className={styles.ask}>
            Why all the same? It is kept in the journal.
            <textarea rows={3} maxLength={1000} value={reason} onChange={(event) => setReason(event.target.value)} />
          </label>
        )}
        {isOpen && (
          <ConfirmForm
            name={name}
            typing={typing}
            because={confirmation?.because ?? 'it must be confirmed'}
            isPending={send.isPending}
            isIncomplete={isUnmet && reason.trim() === ''}
            onConfirm={mutate}
            onCancel={onClose}
          >
            Made for resourceVersion {base}. {file !== null && `It is written into ${file}. `}If {name} has changed
            since, nothing is written.
          </ConfirmForm>
        )}
        {isDryRun && send.isPending && <p className="muted">The garden is asked.</p>}
        {send.isError && (
          <ErrorPart
            error={send.error}
            onRetry={() => mutate(send.variables ?? '')}
            rest="It may have been applied: to apply it again tells."
          />
        )}
        {result && result.outcome !== 'unconfirmed' && result.outcome !== 'unexplained' && (
          <ApplyOutcome
            name={name}
            result={result}
            words={WORDS}
            names={() => plansOf(edits, zone)}
            next={
              result.outcome === 'applied' && (
                <Button
                  onClick={() => {
                    props.onApplied(result.entry.inverse)
                    onClose()
                  }}
                >
                  Draft the edits that undo it
                </Button>
              )
            }
            onClose={() => {
              if (result.outcome === 'applied') props.onApplied(null)
              onClose()
            }}
          />
        )}
      </div>
    </Dialog>
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

/** What an outcome says about the effect: once applied, the draft itself has none any more. */
function confirmationIn(name: string, result: ApplyAnswer): Confirmation | undefined {
  if (result.outcome === 'applied') return confirmationOf(name, result.entry.effect)
  return result.outcome === 'accepted' || result.outcome === 'unconfirmed' ? result.confirmation : undefined
}
