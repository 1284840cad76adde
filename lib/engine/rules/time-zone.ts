import { DAY, MINUTE } from '@/lib/engine/time'
import type { Instant } from '@/lib/engine/types'

/** How far the clocks of a place are ahead of UTC, in milliseconds, at an instant. */
export interface Zone {
  readonly name: string
  readonly aheadAt: (at: Instant) => number
}

export const UTC: Zone = { name: 'UTC', aheadAt: () => 0 }

/**
 * The zone of that name in the database of time zones; null if it has none. `Local` and no name at all mean UTC, as the clocks of
 * Gardener's controllers show it.
 */
export function zoneNamed(name: string): Zone | null {
  if (name === '' || name === 'UTC' || name === 'Local') return UTC
  // What begins with a sign is an offset here, and no name there.
  if (!/^[A-Za-z]/.test(name)) return null
  let format: Intl.DateTimeFormat
  try {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: name,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    })
  } catch {
    return null
  }
  // Here the case of a name does not matter, there it does.
  const { timeZone } = format.resolvedOptions()
  if (timeZone !== name && timeZone.toLowerCase() === name.toLowerCase()) return null
  return { name, aheadAt: rememberedBy((at) => aheadBy(format, at)) }
}

function aheadBy(format: Intl.DateTimeFormat, at: Instant): number {
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute) - Math.floor(at / MINUTE) * MINUTE
}

/** Between two midnights with the same offset there is no other; only days on which clocks change are looked at closely. */
function rememberedBy(aheadAt: (at: Instant) => number): Zone['aheadAt'] {
  const midnights = new Map<number, number>()
  const atMidnight = (day: number): number => {
    const known = midnights.get(day) ?? aheadAt(day * DAY)
    midnights.set(day, known)
    return known
  }
  return (at) => {
    const day = Math.floor(at / DAY)
    const before = atMidnight(day)
    return before === atMidnight(day + 1) ? before : aheadAt(at)
  }
}

/** The day that a clock of the zone shows, counted from 1970-01-01. */
export function localDay(zone: Zone, at: Instant): number {
  return Math.floor((at + zone.aheadAt(at)) / DAY)
}

/** When a clock of the zone shows a time (given as if it were UTC): once, twice where it went back, never where it went forward. */
export function instantsOf(zone: Zone, shown: number): readonly Instant[] {
  const offsets = new Set([zone.aheadAt(shown - DAY), zone.aheadAt(shown + DAY)])
  return [...offsets].map((ahead) => shown - ahead).filter((at) => at + zone.aheadAt(at) === shown)
}
