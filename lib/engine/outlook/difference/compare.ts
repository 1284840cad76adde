import type { WHAT_IF_CHANGES } from '@/lib/engine/kinds'
import { type DigestChange, type ForecastEvent, isOfKind, type MaintenanceDigest } from '@/lib/engine/outlook'
import type { Instant } from '@/lib/engine/types'
import {
  covers,
  isAlike,
  isSamePart,
  isSameUpdate,
  leadPartOf,
  type PartEvent,
  type PartUpdate,
  partUpdatesFrom,
} from './part-events'

/** Parts are those of `PartEvent`. */
export type PartComparisonEffect = (typeof WHAT_IF_CHANGES)[number]

export interface PartComparison {
  readonly effect: PartComparisonEffect
  /** Whether something is forced with the edits and nothing without them, whatever fails later. */
  readonly isNewlyForced: boolean
  /** What decided, both of the same part; null: there is nothing of the kind. */
  readonly before: PartEvent | null
  readonly after: PartEvent | null
  /** The differences of single parts in order of time, as far as updates are forced, or are due and fail. */
  readonly differences: readonly UpdateDifference[]
}

/** How it fares, and what decided. */
export type ComparedEvents = Pick<PartComparison, 'effect' | 'before' | 'after'>

/** One part fares differently. One of the two updates at least is there. */
export interface UpdateDifference {
  readonly effect: 'forced' | 'earlier' | 'later' | 'target'
  readonly before: PartUpdate | null
  readonly after: PartUpdate | null
}

const NONE: readonly UpdateDifference[] = []
export const UNCHANGED: PartComparison = {
  effect: 'unchanged',
  isNewlyForced: false,
  before: null,
  after: null,
  differences: NONE,
}

/** Compares what is ahead; only what begins at or before `until` counts, on either side. */
export function compareForecasts(
  before: readonly ForecastEvent[],
  after: readonly ForecastEvent[],
  until: Instant,
): PartComparison {
  if (before === after) return UNCHANGED
  const first = firstDifference(before, after, until)
  if (first === null) return UNCHANGED
  const was = partUpdatesFrom(before, first, true)
  const is = partUpdatesFrom(after, first, true)
  cancel(was, is)
  const differences = differencesOf(was, is, until)
  const isNewlyForced = !isForced(before, Number.POSITIVE_INFINITY) && isForced(after, until)
  const [failed, fails] = [firstFailing(before, until), firstFailing(after, until)]
  if (failed === null && fails !== null) {
    const lead = leadPartOf(fails)
    return { effect: 'stuck', isNewlyForced, before: lateOf(lead, was), after: lead, differences }
  }
  if (failed !== null && fails === null) {
    const lead = leadPartOf(failed)
    return { effect: 'freed', isNewlyForced, before: lead, after: lateOf(lead, is), differences }
  }
  if (failed !== null && fails !== null && failed.from !== fails.from) {
    const effect = fails.from < failed.from ? 'stuckSooner' : 'stuckLater'
    return { effect, isNewlyForced, ...wholeEvents(failed, fails), differences }
  }
  const deciding = decidingOf(differences, isNewlyForced)
  if (deciding !== null) {
    const isUnforced = deciding.after === null && !isForced(after, Number.POSITIVE_INFINITY)
    const effect = deciding.effect === 'later' && isUnforced ? 'unforced' : deciding.effect
    return { ...deciding, effect, isNewlyForced, differences }
  }
  const automatic = firstAutomatic(before, after, first, until)
  const sides = automatic ?? wholeEvents(before[first], after[first])
  return { effect: 'auto', isNewlyForced, ...sides, differences }
}

/** The place of the first event in which two lists differ; null: they do not up to `until`. */
function firstDifference(
  before: readonly ForecastEvent[],
  after: readonly ForecastEvent[],
  until: Instant,
): number | null {
  for (let i = 0; ; i++) {
    const left = before[i]
    const right = after[i]
    if ((left === undefined || left.from > until) && (right === undefined || right.from > until)) return null
    if (left === undefined || right === undefined || !isSameEvent(left, right)) return i
  }
}

/** Takes out what is in both lists. */
function cancel(was: PartUpdate[], is: PartUpdate[]): void {
  for (let i = was.length - 1; i >= 0; i--) {
    const one = was[i]
    const same = one === undefined ? -1 : is.findIndex((other) => isSameUpdate(one, other))
    if (same === -1) continue
    was.splice(i, 1)
    is.splice(same, 1)
  }
}

function differencesOf(
  was: readonly PartUpdate[],
  is: readonly PartUpdate[],
  until: Instant,
): readonly UpdateDifference[] {
  const left = [...was]
  const differences: UpdateDifference[] = []
  for (const after of is) {
    const place = left.findIndex(({ change }) => isAlike(change, after.change))
    const before = place === -1 ? null : (left[place] ?? null)
    if (before !== null) left.splice(place, 1)
    // A part that was brought as far by then is not forced by a stop on the way there.
    else if (was.some((one) => covers(one, after))) continue
    differences.push({ effect: effectOf(before, after), before, after })
  }
  for (const before of left) differences.push({ effect: effectOf(before, null), before, after: null })
  const counted = differences.filter((one) => beginOf(one) <= until)
  return counted.length === 0 ? NONE : counted.sort((a, b) => beginOf(a) - beginOf(b))
}

