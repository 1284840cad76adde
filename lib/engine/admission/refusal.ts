/**
 * Why the API server refuses a shoot. A request passes three stages: the mutator fills in what was left out, the validation
 * looks at the fields, the validator compares them with the CloudProfile. Each stage collects all that it finds, and only
 * the first stage that finds something answers.
 */
export type RefusalStage = 'mutator' | 'validation' | 'validator'

/** The API server's name for the kind of a field error. Mutator and validator wrap theirs in one `Forbidden` answer. */
export type RefusalType =
  | 'FieldValueDuplicate'
  | 'FieldValueForbidden'
  | 'FieldValueInvalid'
  | 'FieldValueNotSupported'
  | 'FieldValueRequired'
  | 'FieldValueTooLong'
  | 'InternalError'

export interface Refusal {
  readonly stage: RefusalStage
  readonly type: RefusalType
  /** As the API server names it, pools by position: `spec.provider.workers[0].machine.type`. */
  readonly field: string
  /** Which rule refuses, e.g. `version-skips-minor`. */
  readonly rule: string
  /** One sentence for people: what is wrong and what would be accepted. */
  readonly detail: string
  /** The value that is refused, e.g. a version; absent where the field alone says it. */
  readonly value?: string
  /** What would be accepted instead, in the API server's order; absent where it names nothing. */
  readonly supported?: readonly string[]
}

export type Found = Omit<Refusal, 'stage'>

/** What a refusal may say beyond field, rule and sentence. */
export type Facts = Pick<Refusal, 'value' | 'supported'>

export function forbidden(field: string, rule: string, detail: string, facts: Facts = {}): Found {
  return { type: 'FieldValueForbidden', field, rule, detail, ...facts }
}

export function invalid(field: string, rule: string, detail: string, facts: Facts = {}): Found {
  return { type: 'FieldValueInvalid', field, rule, detail, ...facts }
}

export function notSupported(field: string, rule: string, detail: string, facts: Facts = {}): Found {
  return { type: 'FieldValueNotSupported', field, rule, detail, ...facts }
}

export function required(field: string, rule: string, detail: string): Found {
  return { type: 'FieldValueRequired', field, rule, detail }
}

export function inStage(stage: RefusalStage, found: readonly Found[]): readonly Refusal[] {
  return found.map((refusal) => ({ stage, ...refusal }))
}

/** `spec.provider.workers[2]`, and what follows. */
export function poolPath(index: number, rest = ''): string {
  return `spec.provider.workers[${index}]${rest === '' ? '' : `.${rest}`}`
}

/** The path of a field of one pool. */
export type At = (rest: string) => string

/** A list for a sentence; `none` if it is empty. */
export function listed(values: readonly string[]): string {
  return values.length === 0 ? 'none' : values.join(', ')
}
