import { DAY, MINUTE, SECOND, secondOfDay, startOfDay } from '@/lib/engine/time'
import type { Instant, MaintenanceTimeWindow, WindowOccurrence } from '@/lib/engine/types'
import { clockParts, type GoLayout, parseGoTime } from './go-time'

/** A maintenance must begin this long before the end of its window. */
export const RESERVED_SECONDS = 15 * 60
export const DAY_SECONDS = 24 * 60 * 60

/** When a shoot may be maintained, every day. All numbers are whole seconds since midnight UTC, 0 to 86399. */
export interface DailyWindow {
  /** False without a window, or with one that cannot be read: then maintenance may happen at any time of the day. */
  readonly parsed: boolean
  readonly begin: number
  /** The last second at which a maintenance may begin, inclusive. Below `begin`: on the next day. */
  readonly latestStart: number
  readonly end: number
  /** Why the window cannot be read. */
  readonly error?: string
}

/** A field error as the API server reports it for `spec.maintenance.timeWindow`. */
export interface WindowError {
  readonly field: 'spec.maintenance.timeWindow' | 'spec.maintenance.timeWindow.begin/end'
  readonly detail: string
}

const ALWAYS: DailyWindow = { parsed: false, begin: 0, latestStart: DAY_SECONDS - 1, end: 0 }

/**
 * Reads a shoot's window (null: it has none); the end loses 15 minutes (docs/rules.md#maintenance-window). It never fails: see
 * `DailyWindow.parsed`.
 */
export function parseWindow(window: MaintenanceTimeWindow | null): DailyWindow {
  if (window === null) return ALWAYS
  const begin = readClockTime(window.begin)
  if (begin.kind === 'error') return { ...ALWAYS, error: unreadable('begin', begin.error) }
  const end = readClockTime(window.end)
  if (end.kind === 'error') return { ...ALWAYS, error: unreadable('end', end.error) }
  return {
    parsed: true,
    begin: begin.second,
    latestStart: (end.second - RESERVED_SECONDS + DAY_SECONDS) % DAY_SECONDS,
    end: end.second,
  }
}

/** Whether a maintenance may begin at the instant. Both ends are inclusive; fractions of a second do not count. */
export function isInWindow(window: DailyWindow, at: Instant): boolean {
  const second = secondOfDay(at)
  return window.latestStart < window.begin
    ? second <= window.latestStart || second >= window.begin
    : second >= window.begin && second <= window.latestStart
}

/** The first occurrence in which a maintenance may still begin at or after the instant; it may have begun already. */
export function nextWindow(window: DailyWindow, at: Instant): WindowOccurrence {
  const yesterday = startOfDay(at) - DAY
  for (let day = yesterday; ; day += DAY) {
    const occurrence = occurrenceOn(window, day)
    if (at < occurrence.latestStart + SECOND) return occurrence
  }
}

/** The occurrence in which a maintenance may begin at the instant, or null. */
export function windowAround(window: DailyWindow, at: Instant): WindowOccurrence | null {
  const occurrence = nextWindow(window, at)
  return occurrence.begin <= at ? occurrence : null
}

/** The occurrence that begins on the UTC day starting at `midnight`. */
function occurrenceOn(window: DailyWindow, midnight: Instant): WindowOccurrence {
  const length = (window.latestStart - window.begin + DAY_SECONDS) % DAY_SECONDS
  const begin = midnight + window.begin * SECOND
  const latestStart = begin + length * SECOND
  return { begin, latestStart, end: latestStart + (window.parsed ? 15 * MINUTE : SECOND) }
}

/** Seconds from one time of the day to another; from one to itself it is a whole day. */
export function lengthBetween(begin: number, end: number): number {
  return (end - begin + DAY_SECONDS) % DAY_SECONDS || DAY_SECONDS
}

/** Seconds from the begin to the latest start. */
export function effectiveDuration({ begin, latestStart }: DailyWindow): number {
  return lengthBetween(begin, latestStart)
}

