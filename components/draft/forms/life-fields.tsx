import type { ReactNode } from 'react'
import { useZone } from '@/lib/browser/clock'
import { onWire } from '@/lib/contract/dates'
import type { LifeChange } from '@/lib/contract/edit-items'
import type { Instant } from '@/lib/engine/types'
import { daysLater } from '@/lib/questions/draft/browser/dates'
import { capitalized } from '@/lib/words/phrases'
import { fullText, relativeText } from '@/lib/words/time-text'
import { Button } from '../../ui/button'
import { MomentField, optionsOf, SelectField } from '../../ui/fields'
import styles from '../draft.module.css'

const QUICK_DAYS = [30, 60, 120]

type StageChoice = 'same' | 'preview' | 'supported' | 'deprecated' | 'none'
type LifeExpiryChoice = 'same' | 'never' | 'date'

interface LifeFieldsProps {
  /** For a new version: null if it says nothing. */
  readonly change: LifeChange
  /** What is chosen for what stays as it is; null: that is no choice. */
  readonly same?: { readonly stage: string | null; readonly expiry: string | null }
  /** The version is listed in the parent, which says what it is classified as. */
  readonly isParents?: boolean
  /** The date to begin with. */
  readonly usual: Instant
  readonly at: Instant
  readonly put: (change: LifeChange) => void
}

/** Classification and expiry of a version. */
export function LifeFields({ change, same, isParents = false, usual, at, put }: LifeFieldsProps): ReactNode {
  const { classification, expirationDate } = change
  const choices = (text: string | null | undefined) =>
    typeof text === 'string' ? [{ value: 'same' as const, text }] : []
  return (
    <>
      {isParents ? (
        <p className={`note ${styles.wide}`}>The classification is the parent's.</p>
      ) : (
        <SelectField<StageChoice>
          label="Classification"
          value={classification === undefined ? 'same' : (classification ?? 'none')}
          onChange={(choice) => {
            const { classification: _, ...rest } = change
            put(choice === 'same' ? rest : { ...rest, classification: choice === 'none' ? null : choice })
          }}
          options={[...choices(same?.stage), 'preview', 'supported', 'deprecated', 'none']}
        />
      )}
      <SelectField<LifeExpiryChoice>
        label="Expiry"
        value={expirationDate === undefined ? 'same' : expirationDate === null ? 'never' : 'date'}
        onChange={(choice) => {
          const { expirationDate: _, ...rest } = change
          put(choice === 'same' ? rest : { ...rest, expirationDate: choice === 'never' ? null : onWire(usual) })
        }}
        options={[
          ...choices(same?.expiry),
          ...optionsOf({ never: isParents ? "the parent's" : 'none', date: 'on a date' }),
        ]}
      />
      {typeof expirationDate === 'string' && (
        <ExpiryField value={expirationDate} at={at} onChange={(date) => put({ ...change, expirationDate: date })} />
      )}
    </>
  )
}

interface ExpiryFieldProps {
  readonly value: string
  readonly at: Instant
  readonly onChange: (value: string) => void
}

/** When a version expires: a date, or one of the usual distances from now. */
export function ExpiryField({ value, at, onChange }: ExpiryFieldProps): ReactNode {
  const zone = useZone()
  return (
    <div className={styles.wide}>
      <MomentField label="Expires" value={value} zone="UTC" onChange={onChange} />
      <div className={styles.quick}>
        {QUICK_DAYS.map((days) => (
          <Button
            key={days}
            small
            title={`Expires ${days} days from now`}
            onClick={() => onChange(onWire(daysLater(at, days)))}
          >
            +{days} d
          </Button>
        ))}
        <span className="note">
          {capitalized(relativeText(value, at, 'prose'))}, {fullText(value, zone)}.
        </span>
      </div>
    </div>
  )
}
