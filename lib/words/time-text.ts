import { offsetMinutes, offsetText, two, type Zone } from '@/lib/contract/zone'
import { DAY, HOUR, isEndOfDay, MINUTE, MONTHS, SECOND, WEEKDAYS } from '@/lib/engine/time'
import { given, listed, plural } from './phrases'

export { DAY, HOUR, isEndOfDay, MINUTE, SECOND }

/**
 * Times in words, as the whole program writes them. Everything here is pure and does its own arithmetic, so that the server
 * and every browser write the same text. A time is milliseconds or RFC 3339 text, as answers carry it.
 */
export type Time = number | string

/** Milliseconds of a time; NaN for text that is no time. */
export function ms(time: Time): number {
  return typeof time === 'number' ? time : Date.parse(time)
}

/** As `ms`, for a time that may be open, or not known. */
export function msOrNull(time: Time | null): number | null {
  return time === null ? null : ms(time)
}

/** Between two times in whole days, as one reads them off a calendar. */
export function daysBetween(from: Time, to: Time): number {
  return Math.round((ms(to) - ms(from)) / DAY)
}

export interface ClockParts {
  readonly year: number
  /** 0 to 11. */
  readonly month: number
  readonly day: number
  /** 0 is Sunday. */
  readonly weekday: number
  readonly hour: number
  readonly minute: number
}

/** What a calendar and a clock on the wall show in a zone. */
export function partsIn(time: Time, zone: Zone): ClockParts {
  const at = ms(time)
  const wall = new Date(at + offsetMinutes(zone, at) * MINUTE)
  return {
    year: wall.getUTCFullYear(),
    month: wall.getUTCMonth(),
    day: wall.getUTCDate(),
    weekday: wall.getUTCDay(),
    hour: wall.getUTCHours(),
    minute: wall.getUTCMinutes(),
  }
}

/** `2026-12-15`, the day of a time in a zone. */
export function isoDay(time: Time, zone: Zone): string {
  const { year, month, day } = partsIn(time, zone)
  return `${year}-${two(month + 1)}-${two(day)}`
}

/** `2026-12-15T22:00`, as a date and time field takes it. */
export function dateTimeFieldText(time: Time, zone: Zone): string {
  return `${isoDay(time, zone)}T${clockText(time, zone)}`
}

/**
 * The instant at which the clock on the wall shows this text (`2026-12-15T22:00`); NaN when it is no such text. An hour that
 * is skipped when summer time begins counts as the hour after; one that comes twice is the later one.
 */
export function fromWall(text: string, zone: Zone): number {
  const asUtc = Date.parse(`${text}Z`)
  const guess = asUtc - offsetMinutes(zone, asUtc) * MINUTE
  return asUtc - offsetMinutes(zone, guess) * MINUTE
}

/** `22:00` */
export function clockText(time: Time, zone: Zone): string {
  const { hour, minute } = partsIn(time, zone)
  return `${two(hour)}:${two(minute)}`
}

export interface DayStyle {
  /** The year is printed when it is not the year of this time; absent, or null: always printed. */
  readonly now?: Time | null
  /** `Tue ` in front. */
  readonly weekday?: boolean
}

/** `15 Dec`, `Tue 15 Dec`, `15 Dec 2027`. The end of a day of UTC that is another day in the zone: `Mon 14 Dec UTC`. */
export function dayText(time: Time, zone: Zone, style: DayStyle = {}): string {
  const isOther = isEndOfDay(ms(time)) && isoDay(time, 'UTC') !== isoDay(time, zone)
  return isOther ? `${wallDayText(time, 'UTC', style)} UTC` : wallDayText(time, zone, style)
}

/** The day on the calendar in a zone, where the time of day or the zone stands beside it. */
export function wallDayText(time: Time, zone: Zone, style: DayStyle = {}): string {
  const at = partsIn(time, zone)
  const weekday = style.weekday ? `${WEEKDAYS[at.weekday]?.slice(0, 3)} ` : ''
  const { now = null } = style
  const hasYear = now === null || partsIn(now, zone).year !== at.year
  return `${weekday}${at.day} ${MONTHS[at.month]}${hasYear ? ` ${at.year}` : ''}`
}

/** `Tue 15`, where the month stands beside it. */
export function weekdayText(time: Time, zone: Zone): string {
  const { weekday, day } = partsIn(time, zone)
  return `${WEEKDAYS[weekday]?.slice(0, 3)} ${day}`
}

/** `Dec`, where the day stands beside it. */
export function monthName(time: Time, zone: Zone): string {
  return MONTHS[partsIn(time, zone).month] ?? ''
}

/** A date that is no instant, such as `2026-12-15` of a calendar; `now` is another such date. */
export function dateText(date: string, now?: string): string {
  return dayText(`${date}T00:00:00Z`, 'UTC', now === undefined ? {} : { now: `${now}T00:00:00Z` })
}

/** `Tue 15 Dec 22:00`, with the year when it is not this one. */
export function momentText(time: Time, zone: Zone, now: Time): string {
  return `${wallDayText(time, zone, { now, weekday: true })} ${clockText(time, zone)}`
}

/** `15 Dec 2026 13:00 +01:00`, within a sentence that may be read in any year. */
export function instantText(time: Time, zone: Zone): string {
  return `${wallDayText(time, zone)} ${clockText(time, zone)} ${offsetText(zone, ms(time))}`
}

/** `at 19:00 +01:00`, of another day than this one `on 21 Nov at 19:00 +01:00`. */
export function nearText(time: Time, zone: Zone, now: Time): string {
  const clock = `at ${clockText(time, zone)} ${offsetText(zone, ms(time))}`
  return isoDay(time, zone) === isoDay(now, zone) ? clock : `on ${wallDayText(time, zone, { now })} ${clock}`
}

