import { madeOnce } from '@/lib/engine/grouped'
import { DAY } from '@/lib/engine/time'

/** When the birthday begins. It is `YYYY-MM-DD`, a day in UTC; `parseBorn` makes sure that it is one. */
export const birthOf = (born: string): number => Date.parse(`${born}T00:00:00Z`)

export type DemoCalendar = ReturnType<typeof calendar>

/** Turns "so many days from the demo's birthday" into timestamps as the Gardener API writes them. */
export function calendar(born: string) {
  const start = birthOf(born)
  const dates = new Map<number, string>()
  const date = (days: number): string =>
    madeOnce(dates, days, () => new Date(start + days * DAY).toISOString().slice(0, 10))
  return {
    /** RFC 3339 in UTC. `days` counts from the birthday, negative ones lie before it; `time` is `HH:MM:SS`. */
    day: (days: number, time = '12:00:00') => `${date(days)}T${time}Z`,
    /** An instant inside a daily window that begins at `begin` (`HHMMSS+ZZZZ`), on that day in UTC, `minutes` later. */
    inWindow: (days: number, begin: string, minutes: number) => {
      const at = utcMinutes(begin) + minutes
      const two = (value: number) => String(value).padStart(2, '0')
      return `${date(days + Math.floor(at / 1440))}T${two(Math.floor(at / 60) % 24)}:${two(at % 60)}:00Z`
    },
  }
}

/** Minutes after midnight UTC, in [0, 1440): a window is a time of the day, and so is its begin in UTC. */
function utcMinutes(begin: string): number {
  const sign = begin[6] === '-' ? -1 : 1
  const local = Number(begin.slice(0, 2)) * 60 + Number(begin.slice(2, 4))
  const offset = sign * (Number(begin.slice(7, 9)) * 60 + Number(begin.slice(9, 11)))
  return (local - offset + 1440) % 1440
}

/** The day when it exists in the calendar (so not 2026-02-30), in years the API can write. */
export function parseBorn(text: string): string | undefined {
  if (!/^(19[7-9]\d|2\d\d\d)-\d\d-\d\d$/.test(text)) return undefined
  const instant = birthOf(text)
  return Number.isFinite(instant) && new Date(instant).toISOString().startsWith(text) ? text : undefined
}
