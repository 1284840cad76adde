'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { ask } from '@/lib/browser/fetch-json'
import { JOURNAL } from '@/lib/browser/paths'
import type { ShootApplyAnswer, ShootConfirmation } from '@/lib/contract/apply'
import type { PlannedEdit } from '@/lib/contract/planned-edit'
import type { NamespacedName } from '@/lib/engine/types'
import type { planRoute, shootApplyRoute } from '@/lib/questions/cluster/contract'
import { GARDEN_IS_ASKED, MAY_BE_APPLIED } from '@/lib/words/apply'
import { plannedText } from '@/lib/words/plan'
import { fullText } from '@/lib/words/time-text'
import { ConfirmForm, Dialog } from '../../ui/dialog'
import { ErrorPart } from '../../ui/error-part'
import { Link } from '../../ui/link'
import { ApplyOutcome } from '../../ui/outcome'

export interface ActDialogProps {
  readonly shoot: NamespacedName
  readonly edits: readonly PlannedEdit[]
  /** The `resourceVersion` that they are made for; left out: that of now. */
  readonly base?: string | undefined
  readonly onClose: () => void
}

interface SendVariables {
  readonly dryRun: boolean
  readonly confirm?: string
}

interface AnsweredSend {
  readonly base: string
  readonly answer: ShootApplyAnswer
  /** What the garden would accept; null: it was not asked, or would not. */
  readonly confirmation: ShootConfirmation | null
}

/** Asks the garden whether it would accept edits of a cluster, says what they do, and applies them once that is confirmed. */
export function ActDialog({ shoot: { namespace, name }, edits, base: given, onClose }: ActDialogProps): ReactNode {
  const client = useQueryClient()
  const path = { namespace, name }
  /** What the edits are made for, as long as the dialog is open, and what was told of them. */
  const made = useRef<Omit<AnsweredSend, 'answer'> | null>(null)
  const send = useMutation<AnsweredSend, Error, SendVariables>({
    // After `unreachable` it may have been applied: to apply it again with the same `base` tells, as it is a conflict then.
    mutationFn: async ({ dryRun, confirm }) => {
      made.current ??= { base: given ?? (await versionOf(path)), confirmation: null }
      const { base } = made.current
      const answer = await ask<typeof shootApplyRoute>('POST /api/shoots/[namespace]/[name]/apply', {
        path,
        body: { base, edits: [...edits], dryRun, confirm },
      })
      if ('confirmation' in answer) made.current = { base, confirmation: answer.confirmation }
      return { ...made.current, answer }
    },
    onSuccess: ({ answer: { outcome } }) => {
      // What is shown may be older than what the garden has.
      if (outcome === 'applied' || outcome === 'conflict') void client.invalidateQueries()
    },
  })
  const { mutate, variables, data } = send
  useEffect(() => mutate({ dryRun: true }), [mutate])
  const isSending = variables?.dryRun === false
  const { base, confirmation } = data ?? made.current ?? { base: '', confirmation: null }
  const outcome = data?.answer.outcome
  const isOpen =
    confirmation !== null &&
    (outcome === 'accepted' || outcome === 'unconfirmed' || (isSending && data === undefined && !send.isError))
  return (
    <Dialog title={`Apply to ${name}`} onClose={onClose}>
      {confirmation && <p className="lead">{confirmation.sentence}</p>}
      <ul>
        {edits.map((edit) => (
          <li key={JSON.stringify(edit)}>{plannedText(edit)}</li>
        ))}
      </ul>
      {confirmation && <Facts confirmation={confirmation} />}
      {isOpen && (
        <ConfirmForm
          name={name}
          typing={confirmation.typing}
          because={confirmation.because ?? 'it must be confirmed'}
          isPending={send.isPending}
          onConfirm={(confirm) => mutate({ dryRun: false, confirm })}
          onCancel={onClose}
        >
          The garden would accept it. Made for resourceVersion {base}. If others change {name} meanwhile, nothing is
          written.
        </ConfirmForm>
      )}
      {send.isPending && !isSending && <p className="muted">{GARDEN_IS_ASKED}</p>}
      {send.isError && (
        <ErrorPart
          error={send.error}
          onRetry={() => mutate(variables ?? { dryRun: true })}
          {...(isSending && { rest: MAY_BE_APPLIED })}
        />
      )}
      {data && data.answer.outcome !== 'unconfirmed' && data.answer.outcome !== 'accepted' && (
        <ApplyOutcome
          name={name}
          result={data.answer}
          names={() => edits.map(plannedText)}
          next={
            <Link className="link" href={JOURNAL}>
              {data.answer.outcome === 'applied' && data.answer.entry.inverse.length > 0
                ? 'Journal, with the way back'
                : 'Journal'}
            </Link>
          }
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}

/** The resource version of the cluster as it is now. */
async function versionOf(path: NamespacedName): Promise<string> {
  const { resourceVersion } = await ask<typeof planRoute>('POST /api/shoots/[namespace]/[name]/plan', {
    path,
    body: { edits: [] },
  })
  return resourceVersion
}

/** When it begins. What would be refused on the way back is not said here: it is not about what is accepted now. */
function Facts({ confirmation }: { readonly confirmation: ShootConfirmation }): ReactNode {
  const { window, pools, controlPlane } = confirmation.effect
  const isRolledOut = pools.length > 0 || controlPlane === 'restart'
  if (window === null || !isRolledOut) return null
  return <p className="muted small">The window begins {fullText(window.begin, window.offset)}.</p>
}
