import type { Edit } from '@/lib/engine/edits'
import type { CHECK_STATES } from '@/lib/engine/kinds'
import { countOf, dayText } from '@/lib/words/time-text'
import type { Ground, Listed } from './ground'

/** A precondition, looked at on this garden. */
export interface Check {
  readonly state: (typeof CHECK_STATES)[number]
  readonly what: string
  /** What was found. */
  readonly found: string
}

export interface Step {
  readonly title: string
  /** What the proposal says of it (docs/rules.md#guides), in whole sentences. */
  readonly text: string
  readonly checks: readonly Check[]
  /** The edits of this step; they go into one draft with those of the other steps. */
  readonly edits: readonly Edit[]
}

/** One of several courses; the first that applies is the one. */
export interface Case {
  readonly id: 'a' | 'b' | 'c'
  readonly title: string
  readonly applies: boolean
  readonly found: string
}

export interface Guide {
  readonly title: string
  readonly cases: readonly Case[]
  readonly steps: readonly Step[]
  /** Versions that play a part, whether or not an edit changes them, with their part in a word or two. */
  readonly parts: ReadonlyMap<string, string>
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

/** Of versions that may be missing. */
export function partsOf(...parts: readonly (readonly [string | undefined, string])[]): ReadonlyMap<string, string> {
  return new Map(parts.flatMap(([version, part]) => (version === undefined ? [] : [[version, part] as const])))
}
