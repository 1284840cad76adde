import {
  messageOf,
  type RefusalSubject,
  type ShootRefusal,
  type ShootRule,
  type UpdateRefusal,
} from '@/lib/engine/refusal'
import type { GateError, OperationError } from '@/lib/engine/rules'

/** What a stage finds. Mutator and validator wrap theirs in one `Forbidden` answer. */
export type Found = Omit<ShootRefusal, 'stage'>

/** What a refusal may say beyond field, rule and sentence; `quote`: Gardener's words after the kind of the error. */
export type Facts = Pick<RefusalSubject, 'value' | 'supported'> & { readonly quote?: string | undefined }

export function forbidden(field: string, rule: ShootRule, text: string, subject: Facts = {}): Found {
  return { type: 'FieldValueForbidden', field, rule, subject, text }
}

export function invalid(field: string, rule: ShootRule, text: string, { quote, ...subject }: Facts = {}): Found {
  const said = quote === undefined ? {} : { quote: `Invalid value: ${quote}` }
  return { type: 'FieldValueInvalid', field, rule, subject, text, ...said }
}

export function notSupported(field: string, rule: ShootRule, text: string, { quote, ...subject }: Facts = {}): Found {
  const said = quote === undefined ? {} : { quote: `Unsupported value: ${quote}` }
  return { type: 'FieldValueNotSupported', field, rule, subject, text, ...said }
}

/** How Gardener prints what it does not support, and what it does: each in quotes. */
export function quotedList(value: string, supported: readonly string[]): string {
  const others = supported.map((one) => JSON.stringify(one)).join(', ')
  return `${JSON.stringify(value)}${supported.length === 0 ? '' : `: supported values: ${others}`}`
}

/** How Gardener prints the image of a pool. */
export function quotedImage(name: string, version: string): string {
  return JSON.stringify({ Name: name, ProviderConfig: null, Version: version })
}

/** What refuses the update of a maintenance as well, but for its sentence: Gardener's words are quoted beside ours. */
export function ofUpdate(refusal: UpdateRefusal, rule: ShootRule): Omit<Found, 'text'> {
  const { type, field, subject } = refusal
  return { type, field, rule, subject, quote: field === '' ? refusal.text : messageOf(refusal) }
}

/** The same of an operation or a feature gate; `supported`: what would be accepted. */
export function ofError(
  { rule, type, field, text, printed, about }: OperationError | (GateError & { readonly about?: never }),
  supported?: readonly string[],
): Omit<Found, 'text'> {
  const subject = { ...(about !== undefined && { value: about }), ...(supported !== undefined && { supported }) }
  const said = {
    stage: 'validation',
    rule,
    type,
    field,
    subject: printed === undefined ? {} : { value: printed },
    text,
  } as const
  return { type, field, rule, subject, quote: messageOf(said) }
}

export function required(field: string, rule: ShootRule, text: string): Found {
  return { type: 'FieldValueRequired', field, rule, subject: {}, text }
}

export function duplicate(field: string, rule: ShootRule, text: string, subject: Facts = {}): Found {
  return { type: 'FieldValueDuplicate', field, rule, subject, text }
}

export function tooLong(field: string, rule: ShootRule, text: string, value: string): Found {
  return { type: 'FieldValueTooLong', field, rule, subject: { value }, text }
}

export function inStage(stage: ShootRefusal['stage'], found: readonly Found[]): readonly ShootRefusal[] {
  return found.map((refusal) => ({ stage, ...refusal }))
}

/** `spec.provider.workers[2]`, and what follows. */
export function poolPath(index: number, rest = ''): string {
  return `spec.provider.workers[${index}]${rest === '' ? '' : `.${rest}`}`
}

/** The path of a field of one pool. */
export type At = (rest: string) => string

/** So many are named in a sentence: more are not read, and of thousands of versions each refusal would name thousands. */
const MOST_NAMED = 100

/** What is offered, in the order of the profile and between commas; `none` if it is empty. */
export function listed(values: readonly string[]): string {
  if (values.length === 0) return 'none'
  const more = values.length - MOST_NAMED
  return more > 0 ? `${values.slice(0, MOST_NAMED).join(', ')} and ${more} more` : values.join(', ')
}
