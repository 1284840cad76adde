import type { EffectKind, WindowBody } from '@/lib/contract/common'
import type { NextEvent, OnlyAfterBody, PoolEffectBody } from '@/lib/contract/steps'
import { offsetText, type Zone } from '@/lib/contract/zone'
import { operationWords } from './operations'
import { capitalized, listed } from './phrases'
import {
  clockText,
  countOf,
  HOUR,
  isoDay,
  isTonight,
  momentText,
  ms,
  relativeText,
  type SpanStyle,
  type Time,
  wallDayText,
} from './time-text'

/** Whole sentences from the contract's types: the fact first, every time relative and absolute. */

/** What a step does to the pools, strongest first: `All nodes of 2 pools will roll. The kubelets of 1 pool restart.` */
export function effectSentence(effects: readonly PoolEffectBody[]): string {
  const pools = (effect: EffectKind) => effects.filter((one) => one.effect === effect).length
  const sentences: string[] = []
  const rolling = pools('rolling')
  const inPlace = pools('inPlace')
  const restart = pools('kubeletRestart')
  if (rolling > 0) sentences.push(`All nodes of ${countOf(rolling, 'pool')} will roll.`)
  if (inPlace > 0) {
    const manual = effects.filter(({ nodes }) => nodes.byHand !== undefined).length
    const which = manual === inPlace ? '' : ` those of ${countOf(manual, 'pool')}`
    const who = manual === 0 ? '' : `,${which} each once a person has labelled it`
    sentences.push(`The nodes of ${countOf(inPlace, 'pool')} are updated in place${who}.`)
  }
  if (restart > 0) sentences.push(`The kubelets of ${countOf(restart, 'pool')} restart.`)
  return sentences.join(' ') || 'No node is touched.'
}

type Happening = Pick<NextEvent, 'kind' | 'kinds' | 'what' | 'operations' | 'from' | 'to' | 'cause'>
type Move = Happening & Pick<NextEvent, 'window'>

/** What an event is for the part that it is told of: one that fails for another part forces this one. */
export function toldKind({ kind, kinds, to }: Pick<NextEvent, 'kind' | 'kinds' | 'to'>): NextEvent['kind'] {
  return kind === 'fails' && to !== null && kinds.includes('forced') ? 'forced' : kind
}

/** What the same night is for other parts, as a clause; empty: nothing else that counts. */
export function otherPartText(event: Pick<NextEvent, 'kind' | 'kinds' | 'to' | 'cause'>): string {
  if (event.kind !== 'fails' || !event.kinds.includes('forced')) return ''
  if (toldKind(event) === 'fails') return 'another part is forced'
  return `another part fails${event.cause ? `: ${event.cause}` : ''}`
}

interface Happens extends Pick<NextEvent, 'kind' | 'what'> {
  readonly operations?: readonly string[] | undefined
}

/**
 * What an event is about: `Kubernetes`, an image, or, where no version changes, what happens: `the rotation of all credentials
 * starts`.
 */
export function whatText({ kind, what, operations = [] }: Happens): string {
  if (what !== null) return what
  if (operations.length > 0) return listed(operations.map((name) => operationWords(name).clause))
  return kind === 'fails' ? 'maintenance' : 'settings change'
}

/** `Kubernetes 1.33.6 → 1.33.7`; without a target only what it is now. */
export function moveText(event: Pick<NextEvent, 'kind' | 'what' | 'operations' | 'from' | 'to'>): string {
  return event.to === null ? `${whatText(event)} ${event.from}` : `${whatText(event)} ${event.from} → ${event.to}`
}

/** `Forced to Kubernetes 1.33.7 in 24 days 3 h, in the window Tue 15 Dec 22:00–23:00 +01:00.` */
export function eventSentence(event: Move, now: Time): string {
  const when = `${untilWindow(event.window, now)}, in the window ${ownWindow(event.window, now)}`
  const other = otherPartText(event)
  const also = other === '' ? '' : `; ${other}`
  switch (toldKind(event)) {
    case 'forced':
      return `Forced to ${whatText(event)} ${event.to ?? 'nothing'} ${when}${also}.`
    case 'auto':
      return `Auto-update to ${whatText(event)} ${event.to ?? 'nothing'} ${when}.`
    case 'fails':
      return `The update of ${whatText(event)} ${event.from} fails ${when}${event.cause ? `: ${event.cause}` : ''}${also}.`
    case 'other':
      return `${capitalized(whatText(event))} ${when}.`
  }
}

