'use client'

import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { byNewest } from '@/lib/client/workbench/effect-rows'
import { type AddKind, addKinds, newEdits } from '@/lib/client/workbench/new-edits'
import { type Source, versionsOf } from '@/lib/client/workbench/source'
import type { EditBody } from '@/lib/contract'
import type { CloudProfile } from '@/lib/engine/types'
import { SelectField, TextField } from './fields'
import styles from './forms.module.css'

interface AddFormProps {
  readonly source: Source
  /** With the edits that there are already. */
  readonly profile: CloudProfile
  /** Picked in the timeline. */
  readonly picked: { readonly image: string | null; readonly version: string } | null
  readonly onCancel: () => void
  readonly onAdd: (edits: readonly EditBody[]) => void
}

const KUBERNETES = ' '

/** What is to be done, and to what: the rest is set in the form of the new edit. */
export function AddForm({ source, profile, picked, onCancel, onAdd }: AddFormProps): ReactNode {
  const [image, setImage] = useState<string | null>(picked?.image ?? null)
  const [name, setName] = useState('')
  const kinds = addKinds(source, image)
  const [wanted, setKind] = useState<AddKind>('deprecate')
  const kind = kinds.find((one) => one.kind === wanted) ?? kinds[0]
  const versions = versionsOf(profile, image)
    .map(({ version }) => ({ image, version }))
    .sort(byNewest)
  const [chosen, setVersion] = useState(picked?.version)
  const version = versions.find((one) => one.version === chosen)?.version ?? versions[0]?.version
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector<HTMLElement>('[data-first]')?.focus(), [])
  if (kind === undefined) return null
  const needsVersion = kind.of === 'version'
  const edits = newEdits(kind.kind, { source, profile, image, version, name: name.trim() })
  return (
    <form
      ref={form}
      className={styles.add}
      aria-label="Add an edit"
      onSubmit={(event) => {
        event.preventDefault()
        if (edits.length > 0) onAdd(edits)
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onCancel()
      }}
    >
      <div className={styles.form} style={{ paddingLeft: 0 }}>
        <SelectField
          label="Of"
          value={image ?? KUBERNETES}
          onChange={(choice) => {
            setImage(choice === KUBERNETES ? null : choice)
            setVersion(undefined)
          }}
          options={[
            { value: KUBERNETES, text: 'Kubernetes' },
            ...profile.machineImages.map((one) => ({ value: one.name, text: one.name })),
          ]}
        />
        <SelectField<AddKind>
          label="What"
          isFirst
          value={kind.kind}
          onChange={setKind}
          options={kinds.map((one) => ({ value: one.kind, text: one.text }))}
        />
        {needsVersion && versions.length > 0 && (
          <div className={styles.wide}>
            <SelectField
              label="Version"
              value={version ?? ''}
              onChange={setVersion}
              options={versions.map((one) => ({ value: one.version, text: one.version }))}
            />
          </div>
        )}
        {kind.kind === 'addImage' && (
          <div className={styles.wide}>
            <TextField label="Name of the image" value={name} placeholder="e.g. flatcar" onChange={setName} />
          </div>
        )}
      </div>
      <div className="bar">
        <Button type="submit" look="primary" disabled={edits.length === 0}>
          Add to the draft
        </Button>
        <Button look="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
