'use client'

import { type ReactNode, useId, useState } from 'react'
import type { FieldKind } from '@/lib/engine/edits/shoot'
import { fieldText, readField } from './field-text'
import styles from './form.module.css'

interface FieldProps {
  readonly label: string
  /** It differs from what is there now. */
  readonly isChanged: boolean
  /** The id of what says why it is not allowed; undefined: it is. */
  readonly refusedBy?: string | undefined
}

interface ChoiceFieldProps extends FieldProps {
  readonly value: string
  readonly groups: readonly {
    readonly label: string | null
    readonly options: readonly { readonly value: string; readonly text: string }[]
  }[]
  readonly onChange: (value: string) => void
}

/** One of several values, with its label above. */
export function ChoiceField({ label, value, groups, isChanged, refusedBy, onChange }: ChoiceFieldProps): ReactNode {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id} title={label}>
        {label}
      </label>
      <select
        id={id}
        value={value}
        data-changed={isChanged || undefined}
        aria-invalid={refusedBy !== undefined || undefined}
        aria-describedby={refusedBy}
        onChange={(event) => onChange(event.target.value)}
      >
        {groups.map((group) => {
          const options = group.options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.text}
            </option>
          ))
          return group.label === null ? (
            options
          ) : (
            <optgroup key={group.label} label={group.label}>
              {options}
            </optgroup>
          )
        })}
      </select>
    </div>
  )
}

interface ValueFieldProps extends FieldProps {
  readonly kind: FieldKind
  readonly value: unknown
  readonly placeholder?: string | undefined
  readonly onChange: (value: unknown) => void
}

/** A value that is written: it is told when the field is left or Enter is pressed. Empty: the field is not set. */
export function ValueField(props: ValueFieldProps): ReactNode {
  const { label, kind, value, placeholder, isChanged, refusedBy, onChange } = props
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const text = fieldText(kind, value)
  const reading = readField(kind, typed ?? text)
  const isWrong = typed !== null && reading.kind === 'problem'
  const leave = () => {
    if (typed === null || reading.kind === 'problem') return
    setTyped(null)
    if (typed !== text) onChange(reading.value)
  }
  return (
    <div className={styles.field}>
      <label htmlFor={id} title={label}>
        {label}
      </label>
      <input
        id={id}
        type="text"
        value={typed ?? text}
        placeholder={placeholder}
        data-changed={isChanged || undefined}
        aria-invalid={isWrong || refusedBy !== undefined || undefined}
        aria-describedby={isWrong ? `${id}-hint` : refusedBy}
        spellCheck={false}
        autoComplete="off"
        maxLength={4096}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={leave}
        onKeyDown={(event) => event.key === 'Enter' && leave()}
      />
      {isWrong && (
        <small id={`${id}-hint`} className="bad" role="alert">
          {reading.hint}
        </small>
      )}
    </div>
  )
}

interface SwitchProps {
  readonly label: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}

export function Switch({ label, isOn, onChange }: SwitchProps): ReactNode {
  return (
    <label className={styles.switch}>
      <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.target.checked)} />
      <span className={styles.track} aria-hidden="true" />
      {label}
    </label>
  )
}
