import type { WindowBody } from '@/lib/contract/common'
import { fixedZone, offsetMinutes, offsetText, type Zone } from '@/lib/contract/zone'
import { offsetOf } from '@/lib/engine/rules'
import type { MaintenanceTimeWindow } from '@/lib/engine/types'
import {
  clockText,
  DAY,
  type DayStyle,
  dayText,
  isoDay,
  isTonight,
  LISTED_BY_HOURS,
  listedTime,
  momentText,
  ms,
  relativeText,
  type SpanStyle,
  spanText,
  type Time,
  wallDayText,
} from './time-text'

/**
 * When a maintenance happens, in words. A cluster's times are in the offset of its own window, which does not follow
 * summer time; the viewer's zone comes second, as "… for you", and only where it differs.
 */

/** Between its begin and the last instant at which a maintenance may begin. */
export function isOpen(window: WindowBody, now: number): boolean {
  return ms(window.begin) <= now && now <= ms(window.latestStart)
}

/** A window that leaves out minutes of the day, as one does that is missing, cannot be read, or is turned round. */
export function isAnyTime(window: WindowBody): boolean {
  return ms(window.latestStart) - ms(window.begin) > 23 * 3_600_000
}

/**
 * The time as the end of a sentence or beside a date: `in 3 h`, `in 24 d 3 h`, `open now`, and `over` once no maintenance begins any
 * more.
 */
export function inTime(window: WindowBody, now: number): string {
  if (isOpen(window, now)) return 'open now'
  return ms(window.begin) < now ? 'over' : `in ${spanText(ms(window.begin) - now)}`
}

/**
 * When a window begins, as a list says it: `in 8 h 20 min` below 36 h, `Tue 15 Dec` beyond, where the hour stands in a column of its own.
 * By default the day is that of the cluster.
 */
export function listedWindow(window: WindowBody, now: number, zone: Zone = window.offset): string {
  if (isOpen(window, now)) return 'open now'
  const left = ms(window.begin) - now
  if (left < 0) return 'over'
  return left < LISTED_BY_HOURS
    ? listedTime(window.begin, zone, now)
    : wallDayText(window.begin, zone, { now, weekday: true })
}

/** `in 24 days 3 h`, for a sentence that names the window; `now` until its end, as a maintenance may go on until then. */
export function untilWindow(window: WindowBody, now: Time, style: SpanStyle = 'long'): string {
  const isNow = ms(window.begin) <= ms(now) && ms(now) < ms(window.end)
  return isNow ? 'now' : relativeText(window.begin, now, style)
}

/** Whether it is in the evening of the same day at the cluster: a window that begins after midnight is counted in hours. */
export function isThisEvening(window: WindowBody, now: number): boolean {
  return (
    isTonight(window.begin, window.offset, now) && isoDay(window.begin, window.offset) === isoDay(now, window.offset)
  )
}

/** `22:00–23:00`, in the cluster's offset. */
export function clockRange(window: WindowBody, zone: Zone = window.offset): string {
  return `${clockText(window.begin, zone)}–${clockText(window.end, zone)}`
}

/** `22:00–23:00`, `any time`: in a column that has a zone of its own. */
export function clockOrAnyTime(window: WindowBody, zone: Zone): string {
  return isAnyTime(window) ? 'any time' : clockRange(window, zone)
}

/** `22:00–23:00 +01:00` */
export function windowClock(window: WindowBody): string {
  if (isAnyTime(window)) return 'at any time of the day'
  return `${clockRange(window)} ${offsetText(window.offset, ms(window.begin))}`
}

/** `Tue 15 Dec 22:00–23:00 +01:00`, for what is read on another day as well. */
export function ownWindow(window: WindowBody, now: Time): string {
  return `${wallDayText(window.begin, window.offset, { now, weekday: true })} ${windowClock(window)}`
}

/** As `ownWindow`, but `tonight 22:00–23:00 +01:00` for tonight. */
export function windowWords(window: WindowBody, now: number): string {
  return isThisEvening(window, now) ? `tonight ${windowClock(window)}` : ownWindow(window, now)
}

