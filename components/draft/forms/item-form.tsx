'use client'

import type { ReactNode } from 'react'
import { useZone } from '@/lib/browser/clock'
import { onWire } from '@/lib/contract/dates'
import { type DraftItem, describedVersion, editedVersionOf, lifeChange, lifeEdits } from '@/lib/contract/edit-items'
import type { EditBody } from '@/lib/contract/edits'
import { entryPath } from '@/lib/engine/edits'
import { CLASSIFICATIONS, IMAGE_STRATEGIES } from '@/lib/engine/kinds'
import { expiryOf, listedVersion, stageAt } from '@/lib/engine/rules'
import type { CloudProfile, NamedVersion } from '@/lib/engine/types'
import { daysLater, usualExpiry } from '@/lib/questions/draft/browser/dates'
import type { DraftSource } from '@/lib/questions/draft/browser/source'
import { lifeText } from '@/lib/words/edits'
import { EvidenceFigures } from '../../evidence/evidence-figures'
import { Button, Checkbox } from '../../ui/button'
import { MomentField, SelectField } from '../../ui/fields'
import styles from '../draft.module.css'
import type { OpenedYaml } from '../yaml-panel'
import { LifeFields } from './life-fields'
import { DescriptionForm, VersionForm } from './version-form'

export interface ItemFormProps {
  readonly item: DraftItem
  /** The profile as the edits before leave it. */
  readonly before: CloudProfile
  readonly source: DraftSource
  readonly onChange: (edits: readonly EditBody[]) => void
  readonly onYaml: (opened: OpenedYaml) => void
}

/** The form of one item of the list: what is typed counts at once. */
export function ItemForm({ item, before, source, onChange, onYaml }: ItemFormProps): ReactNode {
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
            options={[...IMAGE_STRATEGIES, ...(isOptional ? [{ value: 'parent' as const, text: "the parent's" }] : [])]}
          />
          <p className={`note ${styles.wide}`}>
            How far an automatic update of the image goes: within its minor (patch), within its major (minor), or to the
            newest (major).
          </p>
        </div>
      )
    }
    case 'remove': {
      const was = listedVersion(before, first.image, first.version)
      return (
        <p className="note">
          {was === undefined ? '' : `Is ${lifeText(was, source.at, source.zone)}. `}Gardener refuses to remove what a
          cluster runs.
        </p>
      )
    }
    case 'yaml': {
      const version = describedVersion(first)
      return (
        <>
          {first.image !== null && version !== null && (
            <DescriptionForm
              edit={first}
              image={first.image}
              version={version}
              before={before}
              source={source}
              onChange={one}
            />
          )}
          <div className={styles.form}>
            <Button onClick={() => onYaml({ entry: entryPath(first.changes[0]?.path ?? []), edits: [first] })}>
              Change it as YAML
            </Button>
          </div>
        </>
      )
    }
    default:
      return <p className={`note ${styles.wide}`}>There is nothing to set here.</p>
  }
}

interface PreviewEvidenceProps extends Pick<ItemFormProps, 'before' | 'source'> {
  readonly edit: NamedVersion
}

/** What went before, where a preview may be promoted. */
function PreviewEvidence({ edit: { image, version }, before, source }: PreviewEvidenceProps): ReactNode {
  const listed = listedVersion(before, image, version)
  if (listed === undefined || stageAt(listed, source.at) !== 'preview') return null
  return (
    <div className={styles.form}>
      <EvidenceFigures profile={source.ref} image={image} version={version} />
    </div>
  )
}

/** Classification and expiry of one version. */
function LifeForm({ item, before, source, onChange }: Omit<ItemFormProps, 'onYaml'>): ReactNode {
  const zone = useZone()
  const { image } = item.first
  const version = editedVersionOf(item.first) ?? ''
  const was = listedVersion(before, image, version)
  const change = lifeChange(item)
  const { at, namespaced } = source
  const isParents = namespaced !== null && listedVersion(namespaced.parent, image, version) !== undefined
  return (
    <div className={styles.form}>
      <LifeFields
        change={change}
        // An edit that changes nothing is none: one of the two says something.
        same={{
          stage:
            change.expirationDate === undefined ? null : `as it is${was === undefined ? '' : ` (${stageAt(was, at)})`}`,
          expiry: change.classification === undefined ? null : 'as it is',
        }}
        isParents={isParents}
        usual={(was && expiryOf(was)) ?? usualExpiry(at)}
        at={at}
        put={(next) => onChange(lifeEdits(image, version, next))}
      />
      {was !== undefined && <p className={`note ${styles.wide}`}>Was {lifeText(was, at, zone)}.</p>}
    </div>
  )
}

type ScheduleEdit = Extract<EditBody, { kind: 'schedule' }>

interface ScheduleFormProps {
  readonly edit: ScheduleEdit
  readonly source: DraftSource
  readonly onChange: (edit: ScheduleEdit) => void
}

/** The stages of a version, and when each begins; only the first may have no begin. */
function ScheduleForm({ edit, source, onChange }: ScheduleFormProps): ReactNode {
  const stages = edit.lifecycle ?? []
  const put = (lifecycle: ScheduleEdit['lifecycle']) => onChange({ ...edit, lifecycle })
  return (
    <div className={styles.form}>
      <div className={styles.wide}>
        {CLASSIFICATIONS.map((name) => {
          const stage = stages.find(({ classification }) => classification === name)
          const isFirst = stage !== undefined && stages[0] === stage
          const others = stages.filter((one) => one !== stage)
          const set = (startTime: string | undefined) =>
            put(inOrder([...others, { classification: name, ...(startTime !== undefined && { startTime }) }]))
          return (
            <div key={name} className={styles.stage}>
              <Checkbox
                isOn={stage !== undefined}
                onChange={(isOn) => {
                  if (!isOn) put(others)
                  else set(stages.length === 0 ? undefined : onWire(daysLater(source.at, 30 * stages.length)))
                }}
              >
                {name}
              </Checkbox>
              {stage !== undefined &&
                (isFirst && stage.startTime === undefined ? (
                  <span className="muted small">has begun</span>
                ) : (
                  <MomentField label={`${name} begins`} value={stage.startTime ?? null} zone="UTC" onChange={set} />
                ))}
            </div>
          )
        })}
      </div>
      <p className={`note ${styles.wide}`}>
        Stages replace classification and expiry date, which Gardener will drop one day.
      </p>
    </div>
  )
}

function inOrder(stages: NonNullable<ScheduleEdit['lifecycle']>): NonNullable<ScheduleEdit['lifecycle']> {
  const order: readonly string[] = CLASSIFICATIONS
  const rank = (name: string) => order.indexOf(name)
  return stages.toSorted((a, b) => rank(a.classification) - rank(b.classification))
}
