'use client'

import { createContext, type ReactNode, use, useId } from 'react'
import type { PlannedEdit } from '@/lib/contract/planned-edit'
import { AMOUNTS_OF, type FieldKind, isDuration } from '@/lib/engine/edits/shoot'
import { fieldClass, Select, WordField } from '../../ui/fields'
import { type FieldPlace, type FormProps, plannedAt, wantedOf, withValue } from './edited'

/** What fields that belong together have. */
interface FieldsForm extends FormProps {
  /** The id of what says why the value of a field is not allowed; undefined: it is. */
  readonly refusedBy: (field: string) => string | undefined
  /** What they were, and why one is not allowed. */
  readonly notes: ReactNode
}

export const FormContext = createContext<FieldsForm | null>(null)

export function usePlanForm(): FieldsForm {
  const form = use(FormContext)
  if (form === null) throw new Error('This stands outside of the form of a plan.')
  return form
}

/** Notes that stand with the fields, not below what unfolds. */
export function Notes(): ReactNode {
  return usePlanForm().notes
}

export interface FieldOption {
  readonly value: string
  readonly text: string
  /** Under which name it stands with others. */
  readonly group?: string
}

interface PlanFieldProps extends FieldPlace {
  readonly label: string
  readonly kind: FieldKind
  /** One of several values; left out: it is written. */
  readonly options?: readonly FieldOption[] | undefined
  readonly placeholder?: string | undefined
  /** For what is no field of its own: what it shows, in place of what the field shall have. */
  readonly value?: unknown
  /** What is done with a new value, in place of setting the field; null: it is not to be set. */
  readonly onChange?: (value: FieldValue) => void
}

/** A field of the plan, with its label above. What is written is told when it is left or Enter is pressed; empty: the field is not set. */
export function PlanField(props: PlanFieldProps): ReactNode {
  const { label, kind, options, placeholder, pool, field } = props
  const { answer, plan, ...form } = usePlanForm()
  const id = useId()
  const refusedBy = form.refusedBy(field)
  const told = { 'aria-invalid': refusedBy !== undefined || undefined, 'aria-describedby': refusedBy }
  const isChanged = plannedAt(plan, { pool, field }) !== undefined
  const text = fieldText(kind, props.value ?? wantedOf(answer, plan, { pool, field }))
  const change = (next: string) => {
    const reading = readField(kind, next)
    if (reading.kind === 'problem') return
    if (props.onChange) props.onChange(reading.value)
    else form.onChange(withValue(answer, plan, { pool, field }, reading.value))
  }
  // What was picked stays to be seen, also when it is no longer offered.
  const isListed = text === '' || options?.some(({ value }) => value === text)
  return (
    <div className={fieldClass}>
      <label htmlFor={id} title={label}>
        {label}
      </label>
      {options === undefined ? (
        <WordField
          id={id}
          value={text}
          words={(one) => one}
          read={(typed) => (readField(kind, typed).kind === 'ok' ? typed : null)}
          hint={(typed) => hintOf(readField(kind, typed))}
          moved={() => null}
          tells="left"
          input={{ ...told, placeholder, maxLength: 4096, 'data-changed': isChanged || undefined }}
          onChange={change}
        />
      ) : (
        <Select
          {...told}
          id={id}
          className=""
          value={text}
          options={isListed ? options : [...options, { value: text, text }]}
          isChanged={isChanged}
          onChange={change}
        />
      )}
    </div>
  )
}

function hintOf(reading: FieldReading): string {
  return reading.kind === 'ok' ? '' : reading.hint
}

/** What a field holds as a person writes it, and back. */

type FieldValue = PlannedEdit['value']

type FieldReading =
  | { readonly kind: 'ok'; readonly value: FieldValue }
  /** What to write instead, as a sentence. */
  | { readonly kind: 'problem'; readonly hint: string }

