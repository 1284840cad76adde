import { firstAt, isZone, wallTime } from '@/lib/contract/zone'
import { DAY, HOUR, isEndOfDay, startOfDay } from '@/lib/engine/time'
import type { Instant, Period } from '@/lib/engine/types'
import { InvalidQuery } from '@/lib/process/errors'

/** The days of a reader, as instants. */
export interface ReaderDays {
  /** `YYYY-MM-DD` of each day. */
  readonly dates: readonly string[]
  /** When each of them begins, and when the last one ends. */
  readonly starts: readonly Instant[]
}

/** `count` days of an IANA zone, the first being that of `at`. Throws `InvalidQuery` for a zone that is not known. */
export function readerDays(zone: string, at: Instant, count: number): ReaderDays {
  const first = startOfDay(wallTime(checkedZone(zone), at))
  const dates: string[] = []
  const starts: Instant[] = []
  for (let i = 0; i <= count; i++) {
    const midnight = first + i * DAY
    if (i < count) dates.push(new Date(midnight).toISOString().slice(0, 10))
    starts.push(firstAt(zone, midnight))
  }
  return { dates, starts }
}

/**
 * How long a day (`2026-12-15`), a month (`2026-12`) or some days (`2026-12-12..2026-12-18`) last in an IANA zone: to just
 * before `to`.
 */
export function spanOf(zone: string, dates: string): Period {
  const [first = '', last = first] = dates.split('..')
  const [year = 0, month = 1, day] = last.split('-').map(Number)
  const end = day === undefined ? Date.UTC(year, month, 1) : Date.UTC(year, month - 1, day) + DAY
  return { from: firstAt(checkedZone(zone), Date.parse(first)), to: firstAt(zone, end) }
}

/** The date of an end: `2027-02-28 UTC` where it is the end of a day of UTC that is another day in the zone. */
export function endDateText(zone: string, at: Instant): string {
  const [own, utc] = [zoneDate(zone, at), zoneDate('UTC', at)]
  return isEndOfDay(at) && own !== utc ? `${utc} UTC` : own
}

/** `YYYY-MM-DD` of an instant in an IANA zone. Throws `InvalidQuery` for a zone that is not known. */
export function zoneDate(zone: string, at: Instant): string {
  return new Date(wallTime(checkedZone(zone), at)).toISOString().slice(0, 10)
}

/** When the week of an instant begins in an IANA zone: on Monday at midnight. Throws `InvalidQuery` for a zone that is not known. */
export function startOfWeek(zone: string, at: Instant): Instant {
  const midnight = startOfDay(wallTime(checkedZone(zone), at))
  return firstAt(zone, midnight - ((new Date(midnight).getUTCDay() + 6) % 7) * DAY)
}

/** The day that an instant is in; 0 for one before the days, -1 for one after them. */
export function dayIndex(days: ReaderDays, instant: Instant): number {
  const { starts } = days
  if (instant >= (starts.at(-1) ?? 0)) return -1
  let low = 0
  let high = starts.length - 1
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((starts[middle] ?? 0) <= instant) low = middle
    else high = middle
  }
  return low
}

/** The zone. Throws `InvalidQuery` for one that is not known. */
export function checkedZone(zone: string): string {
  if (isZone(zone)) return zone
  throw new InvalidQuery([{ field: 'zone', reason: 'not a time zone known here, e.g. Europe/Berlin or UTC' }])
}

/** A night from 18:00 to 06:00, in which most windows lie. */
export interface ReaderNight {
  readonly begin: Instant
  readonly end: Instant
}

/** The night of an instant in an IANA zone: until noon the one that is ending. Throws `InvalidQuery` for an unknown zone. */
export function nightOf(zone: string, at: Instant): ReaderNight {
  const wall = wallTime(checkedZone(zone), at)
  const day = startOfDay(wall)
  const evening = wall - day < 12 * HOUR ? day - DAY : day
  return { begin: firstAt(zone, evening + 18 * HOUR), end: firstAt(zone, evening + 30 * HOUR) }
}

/** The night that goes on at an instant in an IANA zone, else the next: what is ahead of the reader as `tonight`. */
export function nightAhead(zone: string, at: Instant): ReaderNight {
  const night = nightOf(zone, at)
  return at < night.end ? night : nightOf(zone, at + 12 * HOUR)
}
