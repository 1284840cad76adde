import { DAY, isEndOfDay, MINUTE, MONTHS } from '@/lib/engine/time'
import type { Instant } from '@/lib/engine/types'

/**
 * An instant for a sentence, e.g. `15 Dec 2026 13:00 +01:00`; `ahead`: how many minutes the clock of the reader's choice is
 * ahead of UTC.
 */
export function instantText(at: Instant, ahead: number): string {
  const local = new Date(at + ahead * MINUTE)
  const time = `${two(local.getUTCHours())}:${two(local.getUTCMinutes())}`
  return `${localDay(at, ahead)} ${time} ${offsetText(ahead)}`
}

/** The day of an instant, e.g. `15 Dec 2026`; the end of a day of UTC that is another day for the reader: `14 Dec 2026 UTC`. */
export function dayText(at: Instant, ahead: number): string {
  const isOther = isEndOfDay(at) && Math.floor(at / DAY) !== Math.floor((at + ahead * MINUTE) / DAY)
  return isOther ? `${localDay(at, 0)} UTC` : localDay(at, ahead)
}

/** The day on the calendar of a clock, where the time of day stands beside it. */
export function localDay(at: Instant, ahead: number): string {
  const local = new Date(at + ahead * MINUTE)
  return `${local.getUTCDate()} ${MONTHS[local.getUTCMonth()]} ${local.getUTCFullYear()}`
}

/** `+01:00`, `-03:30`. */
export function offsetText(ahead: number): string {
  const size = Math.abs(ahead)
  return `${ahead < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}

function two(number: number): string {
  return String(number).padStart(2, '0')
}