/** `Tue 15 Dec 22:00`: the begin only, where the offset stands in the head of the column. */
export function beginText(window: WindowBody, now: number): string {
  if (isAnyTime(window)) {
    return isOpen(window, now)
      ? 'Any time'
      : `${dayText(window.begin, window.offset, { now, weekday: true })}, any time`
  }
  return momentText(window.begin, window.offset, now)
}

/** `Sun 22 Nov 01:30–03:00 for you`, only the times when the day is the same; null when the viewer's clock shows the same time. */
export function forYou(window: WindowBody, now: number, zone: Zone): string | null {
  const range = yourRange(window, zone)
  if (range === null) return null
  const isSameDay = isoDay(window.begin, zone) === isoDay(window.begin, window.offset)
  return `${isSameDay ? '' : `${wallDayText(window.begin, zone, { now, weekday: true })} `}${range} for you`
}

/** `Sun 22 Nov 01:30 for you`, for a begin; only the time when the day is the same. Null: it is the same, or any time will do. */
export function beginForYou(window: WindowBody, now: number, zone: Zone): string | null {
  if (isAnyTime(window) || yourRange(window, zone) === null) return null
  const isSameDay = isoDay(window.begin, zone) === isoDay(window.begin, window.offset)
  return `${isSameDay ? clockText(window.begin, zone) : momentText(window.begin, zone, now)} for you`
}

function yourRange(window: WindowBody, zone: Zone): string | null {
  const at = ms(window.begin)
  return offsetMinutes(zone, at) === offsetMinutes(window.offset, at) ? null : clockRange(window, zone)
}

/** How much of 90 days is left until the window begins, in percent. */
export function shareOf90Days(window: WindowBody, now: number): number {
  const share = ((ms(window.begin) - now) / (90 * DAY)) * 100
  return Math.round(Math.min(100, Math.max(0, share)) * 10) / 10
}

/** The zone in which the owner of a cluster wrote its maintenance window, which does not follow summer time; UTC without one. */
export function windowZone(window: MaintenanceTimeWindow | undefined): Zone {
  return fixedZone(offsetOf(window))
}

/** A stretch of a version's life: its word, and from when to when; null: that is not known, or open. */
interface LifeSpan {
  /** The stage, or `unclassified`. */
  readonly look: string
  readonly from: number | null
  readonly to: number | null
}

/** `1.33.6 deprecated, from 21 Nov 2026 to 15 Dec 2026`: what a segment is called, with every date it has. */
export function spanName(version: string, span: LifeSpan, zone: Zone): string {
  const subject = `${version} ${span.look}`
  const day = (at: number) => dayText(at, zone)
  if (span.from === null && span.to === null) return `${subject}, no dates set`
  if (span.from === null) return `${subject}, start unknown, to ${day(span.to ?? 0)}`
  if (span.to === null) {
    return span.look === 'expired'
      ? `${subject} from ${day(span.from)}`
      : `${subject}, from ${day(span.from)}, no end set`
  }
  return `${subject}, from ${day(span.from)} to ${day(span.to)}`
}

/** How long a stretch lasts: `39 d`; open when it has no end, unknown when it has no beginning. */
export function spanLength(span: LifeSpan): string {
  if (span.from === null) return 'not known'
  if (span.to === null) return 'open'
  return spanText(span.to - span.from, 'short')
}

/** The date on a flag: short, with its year only when it is neither this one nor the next. */
export function flagDate(at: number, zone: Zone, now: number): string {
  const style: DayStyle = Math.abs(at - now) < 366 * DAY ? { now: at } : {}
  return dayText(at, zone, style)
}

/**
 * What a version is now: `deprecated since 21 Nov 2026`, and of one that is not classified also what Gardener makes of it.
 * `day`: a day in words, e.g. today with its time.
 */
export function nowText({ look, from, to }: LifeSpan, day: (at: number) => string): string {
  if (look === 'unclassified')
    return `${look}: Gardener treats it as supported${to === null ? '' : ` until ${day(to)}`}`
  return from === null ? `${look}, start unknown` : `${look} since ${day(from)}`
}
