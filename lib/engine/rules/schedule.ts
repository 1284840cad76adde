import { DAY, SECOND } from '@/lib/engine/time'
import type { Instant } from '@/lib/engine/types'
import { type DailyWindow, occurrenceOn, type WindowOccurrence } from './window'

/** The moment inside each window at which a maintenance is assumed: milliseconds after its begin, or as late as possible. */
export type Moment = number | 'latestStart'

/** One assumed moment a day; days are counted from 1970-01-01 by the begin of their window. */
export interface Schedule {
  readonly window: DailyWindow
  /** From midnight UTC of the window's day to the moment; a day or more where the window spans midnight. */
  readonly offset: number
}

/** A moment beyond the latest start counts as the latest start. */
export function scheduleOf(window: DailyWindow, moment: Moment): Schedule {
  const { begin, latestStart } = occurrenceOn(window, 0)
  const wanted = moment === 'latestStart' ? latestStart : begin + moment
  return { window, offset: Math.min(wanted, latestStart + SECOND - 1) }
}

export function momentOn({ offset }: Schedule, day: number): Instant {
  return day * DAY + offset
}

/** When the window of a day begins. */
export function beginOn({ window }: Schedule, day: number): Instant {
  return day * DAY + window.begin * SECOND
}

export function windowOn({ window }: Schedule, day: number): WindowOccurrence {
  return occurrenceOn(window, day * DAY)
}

/** The first day whose moment is at or after the instant. */
export function firstDay({ offset }: Schedule, from: Instant): number {
  return Math.ceil((from - offset) / DAY)
}

/** The last day whose moment is at or before the instant. */
export function lastDay({ offset }: Schedule, to: Instant): number {
  return Math.floor((to - offset) / DAY)
}
