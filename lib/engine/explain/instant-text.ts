import { MINUTE, MONTHS } from '@/lib/engine/time'
import type { Instant } from '@/lib/engine/types'

/**
 * An instant for a sentence, e.g. `15 Dec 2026 13:00 +01:00`; `ahead`: how many minutes the clock of the reader's choice is
 * ahead of UTC.
 */
export function instantText(at: Instant, ahead: number): string {
  const local = new Date(at + ahead * MINUTE)
  const time = `${two(local.getUTCHours())}:${two(local.getUTCMinutes())}`
  return `${dayText(at, ahead)} ${time} ${offsetText(ahead)}`
}

/** The day of an instant, e.g. `15 Dec 2026`. */
export function dayText(at: Instant, ahead: number): string {
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
