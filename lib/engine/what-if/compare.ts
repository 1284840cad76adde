import type { Digest, DigestChange } from '@/lib/engine/fleet/digest'
import { type Ahead, type Event, isLate } from '@/lib/engine/fleet/outlook'
import type { Instant } from '@/lib/engine/types'

/**
 * How shoots fare with edits compared to without; the first that applies.
 *
 * `stuck`: an update fails, and without the edits none would; `freed`: the other way round. Else the first update that is
 * forced or fails and is not the same decides: it is new (`forced`), comes `earlier`, comes `later` or no longer, or goes at
 * the same time to another version (`target`). `auto`: only automatic updates, or settings, differ.
 */
export type Effect = 'stuck' | 'freed' | 'forced' | 'earlier' | 'later' | 'target' | 'auto' | 'unchanged'

export interface Comparison {
  readonly effect: Effect
  /** What decided; null: there is nothing of the kind. */
  readonly before: Event | null
  readonly after: Event | null
}

const UNCHANGED: Comparison = { effect: 'unchanged', before: null, after: null }

/** Compares what is ahead; only what begins at or before `until` counts, on either side. */
export function compareOutlooks(before: Ahead, after: Ahead, until: Instant): Comparison {
  if (before === after) return UNCHANGED
  const [failed, fails] = [firstFailing(before, until), firstFailing(after, until)]
  if (failed === null && fails !== null) return { effect: 'stuck', before: firstLate(before), after: fails }
  if (failed !== null && fails === null) return { effect: 'freed', before: failed, after: firstLate(after) }
  const late = firstDifference(before.events, after.events, isLate, until)
  if (late !== null) return { effect: lateEffect(late.before, late.after), ...late }
  const early = firstDifference(before.events, after.events, isEarly, until)
  return early === null ? UNCHANGED : { effect: 'auto', ...early }
}

function isEarly(event: Event): boolean {
  return !isLate(event)
}

function lateEffect(before: Event | null, after: Event | null): Effect {
  if (before === null) return 'forced'
  if (after === null || after.from > before.from) return 'later'
  return after.from < before.from ? 'earlier' : 'target'
}

function firstFailing({ events, seen }: Ahead, until: Instant): Event | null {
  if (seen.includes('fails')) return null
  const fails = events.find(({ kind }) => kind === 'fails')
  return fails === undefined || fails.from > until ? null : fails
}

function firstLate({ events }: Ahead): Event | null {
  return events.find(isLate) ?? null
}

/** The first of the wanted events in which two lists differ. */
function firstDifference(
  before: readonly Event[],
  after: readonly Event[],
  wanted: (event: Event) => boolean,
  until: Instant,
): { before: Event | null; after: Event | null } | null {
  let i = 0
  let j = 0
  for (;;) {
    let left = before[i]
    while (left !== undefined && !wanted(left)) left = before[++i]
    let right = after[j]
    while (right !== undefined && !wanted(right)) right = after[++j]
    if (left !== undefined && left.from > until && (right === undefined || right.from > until)) return null
    if (right !== undefined && right.from > until && left === undefined) return null
    if (left === undefined && right === undefined) return null
    if (left === undefined || right === undefined || !isSameEvent(left, right)) {
      return { before: left ?? null, after: right ?? null }
    }
    i++
    j++
  }
}

/** At the same time, of the same kind, with the same moves: why they are made may differ. */
export function isSameEvent(a: Event, b: Event): boolean {
  return a.from === b.from && a.kind === b.kind && isSameDigest(a.digest, b.digest)
}

function isSameDigest(a: Digest, b: Digest): boolean {
  if (a === b) return true
  if (a.denied !== b.denied || a.cause !== b.cause || a.effect !== b.effect) return false
  // An image step that breaks off says nothing of the images that it has changed by then, and their pools roll.
  if (!areSame(a.pools, b.pools) || !areSame(a.rolls, b.rolls)) return false
  return a.changes.length === b.changes.length && a.changes.every((change, i) => isSameMove(change, b.changes[i]))
}

function areSame(a: readonly number[], b: readonly number[]): boolean {
  return a === b || (a.length === b.length && a.every((pool, i) => pool === b[i]))
}

function isSameMove(a: DigestChange, b: DigestChange | undefined): boolean {
  return (
    b !== undefined &&
    a.component === b.component &&
    a.pool === b.pool &&
    a.what === b.what &&
    a.from === b.from &&
    a.to === b.to
  )
}
