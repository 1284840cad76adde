import type { RefusalSubject, RefusalType, RuleCode, UpdateRefusal, UpdateRule } from '@/lib/engine/refusal'

/** One thing that the validation refuses, whoever writes it. */
export interface FoundError<Rule extends RuleCode> {
  readonly rule: Rule
  readonly type: RefusalType
  readonly field: string
  /** In Gardener's words. */
  readonly text: string
  /** What is refused, as the API server prints it before its words; absent: it does not. */
  readonly printed?: string
}

/** What the validation refuses of an update. */
export function invalidUpdate(
  rule: UpdateRule,
  type: RefusalType,
  field: string,
  text: string,
  subject: RefusalSubject = {},
): UpdateRefusal {
  return { stage: 'validation', rule, type, field, subject, text }
}

/** Whether they say the same, names aside: what comes of a shoot is found on another one that has the same. */
export function isSameRefusal(a: UpdateRefusal, b: UpdateRefusal): boolean {
  if (a.rule !== b.rule || a.subject.pool !== b.subject.pool || a.field !== b.field) return false
  return NAMES_POOL.has(a.rule) || (a.text === b.text && a.subject.value === b.subject.value)
}

/** Rules whose text names the pool of its position, and says nothing else that may differ. */
const NAMES_POOL: ReadonlySet<UpdateRule> = new Set(['pool-pending-in-place'])
