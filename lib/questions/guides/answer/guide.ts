import type { Edit } from '@/lib/engine/edits'
import type { CHECK_STATES } from '@/lib/engine/kinds'
import { countOf, dayText } from '@/lib/words/time-text'
import type { Ground, Listed } from './ground'

/** A condition, looked at on this garden. */
export interface Check {
  readonly state: (typeof CHECK_STATES)[number]
  readonly what: string
  /** What was found. */
  readonly found: string
}

/** Part of a preset: what the proposal says of it (docs/rules.md#guides), what must hold before, and the edits that go into the draft. */
export interface Step {
  readonly title: string
  readonly text: string
  readonly checks: readonly Check[]
  readonly edits: readonly Edit[]
}

/** One of several courses; the first that applies is the one. */
export interface Case {
  readonly id: 'a' | 'b' | 'c'
  readonly title: string
  readonly applies: boolean
  readonly found: string
}

/** A preset of a draft, with conditions beside it. */
export interface Guide {
  /** Empty: there is one course. */
  readonly cases: readonly Case[]
  readonly steps: readonly Step[]
}

export function check(state: Check['state'], what: string, found: string): Check {
  return { state, what, found }
}

/** `holds` or `fails`. */
export function must(isSo: boolean, what: string, found: string): Check {
  return check(isSo ? 'holds' : 'fails', what, found)
}

/** `1.34.3, supported, no expiry`. */
export function lifeText({ zone }: Ground, { version, stage, expires }: Listed): string {
  const until = expires === null ? 'no expiry' : `${stage === 'expired' ? 'since' : 'until'} ${dayText(expires, zone)}`
  return `${version}, ${stage}, ${until}`
}

export function clustersText(count: number): string {
  return countOf(count, 'cluster')
}
