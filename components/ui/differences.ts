import type { Zone } from '@/lib/contract/zone'
import { countOf, countText, dayText, isoDay, ms, spanText } from '@/lib/words/time-text'

/** One thing of which a page said then something else than today. */
export interface AnswerDifference {
  /** What it is about: `1.33.9 expires`. */
  readonly what: string
  /** What it said then, as a clause: `1.33.9 expires on 30 Jan 2027`. */
  readonly clause: string
  readonly past: string
  readonly today: string
  /** How far apart they are: `45 days earlier for 34 clusters`; empty: there is nothing to measure. */
  readonly apart: string
  /** What matters more has a higher one, and among equals the one with the larger size. */
  readonly rank: number
  readonly size: number
  /** The version of which a profile says it, `1.33.9` or `gardenlinux 1877.3.0`, and what of it. */
  readonly about?: { readonly version: string; readonly part: 'expiry' | 'stage' }
}

interface ComparedFact<Value = string> {
  readonly what: string
  /** The clause with the value of then. */
  readonly clause: (value: Value) => string
  readonly rank: number
}

/** The clause is given the day, or null. */
interface ComparedDate extends ComparedFact<string | null> {
  readonly zone: Zone
  /** What stands in the place of a date where there is none. */
  readonly none: string
  /** Whom it concerns: `for 34 clusters`. */
  readonly whom?: string
}

/** The difference of two dates; null: none is set. Null if they fall on the same day. */
export function datesDiffer(then: string | null, today: string | null, told: ComparedDate): AnswerDifference | null {
  const { what, clause, rank, zone, none, whom = '' } = told
  if (then === today || (then !== null && today !== null && isoDay(then, zone) === isoDay(today, zone))) return null
  const apart = then === null || today === null ? Number.NaN : ms(today) - ms(then)
  const text = Number.isNaN(apart) ? '' : apartText(apart)
  const day = (date: string | null) => (date === null ? none : dayText(date, zone))
  return {
    what,
    clause: clause(then === null ? null : day(then)),
    past: day(then),
    today: day(today),
    apart: [text, whom].filter((part) => part !== '').join(' '),
    rank,
    // Of a date that comes or goes it cannot be said how far it moved.
    size: Number.isNaN(apart) ? 0 : Math.abs(apart),
  }
}

/** `45 days earlier`, of a difference in milliseconds. */
export function apartText(apart: number): string {
  return `${spanText(apart, 'prose')} ${apart < 0 ? 'earlier' : 'later'}`
}

/** The difference of two numbers of clusters. `is`: what is said of them, `forced within 90 days`; empty: nothing. */
export function clustersDiffer(
  what: string,
  is: string,
  [then, today]: readonly [number, number],
  rank: number,
): AnswerDifference | null {
  if (then === today) return null
  const by = today - then
  return {
    what,
    clause: `${countOf(then, 'cluster')} ${is}`.trimEnd(),
    past: countText(then),
    today: countText(today),
    apart: `${countText(Math.abs(by))} ${by < 0 ? 'fewer' : 'more'}`,
    rank,
    size: Math.abs(by),
  }
}

/** The difference of two texts that are only equal or not. */
export function textsDiffer(then: string, today: string, told: ComparedFact, apart = ''): AnswerDifference | null {
  const { what, clause, rank } = told
  return then === today ? null : { what, clause: clause(then), past: then, today, apart, rank, size: 0 }
}

/** The differences that there are, the largest first. */
export function largestFirst(found: readonly (AnswerDifference | null)[]): readonly AnswerDifference[] {
  return found.filter((one) => one !== null).sort((a, b) => b.rank - a.rank || b.size - a.size)
}
