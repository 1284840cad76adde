'use client'

import { type ReactNode, useId } from 'react'
import { instantOfWall, type WallMoment, wallMoment } from '@/lib/browser/day-input'
import { onWire } from '@/lib/contract/dates'
import { offsetText, type Zone } from '@/lib/contract/zone'
import { ms } from '@/lib/words/time-text'
import styles from '../draft/forms/forms.module.css'
import { ClockField, DateField } from './date-field'

interface SelectProps<T extends string> {
  readonly label: string
  readonly value: T
  readonly options: readonly { readonly value: T; readonly text: string }[]
  readonly onChange: (value: T) => void
  readonly isFirst?: boolean
}

/** A choice of a list, with its label above. */
export function SelectField<T extends string>({ label, value, options, onChange, isFirst }: SelectProps<T>): ReactNode {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        data-first={isFirst || undefined}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value)
          if (chosen) onChange(chosen.value)
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
    </div>
  )
}

interface TextFieldProps {
  readonly label: string
  readonly value: string
  readonly placeholder?: string
  readonly onChange: (value: string) => void
}

/** Text that is taken over as it is typed. */
export function TextField({ label, value, placeholder, onChange }: TextFieldProps): ReactNode {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="text"
        value={value}
        placeholder={placeholder}
        spellCheck={false}
        autoComplete="off"
        maxLength={128}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}

interface MomentFieldProps {
  readonly label: string
  /** RFC 3339; null: none yet. */
  readonly value: string | null
  /** Whose calendar and clock it is. */
  readonly zone: Zone
  readonly onChange: (value: string) => void
}

/** A day and a time. What is not complete is not told, and what is left alone stays the same instant. */
export function MomentField({ label, value, zone, onChange }: MomentFieldProps): ReactNode {
  const at = value === null ? null : ms(value)
  const { day, clock } = at === null ? { day: '', clock: '23:59:59' } : wallMoment(at, zone)
  const change = (next: WallMoment) => {
    const moved = instantOfWall(next, zone, at)
    if (moved !== at && !Number.isNaN(moved)) onChange(onWire(moved))
  }
  return (
    <fieldset className={styles.field}>
      <legend>
        {label}
        {at !== null && `, ${zone === 'UTC' ? 'UTC' : offsetText(zone, at)}`}
      </legend>
      <span className={styles.moment}>
        <DateField label={`${label}: day`} value={day} onChange={(next) => change({ day: next, clock })} />
        <ClockField label={`${label}: time`} value={clock} onChange={(next) => change({ day, clock: next })} />
      </span>
    </fieldset>
  )
}
