import { DAY, MINUTE, SECOND, secondOfDay, startOfDay } from '@/lib/engine/time'
import type { Instant, MaintenanceTimeWindow } from '@/lib/engine/types'
import { readClockTime } from './clock-text'

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

/** One occurrence of a daily window. */
export interface WindowOccurrence {
  readonly begin: Instant
  /** A maintenance may begin within this second as well. */
  readonly latestStart: Instant
  readonly end: Instant
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
export function occurrenceOn(window: DailyWindow, midnight: Instant): WindowOccurrence {
  const length = (window.latestStart - window.begin + DAY_SECONDS) % DAY_SECONDS
  const begin = midnight + window.begin * SECOND
  const latestStart = begin + length * SECOND
  return { begin, latestStart, end: latestStart + (window.parsed ? 15 * MINUTE : SECOND) }
}

/** Seconds from the begin to the latest start; a window that ends as it begins counts as a whole day. */
export function effectiveDuration(window: DailyWindow): number {
  const length = window.latestStart - window.begin
  return length <= 0 ? length + DAY_SECONDS : length
}

/**
 * When the controller looks at the shoot again after the instant: a random moment, `min` inclusive to `max` exclusive,
 * in seconds from the instant. `min` is negative only in the rest of the day of a window of a single second.
 */
export function requeueBounds(window: DailyWindow, at: Instant): { readonly min: number; readonly max: number } {
  const midnight = startOfDay(at)
  let begin = midnight + window.begin * SECOND
  let end = begin + effectiveDuration(window) * SECOND
  if (begin < at && (isInWindow(window, at) || at > end)) {
    begin += DAY
    end += DAY
  }
  return { min: (begin - at) / SECOND, max: (end - at) / SECOND }
}

/** What the API server refuses of a window: it must be readable and 30 minutes to 6 hours long. */
export function windowErrors(window: MaintenanceTimeWindow | null): WindowError[] {
  const parsed = parseWindow(window)
  if (parsed.error !== undefined) return [{ field: 'spec.maintenance.timeWindow.begin/end', detail: parsed.error }]
  if (!parsed.parsed) return []
  const length = parsed.end - parsed.begin
  const seconds = length <= 0 ? length + DAY_SECONDS : length
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
