'use client'

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import styles from '@/components/ui/controls.module.css'
import type { DraftTextsAnswer } from '@/lib/contract/apply'
import type { EditBody } from '@/lib/contract/edits'
import { draftQueries } from '@/lib/questions/draft/queries'
import { Segmented } from '../ui/button'
import { CopyButton } from '../ui/copy'
import { Dialog } from '../ui/dialog'
import { ErrorPart } from '../ui/error-part'

interface TextsDialogProps {
  readonly name: string
  readonly edits: readonly EditBody[]
  readonly onClose: () => void
}

type Form = 'patch' | 'kubectl' | 'apiPatch'

const formsOf = (texts: DraftTextsAnswer | undefined): readonly { readonly value: Form; readonly text: string }[] => [
  { value: 'patch', text: 'YAML patch' },
  { value: 'kubectl', text: 'kubectl' },
  { value: 'apiPatch', text: texts?.apiPatch.type === 'json' ? 'JSON patch' : 'Merge patch' },
]

/** The draft for other tools, to copy. */
export function TextsDialog({ name, edits, onClose }: TextsDialogProps): ReactNode {
  const [form, setForm] = useState<Form>('patch')
  const query = useQuery(draftQueries.draftTexts({ profile: name, edits }))
  const text = form === 'apiPatch' ? query.data?.apiPatch.text : query.data?.[form]
  return (
    <Dialog title={`The draft for ${name} as text`} wide onClose={onClose}>
      <div className={styles.body}>
        <div className="bar">
          <Segmented<Form> label="As" value={form} options={formsOf(query.data)} onChange={setForm} />
          <span className="grow" />
          {text !== undefined && <CopyButton text={text} label="Copy" look="primary" />}
        </div>
        {query.isError ? (
          <ErrorPart error={query.error} at={query.errorUpdatedAt} onRetry={() => void query.refetch()} />
        ) : (
          <>
            <textarea className={styles.text} readOnly aria-label="Text to copy" value={text ?? ''} rows={16} />
            <p className="muted small">{query.data === undefined ? ' ' : noteOf(form, query.data)}</p>
          </>
        )}
      </div>
    </Dialog>
  )
}

function noteOf(form: Form, { file, apiPatch }: DraftTextsAnswer): string {
  const guard =
    apiPatch.type === 'merge'
      ? `It is refused if the profile has changed since resourceVersion ${apiPatch.resourceVersion}.`
      : 'The profile as it was read has no resourceVersion: each value is tested before it is replaced, and if one has changed, nothing is.'
  switch (form) {
    case 'patch':
      return file === null
        ? 'For git apply or patch -p1.'
        : `For git apply or patch -p1 on ${file}: its comments and its order stay.`
    case 'kubectl':
      return `With --dry-run=server it only asks. ${guard}`
    case 'apiPatch':
      return `For kubectl patch --type=${apiPatch.type} --patch-file. ${guard}`
  }
}
