import {
  type FoundError,
  joinedLines,
  lineOf,
  messageOf,
  type RefusalSubject,
  type ShootRefusal,
  type ShootRule,
  type UpdateRefusal,
} from '@/lib/engine/refusal'

/** What a stage finds. Mutator and validator wrap theirs in one `Forbidden` answer. */
export type StageRefusal = Omit<ShootRefusal, 'stage'>

/** What one check finds, one after the other. */
export type Refusals = Generator<StageRefusal, undefined>

/** What a refusal may say beyond field, rule and sentence; `quote`: Gardener's words after the kind of the error. */
export type RefusalFacts = Pick<RefusalSubject, 'value' | 'supported'> & { readonly quote?: string | undefined }

export function forbidden(field: string, rule: ShootRule, text: string, subject: RefusalFacts = {}): StageRefusal {
  return { type: 'FieldValueForbidden', field, rule, subject, text }
}

export function invalid(
  field: string,
  rule: ShootRule,
  text: string,
  { quote, ...subject }: RefusalFacts = {},
): StageRefusal {
  const said = quote === undefined ? {} : { quote: `Invalid value: ${quote}` }
  return { type: 'FieldValueInvalid', field, rule, subject, text, ...said }
}

export function notSupported(
  field: string,
  rule: ShootRule,
  text: string,
  { quote, ...subject }: RefusalFacts,
): StageRefusal {
  const said = quote === undefined ? {} : { quote: `Unsupported value: ${quote}` }
  return { type: 'FieldValueNotSupported', field, rule, subject, text, ...said }
}

/** What is refused of a word that must be one of few; nothing of one that is not there. `why`: the sentence about another word. */
export function* refuseOther(
  value: string | undefined,
  supported: readonly string[],
  field: string,
  rule: ShootRule,
  why: string,
): Refusals {
  if (value === undefined || supported.includes(value)) return
  yield notSupported(field, rule, `"${value}" ${why}`, { value, supported })
}

/** How Gardener prints what it does not support, and what it does: each in quotes. */
export function quotedList(value: string, supported: readonly string[]): string {
  const others = supported.map((one) => JSON.stringify(one)).join(', ')
  return `${JSON.stringify(value)}${supported.length === 0 ? '' : `: supported values: ${others}`}`
}

/** What refuses the update of a maintenance as well, but for its sentence: Gardener's words are quoted beside ours. */
export function ofUpdate(refusal: UpdateRefusal, rule: ShootRule): Omit<StageRefusal, 'text'> {
  const { type, field, subject } = refusal
  return { type, field, rule, subject, quote: field === '' ? refusal.text : messageOf(refusal) }
}

/** A refusal with the error of an operation or a feature gate; `supported`: what would be accepted. */
export function ofError(
  { rule, type, field, text, printed, about }: FoundError<ShootRule> & { readonly about?: string },
  supported?: readonly string[],
): Omit<StageRefusal, 'text'> {
  const subject = { ...(about !== undefined && { value: about }), ...(supported !== undefined && { supported }) }
  const quote = messageOf({ type, subject: printed === undefined ? {} : { value: printed }, text })
  return { type, field, rule, subject, quote }
}

export function required(field: string, rule: ShootRule, text: string): StageRefusal {
  return { type: 'FieldValueRequired', field, rule, subject: {}, text }
}

export function duplicate(field: string, rule: ShootRule, text: string, subject: RefusalFacts = {}): StageRefusal {
  return { type: 'FieldValueDuplicate', field, rule, subject, text }
}

export function tooLong(field: string, rule: ShootRule, text: string, value: string): StageRefusal {
  return { type: 'FieldValueTooLong', field, rule, subject: { value }, text }
}

export function inStage(stage: ShootRefusal['stage'], found: readonly StageRefusal[]): readonly ShootRefusal[] {
  return found.map((refusal) => ({ stage, ...refusal }))
}

/** `spec.provider.workers[2]`, and what follows. */
export function poolPath(index: number, rest = ''): string {
  return `spec.provider.workers[${index}]${rest === '' ? '' : `.${rest}`}`
}

/** The path of a field of one pool. */
export type PoolFieldPath = (rest: string) => string

/** How many are named in a sentence: users do not read more, and of thousands of versions each refusal would name thousands. */
const MOST_NAMED = 100

/** What is offered, in the order of the profile and between commas; `none` if it is empty. */
export function offeredList(values: readonly string[]): string {
  if (values.length === 0) return 'none'
  const more = values.length - MOST_NAMED
  return more > 0 ? `${values.slice(0, MOST_NAMED).join(', ')} and ${more} more` : values.join(', ')
}

/** The answer to a new cluster that is refused. `verbatim`: word for word what the API server says; else sentences of ours. */
export interface RefusalAnswer {
  readonly text: string
  readonly verbatim: boolean
}

/** One stage gives one answer for all that it found; equal lines are named once. */
export function answerText(errors: readonly ShootRefusal[], name = 'new'): RefusalAnswer {
  const lines = errors.flatMap(({ field, quote }) =>
    quote === undefined ? [] : [field === '' ? quote : `${field}: ${quote}`],
  )
  if (lines.length < errors.length) return { text: errors.map(lineOf).join(' '), verbatim: false }
  return { text: `${headOf(errors, name)}${joinedLines(lines)}`, verbatim: true }
}

/** What is refused of the move to another profile. */
const MOVE_RULES: readonly ShootRule[] = [
  'move-loses-image',
  'move-loses-machine-type',
  'move-loses-volume-type',
  'other-hierarchy',
  'profile-gone',
  'profile-missing',
]

/** Whether it is the move to another profile that is refused. */
export function isOfMove({ rule }: Pick<StageRefusal, 'rule'>): boolean {
  return MOVE_RULES.includes(rule)
}

/** A plug-in breaks off with the text alone: the API server answers 500 without a reason, or with that of the text. */
function isPlain(refusal: Pick<StageRefusal, 'rule'>): boolean {
  return refusal.rule === 'machine-type-gone' || isOfMove(refusal)
}

/** The code of the answer and its reason; null: it has none. */
export function shootStatus([first]: readonly ShootRefusal[]): {
  readonly code: 403 | 404 | 422 | 500
  readonly reason: 'Forbidden' | 'InternalError' | 'Invalid' | 'NotFound' | null
} {
  if (first?.stage === 'validation') return { code: 422, reason: 'Invalid' }
  if (first === undefined || !isPlain(first)) return { code: 403, reason: 'Forbidden' }
  if (first.type === 'NotFound') return { code: 404, reason: 'NotFound' }
  return { code: 500, reason: first.type === 'InternalError' ? 'InternalError' : null }
}

/** How the answer begins; where the API server breaks off, that is all there is. */
function headOf([first]: readonly ShootRefusal[], name: string): string {
  if (first !== undefined && isPlain(first)) return ''
  return first?.stage === 'validation'
    ? `Shoot.core.gardener.cloud "${name}" is invalid: `
    : `shoots.core.gardener.cloud "${name}" is forbidden: `
}