/** What fails is not forced. Whether it makes shoots fail is said of them as a whole. */
function effectOf(before: PartUpdate | null, after: PartUpdate | null): UpdateDifference['effect'] {
  if (before?.kind === 'fails' || after?.kind === 'fails') return 'target'
  if (before === null) return 'forced'
  if (after === null) return 'later'
  const by = after.event.from - before.event.from
  return by < 0 ? 'earlier' : by > 0 ? 'later' : 'target'
}

/** When it first makes a difference. */
function beginOf({ before, after }: UpdateDifference): Instant {
  return Math.min(before?.event.from ?? Number.POSITIVE_INFINITY, after?.event.from ?? Number.POSITIVE_INFINITY)
}

/**
 * What decides: first that a cluster is newly forced, then what comes earlier, then what is added to a cluster that was
 * forced anyway. The last one counts as earlier. Else the first.
 */
function decidingOf(differences: readonly UpdateDifference[], isNewlyForced: boolean): ComparedEvents | null {
  const added = differences.find(({ effect }) => effect === 'forced')
  if (added !== undefined && isNewlyForced) return added
  const earlier = differences.find(({ effect }) => effect === 'earlier')
  if (earlier !== undefined) return earlier
  return added === undefined ? (differences[0] ?? null) : { ...added, effect: 'earlier' }
}

/** Whether any part is forced by then. */
function isForced(events: readonly ForecastEvent[], by: Instant): boolean {
  return events.some((event) => event.from <= by && isOfKind(event, 'forced'))
}

/** The first update of the same part that is forced, or due and fails. */
function lateOf({ change }: PartEvent, updates: readonly PartUpdate[]): PartUpdate | null {
  if (change === null) return null
  return updates.find((update) => isSamePart(update.change, change)) ?? null
}

type EventsBeforeAndAfter = Pick<PartComparison, 'before' | 'after'>

function firstAutomatic(
  before: readonly ForecastEvent[],
  after: readonly ForecastEvent[],
  from: number,
  until: Instant,
): EventsBeforeAndAfter | null {
  const was = partUpdatesFrom(before, from, false)
  const is = partUpdatesFrom(after, from, false)
  cancel(was, is)
  const [first] = [...was, ...is].filter(({ event }) => event.from <= until).sort((a, b) => a.event.from - b.event.from)
  if (first === undefined) return null
  const ofPart = (updates: readonly PartUpdate[]) =>
    updates.find(({ change }) => isSamePart(change, first.change)) ?? null
  return { before: ofPart(was), after: ofPart(is) }
}

/** No version goes another way, and yet two maintenances come out differently. */
function wholeEvents(before: ForecastEvent | undefined, after: ForecastEvent | undefined): EventsBeforeAndAfter {
  const [left, right] = [before, after].map((event) => (event === undefined ? null : leadPartOf(event)))
  const isOfOnePart =
    left?.change && right?.change ? isSamePart(left.change, right.change) : left?.change === right?.change
  if (isOfOnePart || !left || !right) return { before: left ?? null, after: right ?? null }
  return left.event.from < right.event.from ? { before: left, after: null } : { before: null, after: right }
}

function firstFailing(events: readonly ForecastEvent[], until: Instant): ForecastEvent | null {
  const fails = events.find(({ kind }) => kind === 'fails')
  return fails === undefined || fails.from > until ? null : fails
}

/** Whether two events are at the same time, of the same kind, and with the same moves. */
function isSameEvent(a: ForecastEvent, b: ForecastEvent): boolean {
  return a.from === b.from && a.kind === b.kind && isSameDigest(a.digest, b.digest)
}

function isSameDigest(a: MaintenanceDigest, b: MaintenanceDigest): boolean {
  if (a === b) return true
  if (a.denied !== b.denied || a.effect !== b.effect || !isSameCause(a, b)) return false
  // An image step that breaks off says nothing of the images that it has changed by then, and their pools roll.
  if (!areSame(a.pools, b.pools) || !areSame(a.inPlace, b.inPlace)) return false
  return a.changes.length === b.changes.length && a.changes.every((change, i) => isSameMove(change, b.changes[i]))
}

/** What keeps a pool from other versions makes no difference where it has none to move to either way. */
function isSameCause(a: MaintenanceDigest, b: MaintenanceDigest): boolean {
  return a.cause === b.cause || (a.lacksVersion && b.lacksVersion)
}

function areSame(a: readonly number[], b: readonly number[]): boolean {
  return a === b || (a.length === b.length && a.every((pool, i) => pool === b[i]))
}

/** Whether a version must go because it is over or because it is not listed makes no difference. */
function isSameMove(a: DigestChange, b: DigestChange | undefined): boolean {
  return (
    b !== undefined &&
    isSamePart(a, b) &&
    a.from === b.from &&
    a.to === b.to &&
    (a.why === 'auto') === (b.why === 'auto')
  )
}
