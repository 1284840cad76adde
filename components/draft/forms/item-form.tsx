'use client'

import type { ReactNode } from 'react'
import type { EditBody } from '@/lib/contract/edits'
import { IMAGE_STRATEGIES } from '@/lib/engine/kinds'
import { stageAt } from '@/lib/engine/rules'
import type { CloudProfile } from '@/lib/engine/types'
import { lifeText } from '@/lib/questions/draft/browser/edit-words'
import type { DraftItem } from '@/lib/questions/draft/browser/items'
import { type Source, versionOf } from '@/lib/questions/draft/browser/source'
import { EvidenceFigures } from '../../evidence/evidence-figures'
import { IconButton } from '../../ui/button'
import { SelectField } from '../../ui/fields'
import styles from './forms.module.css'
import { LifeForm } from './life-form'
import { ScheduleForm } from './schedule-form'
import { VersionForm } from './version-form'

interface ItemFormProps {
  readonly item: DraftItem
  /** The profile as the edits before leave it. */
  readonly before: CloudProfile
  readonly source: Source
  readonly onChange: (edits: readonly EditBody[]) => void
}

/** The form of one item of the list: what is typed counts at once. */
export function ItemForm({ item, before, source, onChange }: ItemFormProps): ReactNode {
  const { first } = item
  const one = (edit: EditBody) => onChange([edit])
  switch (first.kind) {
    case 'classify':
    case 'expire':
      return (
        <>
          <LifeForm item={item} before={before} source={source} onChange={onChange} />
          <PreviewEvidence edit={first} before={before} source={source} />
        </>
      )
    case 'add':
      return <VersionForm edit={first} source={source} onChange={one} />
    case 'schedule':
      return (
        <>
          <ScheduleForm edit={first} source={source} onChange={one} />
          <PreviewEvidence edit={first} before={before} source={source} />
        </>
      )
    case 'strategy':
    case 'addImage': {
      const isOptional = first.kind === 'strategy' && source.namespaced !== null
      const strategy = first.updateStrategy
      return (
        <div className={styles.form}>
          <SelectField<NonNullable<typeof strategy> | 'parent'>
            label="Update strategy"
            value={strategy ?? 'parent'}
            onChange={(choice) => {
              if (choice !== 'parent') one({ ...first, updateStrategy: choice })
              else if (first.kind === 'strategy') one({ ...first, updateStrategy: null })
            }}
            options={[
              ...IMAGE_STRATEGIES.map((value) => ({ value, text: value })),
              ...(isOptional ? [{ value: 'parent' as const, text: "the parent's" }] : []),
            ]}
          />
          <p className={styles.hint}>
            How far an automatic update of the image goes: within its minor (patch), within its major (minor), or to the
            newest (major).
          </p>
        </div>
      )
    }
    case 'remove': {
      const was = versionOf(before, first.image, first.version)
      return (
        <p
          className={styles.hint}
          style={{ paddingLeft: 'calc(var(--glyph) + var(--space-6))', paddingBottom: 'var(--space-8)' }}
        >
          {was === undefined ? '' : `Is ${lifeText(was, source.at, source.zone)}. `}Gardener refuses to remove what a
          cluster runs.
        </p>
      )
    }
    default:
      return <p className={styles.hint}>There is nothing to set here.</p>
  }
}

interface PreviewEvidenceProps extends Pick<ItemFormProps, 'before' | 'source'> {
  readonly edit: { readonly image: string | null; readonly version: string }
}

/** What went before, where a preview may be promoted. */
function PreviewEvidence({ edit: { image, version }, before, source }: PreviewEvidenceProps): ReactNode {
  const listed = versionOf(before, image, version)
  if (listed === undefined || stageAt(listed, source.at) !== 'preview') return null
  return (
    <div className={styles.evidence}>
      <EvidenceFigures profile={source.ref} image={image} version={version} />
    </div>
  )
}

interface MoveButtonsProps {
  /** As the list counts, from 1. */
  readonly number: number
  readonly place: number
  readonly last: number
  readonly onMove: (by: -1 | 1) => void
}

/** Moves an edit in the order of the list. */
export function MoveButtons({ number, place, last, onMove }: MoveButtonsProps): ReactNode {
  return (
    <>
      <IconButton icon="up" label={`Move edit ${number} up`} disabled={place === 0} onClick={() => onMove(-1)} />
      <IconButton icon="down" label={`Move edit ${number} down`} disabled={place === last} onClick={() => onMove(1)} />
    </>
  )
}
