import {
  joinedLines,
  lineOf,
  type ProfileRefusal,
  type ProfileRule,
  type RefusalSubject,
  type RefusalType,
} from '@/lib/engine/refusal'
import type { Instant } from '@/lib/engine/types'

/** Feature gates of the API server about profiles. */
export interface FeatureGates {
  /** `VersionClassificationLifecycle` */
  readonly lifecycle: boolean
  /** `CloudProfileCapabilities` */
  readonly capabilities: boolean
}

export const ALL_GATES: FeatureGates = { lifecycle: true, capabilities: true }

/** What is found wrong with a profile at an instant, in the order in which the API server looks for it. */
export class ProfileFindings {
  readonly list: ProfileRefusal[] = []

  constructor(
    readonly now: Instant,
    readonly gates: FeatureGates,
  ) {}

  invalid(rule: ProfileRule, field: string, text: string, value: unknown = null): void {
    this.add('FieldValueInvalid', rule, field, text, value)
  }

  forbidden(rule: ProfileRule, field: string, text: string): void {
    this.add('FieldValueForbidden', rule, field, text)
  }

  tooLong(rule: ProfileRule, field: string, text: string): void {
    this.add('FieldValueTooLong', rule, field, text)
  }

  required(rule: ProfileRule, field: string, text: string): void {
    this.add('FieldValueRequired', rule, field, text)
  }

  duplicate(rule: ProfileRule, field: string, value: string): void {
    this.add('FieldValueDuplicate', rule, field, '', value)
  }

  notSupported(rule: ProfileRule, field: string, value: string, supported: readonly string[]): void {
    const words = supported.map((word) => JSON.stringify(word)).join(', ')
    const text = supported.length === 0 ? '' : `supported values: ${words}`
    this.add('FieldValueNotSupported', rule, field, text, value, { supported })
  }

  /** What a plug-in finds. Its answer is one text for all of them; here each is a refusal of its own. */
  byAdmission(rule: ProfileRule, text: string, subject: RefusalSubject): void {
    this.list.push({ stage: 'admission', rule, type: 'Forbidden', field: '', subject, text })
  }

  /** The last one so many times more. There may be very many: it stays one object. */
  repeatLast(times: number): void {
    const last = this.list.at(-1)
    for (let i = 0; i < times && last !== undefined; i++) this.list.push(last)
  }

  /** All that is found meanwhile is about this; what one says of itself stays. One that is there several times stays one object. */
  about(subject: RefusalSubject, look: () => void): void {
    const from = this.list.length
    look()
    const known = new Map<ProfileRefusal, ProfileRefusal>()
    for (const [i, one] of this.list.slice(from).entries()) {
      const told = known.get(one) ?? { ...one, subject: { ...subject, ...one.subject } }
      known.set(one, told)
      this.list[from + i] = told
    }
  }

  /** `value`: told as the API server prints it, in JSON. */
  private add(
    type: RefusalType,
    rule: ProfileRule,
    field: string,
    text: string,
    value?: unknown,
    more: RefusalSubject = {},
  ): void {
    const subject = value === undefined ? more : { value: JSON.stringify(value), ...more }
    this.list.push({ stage: 'validation', rule, type, field, subject, text })
  }
}

/** All that some checks find. */
export function foundBy(
  now: Instant,
  gates: FeatureGates,
  look: (found: ProfileFindings) => void,
): readonly ProfileRefusal[] {
  const found = new ProfileFindings(now, gates)
  look(found)
  return found.list
}

/** A refusal of the API server, and the edits that cause it. */
export interface CausedRefusal extends ProfileRefusal {
  /** Positions in the list of edits; none: the profile has it already without them. */
  readonly edits: readonly number[]
}

/**
 * What the API server refuses of the last of several states. `check` judges a state; `states[0]` is without edits, `states[i]`
 * with the first i of them. A refusal is caused by the edit since which it is there all the time; what a later edit sets
 * right is none.
 */
export function causedRefusals<T>(
  states: readonly T[],
  check: (state: T) => readonly ProfileRefusal[],
): CausedRefusal[] {
  const final = states.slice(-1).flatMap(check)
  if (final.length === 0) return []
  const causes = new Map<string, number>()
  const open = keysOf(final)
  for (let i = states.length - 1; i > 0 && open.size > 0; i--) {
    const earlier = states[i - 1]
    const there = keysOf(earlier === undefined || earlier === states[i] ? [] : check(earlier))
    for (const key of earlier === states[i] ? [] : open) {
      if (there.has(key)) continue
      causes.set(key, i - 1)
      open.delete(key)
    }
  }
  const caused = new Map<ProfileRefusal, CausedRefusal>()
  return final.map((refusal) => {
    const known = caused.get(refusal)
    if (known !== undefined) return known
    const cause = causes.get(keyOf(refusal))
    const found = { ...refusal, edits: cause === undefined ? [] : [cause] }
    caused.set(refusal, found)
    return found
  })
}

/** One that is there many times is one object. */
function keysOf(refusals: readonly ProfileRefusal[]): Set<string> {
  return new Set([...new Set(refusals)].map(keyOf))
}

/** Positions in lists move with every edit: they do not tell refusals apart, what they say does. */
function keyOf({ stage, rule, type, field, text, subject }: ProfileRefusal): string {
  return [stage, rule, type, field.replace(/\[\d+\]/g, '[]'), text, subject.value ?? ''].join('\n')
}

/** What a plug-in says in all, in the parts in which it says it. */
export interface AdmissionAnswer {
  /** The fields that it names, separated by commas. */
  readonly field: string
  /** What comes before a list of findings; null: there is no list, but one text. */
  readonly head: string | null
  readonly texts: readonly string[]
}

const USES: ReadonlySet<ProfileRule> = new Set([
  'capability-in-use',
  'image-already-added',
  'image-in-use',
  'image-version-in-use',
  'kubernetes-version-in-use',
  'limit-in-use',
])
const MERGED = 'status.cloudProfileSpec.'

/**
 * The answer that the refusals of one admission make. What is in use is a list with a headline (ResourceReferenceManager); what
 * is wrong with overrides, or with a profile merged from them, is one text (NamespacedCloudProfileValidator).
 *
 * `object`: `cloudprofiles.core.gardener.cloud "aws"`.
 */
export function admissionAnswer(object: string, refusals: readonly ProfileRefusal[]): AdmissionAnswer {
  const [first] = refusals
  if (first !== undefined && USES.has(first.rule)) {
    const count = refusals.length === 1 ? '1 error occurred:' : `${refusals.length} errors occurred:`
    return { field: '', head: `${object} is forbidden: ${count}`, texts: refusals.map(({ text }) => text).toSorted() }
  }
  if (first?.rule === 'verb-missing') {
    return { field: '', head: null, texts: [`${object} is forbidden: ${first.text}`] }
  }
  if (first?.field.startsWith(MERGED) === true) {
    const text = `error while validating merged NamespacedCloudProfile: [${refusals.map(lineOf).join(' ')}]`
    return { field: '', head: null, texts: [text] }
  }
  // What is found twice is told once, but two findings about one field name it twice.
  const fields = new Map(refusals.map((refusal) => [lineOf(refusal), refusal.field]))
  return { field: [...fields.values()].join(','), head: null, texts: [joinedLines(refusals.map(lineOf))] }
}
