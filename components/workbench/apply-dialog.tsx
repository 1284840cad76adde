'use client'

import { type ReactNode, useState } from 'react'
import { Segmented } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Dialog } from '@/components/ui/dialog'
import { profileName } from '@/lib/client/queries'
import type { PatchTexts } from '@/lib/client/workbench/patch'
import type { Source } from '@/lib/client/workbench/source'
import type { WhatIfAnswer } from '@/lib/contract'
import { confirmationOf } from '@/lib/contract/confirmation'
import styles from './dialogs.module.css'

interface ApplyDialogProps {
  readonly source: Source
  readonly answer: WhatIfAnswer | undefined
  readonly texts: PatchTexts
  readonly isDryRun: boolean
  readonly onClose: () => void
}

type Form = keyof PatchTexts

const FORMS: readonly { readonly value: Form; readonly text: string }[] = [
  { value: 'kubectl', text: 'kubectl' },
  { value: 'merge', text: 'Merge patch' },
  { value: 'yaml', text: 'YAML' },
]

/** The numbers of what is going to happen, and the texts that do it. */
export function ApplyDialog({ source, answer, texts, isDryRun, onClose }: ApplyDialogProps): ReactNode {
  const name = profileName(source.ref)
  const [form, setForm] = useState<Form>('kubectl')
  const [typed, setTyped] = useState('')
  const confirmation = answer && confirmationOf(name, answer.figures)
  const typing = isDryRun ? null : (confirmation?.typing ?? null)
  const isConfirmed = typing === null || typed === typing
  const text = form === 'kubectl' && isDryRun ? `${texts.kubectl} --dry-run=server` : texts[form]
  return (
    <Dialog title={isDryRun ? `Dry-run of the draft for ${name}` : `Apply the draft to ${name}`} wide onClose={onClose}>
      <div className={styles.body}>
        {confirmation && <p className={styles.sentence}>{confirmation.sentence}</p>}
        {typing !== null && (
          <label className={styles.ask}>
            Type {typing} to confirm: clusters are stranded, or more than a tenth is forced.
            <input data-first type="text" value={typed} autoComplete="off" onChange={(e) => setTyped(e.target.value)} />
          </label>
        )}
        {isConfirmed && (
          <>
            <div className="bar">
              <Segmented<Form> label="As" value={form} options={FORMS} onChange={setForm} />
              <span className="grow" />
              <CopyButton text={text} label="Copy" look="primary" />
            </div>
            <textarea className={styles.text} readOnly aria-label="Text to copy" value={text} rows={12} />
            <p className="m s">
              {source.resourceVersion === null
                ? 'The garden has no resourceVersion: nothing guards this against edits of others.'
                : `Made for resourceVersion ${source.resourceVersion}: if ${name} has changed, it is refused and nothing is written.`}
            </p>
          </>
        )}
      </div>
    </Dialog>
  )
}