/** `Sat 21 Nov 2026, 19:00 +01:00`: complete, for where nothing around it says year or zone. */
export function fullText(time: Time, zone: Zone): string {
  return `${wallDayText(time, zone, { weekday: true })}, ${clockText(time, zone)} ${offsetText(zone, ms(time))}`
}

/**
 * How much a countdown says. `long`: `24 days 3 h`, for a headline. `exact`: `24 d 3 h`, for a countdown. `short`: `24 d`, for
 * a dense row. `prose`: `24 days`. Under three hours all say minutes, as half of what is left would be gone without, and for the same
 * reason a dense row says hours under three days. From 30 days on all say days only, from 1,000 days on years.
 */
export type SpanStyle = 'long' | 'exact' | 'short' | 'prose'

/**
 * A length of time in words; under a minute it is `under 1 min`. All styles round down, so that the same instant is never
 * `in 23 d 18 h` in one place and `in 24 days` in another.
 */
export function spanText(length: number, style: SpanStyle = 'exact'): string {
  const size = Math.abs(length)
  const minutes = Math.floor(size / MINUTE)
  if (minutes < 1) return 'under 1 min'
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(size / HOUR)
  if (hours < 24) {
    const rest = minutes % 60
    const withMinutes = hours < 3 && rest > 0
    return withMinutes ? `${hours} h ${rest} min` : `${hours} h`
  }
  const days = Math.floor(size / DAY)
  const inWords = style === 'long' || style === 'prose'
  if (days >= 1000) return `${Math.floor(days / 36.525) / 10} ${inWords ? 'years' : 'y'}`
  const dayPart = inWords ? countOf(days, 'day') : `${days} d`
  const rest = hours % 24
  const mostDays = style === 'long' || style === 'exact' ? 30 : style === 'short' ? 3 : 0
  const withHours = days < mostDays && rest > 0
  return withHours ? `${dayPart} ${rest} h` : dayPart
}

/** How long work may take: `14 h`, `9 h 20 min`; in hours up to a hundred, as nothing of it is rounded away. */
export function durationText(length: number): string {
  if (length < HOUR || length >= 100 * HOUR) return spanText(length)
  const minutes = Math.round(length / MINUTE)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`
}

/** `in 24 d 3 h`, `3 h ago`, `now` (less than a minute away on either side). */
export function relativeText(time: Time, now: Time, style: SpanStyle = 'exact'): string {
  const length = ms(time) - ms(now)
  if (Math.abs(length) < MINUTE) return 'now'
  return length > 0 ? `in ${spanText(length, style)}` : `${spanText(length, style)} ago`
}

/** For how long a list tells a time by hours, in milliseconds. */
export const LISTED_BY_HOURS = 36 * HOUR

/** A time ahead, in a list or beside a name: `in 8 h 20 min` below 36 hours, a day beyond. */
export function listedTime(time: Time, zone: Zone, now: Time): string {
  const left = ms(time) - ms(now)
  if (left >= LISTED_BY_HOURS) return dayText(time, zone, { now })
  return left < MINUTE ? 'now' : `in ${durationText(Math.floor(left / MINUTE) * MINUTE)}`
}

/** `40 s ago`, `19 min ago`: how old something that was read is. */
export function agoText(time: Time, now: Time): string {
  const age = Math.max(0, ms(now) - ms(time))
  if (age < 5 * SECOND) return 'just now'
  if (age < MINUTE) return `${Math.floor(age / SECOND)} s ago`
  return `${spanText(age, 'short')} ago`
}

/**
 * Whether a time belongs to the night that is coming or going on: from 18:00 to 06:00 on the clock of the zone. By day that is
 * the next evening and what follows it.
 */
export function isTonight(time: Time, zone: Zone, now: Time): boolean {
  const at = ms(time)
  const from = ms(now)
  if (at < from) return false
  const wall = partsIn(from, zone)
  const sinceMidnight = (wall.hour * 60 + wall.minute) * MINUTE
  const morning = from - sinceMidnight + 6 * HOUR
  const isNight = from < morning
  const end = isNight ? morning : morning + DAY
  const begin = isNight ? from : Math.max(from, end - 12 * HOUR)
  return at >= begin && at < end
}

/** `1,248`; minus is `−`. */
export function countText(value: number): string {
  const digits = String(Math.abs(value)).replace(/\B(?=(\d{3})+(?!\d))/g, ',')
  return value < 0 ? `−${digits}` : digits
}

/** `1 cluster`, `1,248 clusters`. */
export function countOf(value: number, one: string, many = `${one}s`): string {
  return `${countText(value)} ${plural(value, one, many)}`
}

/** `2 forced`, `1 auto-update`: of what there is any, how many; the word for many is that for one where none is given. */
export function countsOf(...counts: readonly (readonly [count: number, one: string, many?: string])[]): string[] {
  return given(...counts.map(([count, one, many = one]) => count > 0 && countOf(count, one, many)))
}

/** `a, b and 45 more`: the first of so many names, and how many there are beside them. */
export function namesText(names: readonly string[], most: number, all = names.length): string {
  const told = names.slice(0, most)
  return listed(all > told.length ? [...told, `${countText(all - told.length)} more`] : told)
}

/** The month of a date: `Dec`, or `Jan 2027` for a January and wherever the year is asked for. */
export function monthText(time: Time, withYear = false): string {
  const { month, year } = partsIn(time, 'UTC')
  return withYear || month === 0 ? `${MONTHS[month]} ${year}` : `${MONTHS[month]}`
}
