import type { ChangeBody, NextEvent, OnlyAfterBody } from '@/lib/contract/steps'
import type { Zone } from '@/lib/contract/zone'
import { codedCauseText } from './causes'
import { operationWords } from './operations'
import { capitalized, listed, nameOf, plural, shortPoolsText } from './phrases'
import { clockText, isoDay, momentText, type Time, wallDayText } from './time-text'
import { ownWindow, untilWindow } from './when'
import { effectText } from './wording'

/** Whole sentences from the contract's types: the fact first, every time relative and absolute. */

/** An event of an answer, or as the landscape has it: the fields are the same. */
interface ListedEvent extends EventWithOperations, Pick<NextEvent, 'from' | 'to' | 'cause'> {
  readonly kinds: readonly NextEvent['kind'][]
}

/** `: no version to move to`; empty: that is not known. */
export function becauseOf({ cause }: Pick<NextEvent, 'cause'>): string {
  return cause === null ? '' : `: ${codedCauseText(cause)}`
}

/** What an event is for the part that it is told of: one that fails for another part forces this one. */
export function toldKind({ kind, kinds, to }: Pick<ListedEvent, 'kind' | 'kinds' | 'to'>): NextEvent['kind'] {
  return kind === 'fails' && to !== null && kinds.includes('forced') ? 'forced' : kind
}

/** What the same night is for other parts, as a clause; empty: nothing else that counts. */
export function otherPartText(event: Pick<ListedEvent, 'kind' | 'kinds' | 'to' | 'cause'>): string {
  if (event.kind !== 'fails' || !event.kinds.includes('forced')) return ''
  if (toldKind(event) === 'fails') return 'another part is forced'
  return `another part fails${becauseOf(event)}`
}

interface EventWithOperations extends Pick<NextEvent, 'kind' | 'what'> {
  readonly operations?: readonly string[] | undefined
}

/**
 * What an event is about: `Kubernetes`, an image, or, where no version changes, what happens: `the rotation of all credentials
 * starts`.
 */
export function whatText({ kind, what, operations = [] }: EventWithOperations): string {
  if (what !== null) return what
  if (operations.length > 0) return listed(operations.map((name) => operationWords(name).clause))
  return kind === 'fails' ? 'maintenance' : 'settings change'
}

/** `Kubernetes 1.33.6 → 1.33.7`; without a target only what it is now. */
export function moveText(event: EventWithOperations & Pick<NextEvent, 'from' | 'to'>): string {
  return event.to === null ? `${whatText(event)} ${event.from}` : `${whatText(event)} ${event.from} → ${event.to}`
}

/** `, 9 nodes roll`, `, 4 nodes in place`: what an event does to nodes, after it; empty: none is replaced or updated. */
export function withNodes({ effect, nodes }: Pick<NextEvent, 'effect' | 'nodes'>): string {
  return nodes.max > 0 && (effect === 'rolling' || effect === 'inPlace') ? `, ${effectText(effect, nodes)}` : ''
}

/** `Forced to Kubernetes 1.33.7 in 24 days 3 h, in the window Tue 15 Dec 22:00–23:00 +01:00.` */
export function eventSentence(event: ListedEvent & Pick<NextEvent, 'window'>, now: Time): string {
  const when = `${untilWindow(event.window, now)}, in the window ${ownWindow(event.window, now)}`
  const [what, more] = eventParts(event)
  return `${capitalized(what)} ${when}${more}.`
}

/** What happens, without when: `forced to Kubernetes 1.33.7`. */
export function eventPhrase(event: ListedEvent): string {
  return eventParts(event).join('')
}

/** What happens, and why it fails and what the night is for other parts: when it is so is told between them. */
function eventParts(event: ListedEvent): [what: string, more: string] {
  const other = otherPartText(event)
  const also = other === '' ? '' : `; ${other}`
  switch (toldKind(event)) {
    case 'forced':
      return [`forced to ${whatText(event)} ${event.to ?? 'nothing'}`, also]
    case 'auto':
      return [`auto-update to ${whatText(event)} ${event.to ?? 'nothing'}`, '']
    case 'fails':
      return [`${failingText(event)} fails`, `${becauseOf(event)}${also}`]
    case 'other':
      return [whatText(event), '']
  }
}

