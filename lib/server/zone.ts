import { DAY } from '@/lib/engine/time'
import type { Instant } from '@/lib/engine/types'
import { InvalidQuery } from './errors'

/** The days of a reader, as instants. They are shared: the next question on the same day gets the same object. */
export interface Days {
  /** `YYYY-MM-DD` of each day. */
  readonly dates: readonly string[]
  /** When each of them begins, and when the last one ends. */
  readonly starts: readonly Instant[]
}

/** A year takes a thousand questions to the calendar, and readers look at the same days again and again. */
const knownDays = remember<Days>()

/** `count` days of an IANA zone, the first being that of `at`. Throws `InvalidQuery` for a zone that is not known. */
export function daysOf(zone: string, at: Instant, count: number): Days {
  const format = formatOf(zone)
  const today = localTime(format, at)
  const first = Math.floor(today / DAY) * DAY
  return knownDays(`${zone} ${first} ${count}`, () => daysFrom(first, count, format))
}

function daysFrom(first: number, count: number, format: Intl.DateTimeFormat): Days {
  const dates: string[] = []
  const starts: Instant[] = []
  for (let i = 0; i <= count; i++) {
    const midnight = first + i * DAY
    if (i < count) dates.push(new Date(midnight).toISOString().slice(0, 10))
    starts.push(instantOf(format, midnight))
  }
  return { dates, starts }
}

/** `YYYY-MM-DD` of an instant in an IANA zone. Throws `InvalidQuery` for a zone that is not known. */
export function dateText(zone: string, at: Instant): string {
  return new Date(localTime(formatOf(zone), at)).toISOString().slice(0, 10)
}

/** Which of the days the instant is in; 0 for what is before them, -1 for what is after. */
export function dayIndex(days: Days, instant: Instant): number {
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

const formats = remember<Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  try {
    return formats(
      timeZone,
      () =>
        new Intl.DateTimeFormat('en-u-ca-iso8601-hc-h23', {
          timeZone,
          year: 'numeric',
          month: 'numeric',
          day: 'numeric',
          hour: 'numeric',
          minute: 'numeric',
          second: 'numeric',
        }),
    )
  } catch {
    throw new InvalidQuery([{ field: 'zone', reason: 'not a time zone known here, e.g. Europe/Berlin or UTC' }])
  }
}

/** So much is remembered of a kind; then it begins anew. */
const rememberedLimit = 64

function remember<V>(): (key: string, make: () => V) => V {
  const values = new Map<string, V>()
  return (key, make) => {
    const known = values.get(key)
    if (known !== undefined) return known
    const made = make()
    if (values.size >= rememberedLimit) values.clear()
    values.set(key, made)
    return made
  }
}

/** The zone's wall clock at the instant, written as if it were UTC. */
function localTime(format: Intl.DateTimeFormat, at: Instant): number {
  const part: Record<string, number> = {}
  for (const { type, value } of format.formatToParts(at)) part[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

/** The instant at which the zone's clock shows `local`, or right after it where the clock skips that time. */
function instantOf(format: Intl.DateTimeFormat, local: number): Instant {
  const before = local - (localTime(format, local - DAY) - (local - DAY))
  const after = local - (localTime(format, local + DAY) - (local + DAY))
  const [early, late] = before < after ? [before, after] : [after, before]
  if (localTime(format, early) === local) return early
  return localTime(format, late) === local ? late : Math.max(early, late)
}