/** `Before that, tonight 22:00–23:00 +01:00: auto-update to Kubernetes 1.33.7.` Names the day when it is not tonight. */
export function beforeThat(event: Move, now: Time): string {
  const { window } = event
  const when = isTonight(window.begin, window.offset, now)
    ? `tonight ${clockText(window.begin, window.offset)}–${clockText(window.end, window.offset)} ${offsetText(window.offset, 0)}`
    : `${untilWindow(window, now)}, ${ownWindow(window, now)}`
  return `Before that, ${when}: ${eventPhrase(event)}.`
}

/** What happens, without when: `forced to Kubernetes 1.33.7`. */
export function eventPhrase(event: Happening): string {
  const other = otherPartText(event)
  const also = other === '' ? '' : `; ${other}`
  switch (toldKind(event)) {
    case 'forced':
      return `forced to ${whatText(event)} ${event.to ?? 'nothing'}${also}`
    case 'auto':
      return `auto-update to ${whatText(event)} ${event.to ?? 'nothing'}`
    case 'fails':
      return `${failingText(event)} fails${event.cause ? `: ${event.cause}` : ''}${also}`
    case 'other':
      return whatText(event)
  }
}

/** Where no version was to change, what was to happen. */
function failingText(event: Happening): string {
  return event.from === '' ? whatText(event) : `the update of ${whatText(event)} ${event.from}`
}

/** `in 24 days 3 h`; `now` while the window is open. */
export function untilWindow(window: WindowBody, now: Time, style: SpanStyle = 'long'): string {
  const at = ms(now)
  const isOpen = ms(window.begin) <= at && at < ms(window.end)
  return isOpen ? 'now' : relativeText(window.begin, now, style)
}

/** `22:00–23:00`; `any time` of a window of a whole day, as a cluster has it whose own is missing or cannot be read. */
export function clockRange({ begin, end }: { begin: Time; end: Time }, zone: Zone): string {
  return isWholeDay(begin, end) ? 'any time' : `${clockText(begin, zone)}–${clockText(end, zone)}`
}

function isWholeDay(begin: Time, end: Time): boolean {
  return ms(end) - ms(begin) > 23 * HOUR
}

/** `Tue 15 Dec 22:00–23:00 +01:00`, `Tue 15 Dec, any time`; the day is that of the begin. */
export function windowText(window: { begin: Time; end: Time }, zone: Zone, now: Time): string {
  if (isWholeDay(window.begin, window.end))
    return `${wallDayText(window.begin, zone, { now, weekday: true })}, any time`
  return `${momentText(window.begin, zone, now)}–${clockText(window.end, zone)} ${offsetText(zone, ms(window.begin))}`
}

/** What happens in a window, and whether it depends on the moment at which its maintenance begins. */
interface Due {
  readonly window: WindowBody
  readonly onlyAfter?: OnlyAfterBody | null | undefined
}

/**
 * `if maintenance begins after 22:30, else Tue 1 Dec`: of something that a moment within the window decides about; null: it comes
 * whenever in the window maintenance begins.
 * @param zone in which the times beside it are told; by default the cluster's own
 */
export function otherNight(
  { window: { begin, offset }, onlyAfter = null }: Due,
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

/** The same after something: `, if maintenance begins after 22:30, else Tue 1 Dec`; empty: no moment decides. */
export function orOtherNight(due: Due, now: Time, zone?: Zone): string {
  const other = otherNight(due, now, zone)
  return other === null ? '' : `, ${other}`
}

/** Begin of the last window in which it may come. */
export function lastBegin({ window, onlyAfter }: Due): string {
  return onlyAfter?.otherwise?.begin ?? window.begin
}

/** A window in the cluster's own offset: `Tue 15 Dec 22:00–23:00 +01:00`. */
export function ownWindow(window: WindowBody, now: Time): string {
  return windowText(window, window.offset, now)
}

/** The cluster's own time first, then the viewer's: `21:00–22:30 +01:00, Sun 22 Nov 01:30–03:00 for you`. */
export function windowForBoth(window: WindowBody, viewer: Zone, now: Time): string {
  const own = ownWindow(window, now)
  if (offsetText(viewer, Date.parse(window.begin)) === offsetText(window.offset, 0)) return own
  const [yours = ''] = windowText(window, viewer, now).split(/ [+−]\d\d:\d\d$/)
  return `${own}, ${yours} for you`
}
