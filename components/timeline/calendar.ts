/**
 * Days, weeks, months, quarters and years as people see them in one zone.
 * Instants are milliseconds since 1970-01-01T00:00:00Z; the zone is a function, so that this file needs no zone data.
 */

/** How far a zone is ahead of UTC at an instant, in milliseconds. */
export type OffsetAt = (at: number) => number

export type CalendarUnit = 'day' | 'week' | 'month' | 'quarter' | 'year'

export const HOUR = 3_600_000
export const DAY = 24 * HOUR

export const utc: OffsetAt = () => 0

const MONDAY_OFFSET = 3 * DAY

/** The same reading of the clock, as if the zone were UTC. */
export function wallClock(at: number, offsetAt: OffsetAt = utc): Date {
  return new Date(at + offsetAt(at))
}

/** The instant at which the zone's clock reads `wall`; where the clock is put forward over it, the instant of the change. */
function fromWallClock(wall: number, offsetAt: OffsetAt): number {
  const guess = wall - offsetAt(wall)
  return wall - offsetAt(guess)
}

function floorWall(unit: CalendarUnit, wall: number): number {
  const date = new Date(wall)
  switch (unit) {
    case 'day':
      return Math.floor(wall / DAY) * DAY
    case 'week':
      // 1970-01-01 was a Thursday.
      return Math.floor((wall + MONDAY_OFFSET) / (7 * DAY)) * 7 * DAY - MONDAY_OFFSET
    case 'month':
      return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1)
    case 'quarter':
      return Date.UTC(date.getUTCFullYear(), Math.floor(date.getUTCMonth() / 3) * 3, 1)
    case 'year':
      return Date.UTC(date.getUTCFullYear(), 0, 1)
  }
}

const MONTHS: Readonly<Record<'month' | 'quarter' | 'year', number>> = { month: 1, quarter: 3, year: 12 }

function addWall(unit: CalendarUnit, wall: number, count: number): number {
  if (unit === 'day') return wall + count * DAY
  if (unit === 'week') return wall + count * 7 * DAY
  const date = new Date(wall)
  const month = date.getUTCMonth() + count * MONTHS[unit]
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), month + 1, 0)).getUTCDate()
  const first = Date.UTC(date.getUTCFullYear(), month, 1)
  return first + (Math.min(date.getUTCDate(), lastDay) - 1) * DAY + (wall - floorWall('day', wall))
}

/** The last beginning of a unit at or before `at`; weeks begin on Monday. */
export function startOf(unit: CalendarUnit, at: number, offsetAt: OffsetAt = utc): number {
  return fromWallClock(floorWall(unit, at + offsetAt(at)), offsetAt)
}

/** `at` itself when a unit begins there, else the next beginning. */
export function ceilTo(unit: CalendarUnit, at: number, offsetAt: OffsetAt = utc): number {
  const start = startOf(unit, at, offsetAt)
  return start === at ? at : add(unit, start, 1, offsetAt)
}

/** The same clock reading so many units later (earlier when negative); a day the month does not have becomes its last. */
export function add(unit: CalendarUnit, at: number, count: number, offsetAt: OffsetAt = utc): number {
  return fromWallClock(addWall(unit, at + offsetAt(at), count), offsetAt)
}

/** Every beginning of a unit within `from` and `to`, both included. */
export function beginnings(unit: CalendarUnit, from: number, to: number, offsetAt: OffsetAt = utc): readonly number[] {
  const all: number[] = []
  for (let at = ceilTo(unit, from, offsetAt); at <= to; at = add(unit, at, 1, offsetAt)) all.push(at)
  return all
}
