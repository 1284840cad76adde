'use client'

import type { ReactNode } from 'react'
import { useZone } from '@/lib/browser/clock'
import { onWire } from '@/lib/contract/dates'
import type { EditBody } from '@/lib/contract/edits'
import { expiryOf, stageAt } from '@/lib/engine/rules'
import type { CloudProfile } from '@/lib/engine/types'
import { daysLater, usualExpiry } from '@/lib/questions/draft/browser/dates'
import { lifeText } from '@/lib/questions/draft/browser/edit-words'
import { type DraftItem, lifeChange, lifeEdits, versionIn } from '@/lib/questions/draft/browser/items'
import { type Source, versionOf } from '@/lib/questions/draft/browser/source'
import { fullText, relativeText } from '@/lib/words/time-text'
import { Button } from '../../ui/button'
import { MomentField, SelectField } from '../../ui/fields'
import styles from './forms.module.css'

interface LifeFormProps {
  readonly item: DraftItem
  readonly before: CloudProfile
  readonly source: Source
  readonly onChange: (edits: readonly EditBody[]) => void
}

type StageChoice = 'same' | 'preview' | 'supported' | 'deprecated' | 'none'
type ExpiryChoice = 'same' | 'never' | 'date'

const QUICK_DAYS = [30, 60, 120]

/** Classification and expiry of one version. */
export function LifeForm({ item, before, source, onChange }: LifeFormProps): ReactNode {
  const zone = useZone()
  const { image } = item.first
  const version = versionIn(item.first) ?? ''
  const was = versionOf(before, image, version)
  const change = lifeChange(item)
  const { at } = source
  const put = (next: typeof change) => onChange(lifeEdits(image, version, next))
  const { classification, expirationDate } = change
  const expires = was === undefined ? null : expiryOf(was)

  const stage: StageChoice = classification === undefined ? 'same' : (classification ?? 'none')
  const chooseStage = (choice: StageChoice) => {
    const { classification: _, ...rest } = change
    put(choice === 'same' ? rest : { ...rest, classification: choice === 'none' ? null : choice })
  }
  const expiry: ExpiryChoice = expirationDate === undefined ? 'same' : expirationDate === null ? 'never' : 'date'
  const chooseExpiry = (choice: ExpiryChoice) => {
    const { expirationDate: _, ...rest } = change
    if (choice === 'same') put(rest)
    else put({ ...rest, expirationDate: choice === 'never' ? null : onWire(expires ?? usualExpiry(at)) })
  }
  const isParents = source.namespaced?.parent && versionOf(source.namespaced.parent, image, version) !== undefined
  const stageText = was === undefined ? '' : ` (${stageAt(was, at)})`
  return (
    <div className={styles.form}>
      {isParents ? (
        <p className={`${styles.hint} muted`}>The classification is the parent's.</p>
      ) : (
        <SelectField<StageChoice>
          label="Classification"
          value={stage}
          onChange={chooseStage}
          options={[
            // An edit that changes nothing is none: one of the two says something.
            ...(expiry === 'same' ? [] : [{ value: 'same' as const, text: `as it is${stageText}` }]),
            { value: 'preview', text: 'preview' },
            { value: 'supported', text: 'supported' },
            { value: 'deprecated', text: 'deprecated' },
            { value: 'none', text: 'none' },
          ]}
        />
      )}
      <SelectField<ExpiryChoice>
        label="Expiry"
        value={expiry}
        onChange={chooseExpiry}
        options={[
          ...(stage === 'same' ? [] : [{ value: 'same' as const, text: 'as it is' }]),
          { value: 'never', text: isParents ? "the parent's" : 'none' },
          { value: 'date', text: 'on a date' },
        ]}
      />
      {expirationDate !== undefined && expirationDate !== null && (
        <div className={styles.wide}>
          <MomentField
            label="Expires"
            value={expirationDate}
            zone="UTC"
            onChange={(date) => put({ ...change, expirationDate: date })}
          />
        </div>
      )}
      <p className={styles.hint}>
        {was !== undefined && `Was ${lifeText(was, at, zone)}. `}
        {expirationDate && `${sentence(relativeText(expirationDate, at, 'prose'))}, ${fullText(expirationDate, zone)}.`}
      </p>
      <div className={styles.quick}>
        {QUICK_DAYS.map((days) => (
          <Button
            key={days}
            small
            title={`Expires ${days} days from now`}
            onClick={() => put({ ...change, expirationDate: onWire(daysLater(at, days)) })}
          >
            +{days} d
          </Button>
        ))}
      </div>
    </div>
  )
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
