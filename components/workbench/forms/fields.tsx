'use client'

import { type ReactNode, useId, useState } from 'react'
import styles from './forms.module.css'

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
  readonly onChange: (value: string) => void
}

/** A day and a time of UTC, as Gardener keeps them. What is not complete is not told. */
export function MomentField({ label, value, onChange }: MomentFieldProps): ReactNode {
  const [day, time] = partsOf(value)
  // While a day is typed it is none for a moment: what stands there is the field's own.
  const [typed, setTyped] = useState({ of: value, day, time })
  const shown = typed.of === value ? typed : { of: value, day, time }
  const change = (next: { day: string; time: string }) => {
    const at = momentOf(next.day, next.time)
    setTyped({ of: at ?? value, ...next })
    if (at !== null && at !== value) onChange(at)
  }
  return (
    <fieldset className={styles.field}>
      <legend>{label}</legend>
      <span className={styles.moment}>
        <input
          type="date"
          aria-label={`${label}: day`}
          value={shown.day}
          min="2000-01-01"
          max="2199-12-31"
          onChange={(event) => change({ day: event.target.value, time: shown.time })}
        />
        <input
          type="time"
          step={1}
          aria-label={`${label}: time`}
          value={shown.time}
          onChange={(event) => change({ day: shown.day, time: event.target.value })}
        />
      </span>
    </fieldset>
  )
}

function partsOf(value: string | null): readonly [day: string, time: string] {
  if (value === null) return ['', '23:59:59']
  const text = new Date(value).toISOString()
  return [text.slice(0, 10), text.slice(11, 19)]
}

function momentOf(day: string, time: string): string | null {
  const text = `${day}T${time.length === 5 ? `${time}:00` : time}Z`
  const year = Number(day.slice(0, 4))
  return day.length === 10 && year >= 2000 && year < 2200 && !Number.isNaN(Date.parse(text)) ? text : null
}