/** What the API server refuses of a window: it must be readable and 30 minutes to 6 hours long. */
export function windowErrors(window: MaintenanceTimeWindow | null): WindowError[] {
  const parsed = parseWindow(window)
  if (parsed.error !== undefined) return [{ field: 'spec.maintenance.timeWindow.begin/end', detail: parsed.error }]
  if (!parsed.parsed) return []
  const seconds = lengthBetween(parsed.begin, parsed.end)
  if (seconds > 6 * 3600) return [refused('time window must not be greater than 6h0m0s')]
  if (seconds < 30 * 60) return [refused('time window must not be smaller than 30m0s')]
  return []
}

function refused(detail: string): WindowError {
  return { field: 'spec.maintenance.timeWindow', detail }
}

function unreadable(which: 'begin' | 'end', error: string): string {
  return `could not parse ${which} time: could not parse the value into the maintenanceTime format: ${error}`
}

/** Minutes that a window's own clock, that of its begin, is ahead of UTC; 0 without a window that can be read. */
export function offsetOf(window: MaintenanceTimeWindow | undefined): number {
  if (window === undefined || !parseWindow(window).parsed) return 0
  const [, sign, hours, minutes] = /([+-])(\d\d)(\d\d)$/.exec(window.begin) ?? []
  const ahead = Number(hours ?? 0) * 60 + Number(minutes ?? 0)
  return sign === '-' ? -ahead : ahead
}

/** A time of the day on a clock that is so many minutes ahead of UTC, as windows have it: `220000+0100`. */
export function windowClockText(second: number, ahead: number): string {
  const ofDay = ((second % DAY_SECONDS) + DAY_SECONDS) % DAY_SECONDS
  const digits = (parts: readonly number[]) => parts.map((part) => String(part).padStart(2, '0')).join('')
  const size = Math.abs(ahead)
  const clock = digits([Math.floor(ofDay / 3600), Math.floor(ofDay / 60) % 60, ofDay % 60])
  return `${clock}${ahead < 0 ? '-' : '+'}${digits([Math.floor(size / 60), size % 60])}`
}

/** The moment inside each window at which a maintenance is assumed: milliseconds after its begin, or as late as possible. */
export type MaintenanceMoment = number | 'latestStart'

/** One assumed moment a day; days are counted from 1970-01-01 by the begin of their window. */
export interface MaintenanceSchedule {
  readonly window: DailyWindow
  /** The time from midnight UTC of the window's day to the moment; a day or more if the window spans midnight. */
  readonly offset: number
}

/** A moment beyond the latest start counts as the latest start. */
export function scheduleOf(window: DailyWindow, moment: MaintenanceMoment): MaintenanceSchedule {
  const { begin, latestStart } = occurrenceOn(window, 0)
  const wanted = moment === 'latestStart' ? latestStart : begin + moment
  return { window, offset: Math.min(wanted, latestStart + SECOND - 1) }
}

export function momentOn({ offset }: MaintenanceSchedule, day: number): Instant {
  return day * DAY + offset
}

/** When the window of a day begins. */
export function beginOn({ window }: MaintenanceSchedule, day: number): Instant {
  return day * DAY + window.begin * SECOND
}

export function windowOn({ window }: MaintenanceSchedule, day: number): WindowOccurrence {
  return occurrenceOn(window, day * DAY)
}

/** The first day whose moment is at or after the instant. */
export function firstDay({ offset }: MaintenanceSchedule, from: Instant): number {
  return Math.ceil((from - offset) / DAY)
}

/** The last day whose moment is at or before the instant. */
export function lastDay({ offset }: MaintenanceSchedule, to: Instant): number {
  return Math.floor((to - offset) / DAY)
}

export type ClockTime =
  /** Seconds since midnight UTC, 0 to 86399. */
  { readonly kind: 'time'; readonly second: number } | { readonly kind: 'error'; readonly error: string }

const LAYOUT: GoLayout = { text: '150405-0700', parts: clockParts(['', '']), zone: '-0700' }

/** Reads the maintenance times `HHMMSS+ZZZZ` of a shoot exactly as Gardener does. */
export function readClockTime(text: string): ClockTime {
  const read = parseGoTime(text, LAYOUT)
  if (read.kind === 'error') return read
  const { hour = 0, minute = 0, second = 0 } = read.numbers
  const utc = hour * 3600 + minute * 60 + second - read.ahead
  return { kind: 'time', second: ((utc % DAY_SECONDS) + DAY_SECONDS) % DAY_SECONDS }
}