/** Empty: the field is not set. */
export function fieldText(kind: FieldKind, value: unknown): string {
  if (value === null || value === undefined) return ''
  switch (kind) {
    case 'texts':
      return Array.isArray(value) ? value.join(', ') : ''
    case 'reserved':
    case 'thresholds':
      return Object.entries(value)
        .map(([key, text]) => `${key}=${text}`)
        .join(', ')
    case 'image':
      return isImage(value) ? `${value.name} ${value.version}` : ''
    case 'profile':
      return isProfile(value) ? `${value.kind} ${value.name}` : ''
    case 'json':
      return JSON.stringify(value)
    default:
      return String(value)
  }
}

/** Reads what was typed. An empty text removes the field, so that its default counts. */
export function readField(kind: FieldKind, text: string): FieldReading {
  const trimmed = text.trim()
  if (trimmed === '') return ok(null)
  switch (kind) {
    case 'count':
      return /^\d{1,6}$/.test(trimmed) ? ok(Number(trimmed)) : problem('Write a whole number.')
    case 'share':
      if (/^\d{1,6}$/.test(trimmed)) return ok(Number(trimmed))
      return /^\d{1,3}%$/.test(trimmed) ? ok(trimmed) : problem('Write a number of nodes or a share such as 25%.')
    case 'flag':
      return trimmed === 'true' || trimmed === 'false' ? ok(trimmed === 'true') : problem('Choose on or off.')
    case 'texts':
      return ok(partsOf(trimmed).slice(0, 20))
    case 'duration':
      return isDuration(trimmed) ? ok(trimmed) : problem('Write a duration such as 2h or 90m.')
    case 'reserved':
    case 'thresholds':
      return amountsIn(trimmed, kind)
    case 'image':
      return twoWords(trimmed, 'name', 'version')
    case 'profile':
      return twoWords(trimmed, 'kind', 'name')
    case 'json':
      return jsonIn(trimmed)
    case 'text':
      return trimmed.length <= 253 ? ok(trimmed) : problem('This is too long.')
  }
}

function twoWords(text: string, ...[first, second]: readonly [string, string]): FieldReading {
  const [one, other, ...more] = text.split(' ')
  if (one === undefined || other === undefined || more.length > 0) return problem(`Write a ${first} and a ${second}.`)
  return ok({ [first]: one, [second]: other })
}

function amountsIn(text: string, kind: keyof typeof AMOUNTS_OF): FieldReading {
  const names: readonly string[] = AMOUNTS_OF[kind]
  const pairs = partsOf(text).map((part) => part.split('=').map((side) => side.trim()))
  const isRead = pairs.every(([key, value, ...more]) => key && value && more.length === 0)
  if (!isRead) return problem(`Write pairs such as ${AMOUNT_HINTS[kind]}.`)
  if (!pairs.every(([key = '']) => names.includes(key))) return problem(`There is ${names.join(', ')}.`)
  return ok(Object.fromEntries(pairs.map(([key = '', value = '']) => [key, value])))
}

/** How amounts are written. */
export const AMOUNT_HINTS: Readonly<Record<keyof typeof AMOUNTS_OF, string>> = {
  reserved: 'cpu=100m, memory=1Gi',
  thresholds: 'memoryAvailable=200Mi',
}

function jsonIn(text: string): FieldReading {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return ok(value as FieldValue)
  } catch {
    // Said below.
  }
  return problem('Write a JSON object such as {"iops": 3000}.')
}

function partsOf(text: string): readonly string[] {
  return text.split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]))
}

export function isImage(value: unknown): value is { readonly name: string; readonly version: string } {
  return typeof value === 'object' && value !== null && 'name' in value && 'version' in value
}

function isProfile(value: unknown): value is { readonly kind: string; readonly name: string } {
  return typeof value === 'object' && value !== null && 'kind' in value && 'name' in value
}

function ok(value: unknown): FieldReading {
  return { kind: 'ok', value: value as FieldValue }
}

function problem(hint: string): FieldReading {
  return { kind: 'problem', hint }
}