/** The event in one line, for a list or a calendar: `forced to Kubernetes 1.33.7, and 2 more in the same run`. */
export function eventLine(event: ListedEvent & Pick<NextEvent, 'more'>): string {
  return `${eventPhrase(event)}${event.more > 0 ? `, and ${event.more} more in the same run` : ''}`
}

/** What was to happen if no version was to change. */
function failingText(event: ListedEvent): string {
  return event.from === '' ? whatText(event) : `the update of ${whatText(event)} ${event.from}`
}

/** What happens in a window, and whether it depends on the moment at which its maintenance begins. */
interface EventInWindow {
  readonly window: { readonly begin: Time; readonly offset: Zone }
  readonly onlyAfter?: { readonly at: Time; readonly otherwise: { readonly begin: Time } | null } | null | undefined
}

/**
 * `if maintenance begins after 22:30, else Tue 1 Dec`: of something that a moment within the window decides about; null: it comes
 * whenever in the window maintenance begins.
 * @param zone in which the times beside it are told; by default the cluster's own
 */
export function otherNight(
  { window: { begin, offset }, onlyAfter = null }: EventInWindow,
  now: Time,
  zone: Zone = offset,
): string | null {
  if (onlyAfter === null) return null
  const { at, otherwise } = onlyAfter
  const isSameDay = isoDay(at, zone) === isoDay(begin, zone)
  const after = isSameDay ? clockText(at, zone) : momentText(at, zone, now)
  const other = otherwise === null ? '' : `, else ${wallDayText(otherwise.begin, zone, { now, weekday: true })}`
  return `if maintenance begins after ${after}${other}`
}

/** The other night, as the end of a sentence: `, if maintenance begins after 22:30, else Tue 1 Dec`; empty: no moment decides. */
export function orOtherNight(due: EventInWindow, now: Time, zone?: Zone): string {
  const other = otherNight(due, now, zone)
  return other === null ? '' : `, ${other}`
}

/** Begin of the last window in which it may come. */
export function lastBegin({
  window,
  onlyAfter,
}: Pick<NextEvent, 'window'> & { readonly onlyAfter?: OnlyAfterBody | null | undefined }): string {
  return onlyAfter?.otherwise?.begin ?? window.begin
}

/** Parts of a cluster that go to one version for one reason: these pools, or without any the control plane. */
export interface PartsMove {
  readonly pools: readonly string[]
  /** Null: Kubernetes. */
  readonly image: string | null
  readonly to: string
  readonly why: ChangeBody['why']
}

/** `Forced to Kubernetes 1.33.7`, `Pools web-a and ledger auto-update to gardenlinux 1877.5.0`. */
export function moveTitle(move: PartsMove): string {
  if (move.pools.length > 0) return capitalized(moveClause(move))
  return `${move.why === 'auto' ? 'Auto-update' : 'Forced'} to ${nameOf(move.image, move.to)}`
}

/** The move as a part of a sentence: `the cluster is forced to Kubernetes 1.33.7`. */
export function moveClause({ pools, image, to, why }: PartsMove): string {
  const count = Math.max(1, pools.length)
  const who = pools.length === 0 ? 'the cluster' : shortPoolsText(pools)
  const verb = why === 'auto' ? plural(count, 'auto-updates', 'auto-update') : `${plural(count, 'is', 'are')} forced`
  return `${who} ${verb} to ${nameOf(image, to)}`
}

/** Parts that have no version to go to. */
interface PartsFailure extends Pick<PartsMove, 'pools' | 'image'> {
  readonly from: string
}

/** `There is no version to move to from gardenlinux 1592.9.0 in pool web-a: image lacks the container runtime.` */
export function failureSentence({ pools, image, from }: PartsFailure, cause: string | null): string {
  const why = cause === null ? '' : `: ${cause}`
  return `There is no version to move to from ${nameOf(image, from)}${inPools(pools)}${why}.`
}

/** ` in pools web-a and ledger`; empty: it is the control plane. */
export function inPools(pools: readonly string[]): string {
  return pools.length === 0 ? '' : ` in ${shortPoolsText(pools)}`
}

/** The sentence about a maintenance that the API server refuses as a whole; null: the cause is told elsewhere. */
export function refusalSentence(cause: string | null): string {
  return `The API server refuses it, so nothing is updated${cause === null ? '' : `: ${cause}`}.`
}
