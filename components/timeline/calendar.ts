import { type TimeInterval, utcDay, utcHour, utcMonday, utcMonth, utcYear } from 'd3-time'
import { offsetMinutes, type Zone } from '@/lib/contract/zone'
import { MINUTE } from '@/lib/words/time-text'

/**
 * Hours, days, weeks, months, quarters and years as people see them in one zone.
 * Instants are milliseconds since 1970-01-01T00:00:00Z. d3-time knows UTC and the zone of the machine alone: it is given what the clock
 * of the zone reads, as if that were UTC.
 */

/** How far a zone is ahead of UTC at an instant, in milliseconds. */
export type OffsetAt = (at: number) => number

export type CalendarUnit = 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'year'

export const utc: OffsetAt = () => 0

export function offsetAtOf(zone: Zone): OffsetAt {
  return (at) => offsetMinutes(zone, at) * MINUTE
}

/** The same reading of the clock, as if the zone were UTC. */
export function wallClock(at: number, offsetAt: OffsetAt): Date {
  return new Date(at + offsetAt(at))
}

/** The instant at which the zone's clock reads `wall`; where the clock is put forward over it, the instant of the change. */
function fromWallClock(wall: Date, offsetAt: OffsetAt): number {
  const guess = wall.getTime() - offsetAt(wall.getTime())
  return wall.getTime() - offsetAt(guess)
}

const INTERVALS: Readonly<Record<CalendarUnit, TimeInterval>> = {
  hour: utcHour,
  day: utcDay,
  week: utcMonday,
  month: utcMonth,
  quarter: utcMonth.every(3) ?? utcMonth,
  year: utcYear,
}

/** The last beginning of a unit at or before `at`; weeks begin on Monday. */
export function unitBegin(unit: CalendarUnit, at: number, offsetAt: OffsetAt): number {
  return fromWallClock(INTERVALS[unit].floor(wallClock(at, offsetAt)), offsetAt)
}

/** `at` itself when a unit begins there, else the next beginning. */
export function ceilTo(unit: CalendarUnit, at: number, offsetAt: OffsetAt): number {
  return fromWallClock(INTERVALS[unit].ceil(wallClock(at, offsetAt)), offsetAt)
}

/** The same clock reading so many months later (earlier if negative); a day that the month does not have becomes its last. */
export function addMonths(at: number, count: number, offsetAt: OffsetAt): number {
  const wall = wallClock(at, offsetAt)
  const month = utcMonth.offset(utcMonth.floor(wall), count)
  const days = utcDay.count(utcMonth.floor(wall), wall)
  const lastDay = utcDay.offset(utcMonth.offset(month, 1), -1)
  const day = Math.min(utcDay.offset(month, days).getTime(), lastDay.getTime())
  return fromWallClock(new Date(day + (wall.getTime() - utcDay.floor(wall).getTime())), offsetAt)
}

/** Every beginning of a unit within `from` and `to`, both included. */
export function unitBegins(unit: CalendarUnit, from: number, to: number, offsetAt: OffsetAt): readonly number[] {
  const [first, last] = [wallClock(from, offsetAt), wallClock(to, offsetAt)]
  const walls = INTERVALS[unit].range(first, new Date(last.getTime() + 1))
  return walls.map((wall) => fromWallClock(wall, offsetAt)).filter((at) => at >= from && at <= to)
}
