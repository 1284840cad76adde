import type { Zone } from '@/lib/contract/zone'
import { DAY, type DayStyle, dayText, spanText } from './time-text'

/** A stretch of a version's life: its word, and from when to when; null: that is not known, or open. */
interface Stretch {
  readonly label: string
  readonly look: string
  readonly from: number | null
  readonly to: number | null
}

/** `1.33.6 deprecated, from 21 Nov 2026 to 15 Dec 2026`: what a segment is called, with every date it has. */
export function spanName(version: string, span: Stretch, zone: Zone): string {
  const subject = `${version} ${span.label}`
  const day = (at: number) => dayText(at, zone)
  if (span.from === null && span.to === null) return `${subject}, no dates set`
  if (span.from === null) return `${subject}, start unknown, to ${day(span.to ?? 0)}`
  if (span.to === null) {
    return span.look === 'expired'
      ? `${subject} from ${day(span.from)}`
      : `${subject}, from ${day(span.from)}, no end set`
  }
  return `${subject}, from ${day(span.from)} to ${day(span.to)}`
}

/** How long a stretch lasts: `39 d`; open when it has no end, unknown when it has no beginning. */
export function spanLength(span: Stretch): string {
  if (span.from === null) return 'not known'
  if (span.to === null) return 'open'
  return spanText(span.to - span.from, 'short')
}

/** The date on a flag: short, with its year only when it is neither this one nor the next. */
export function flagDate(at: number, zone: Zone, now: number): string {
  const style: DayStyle = Math.abs(at - now) < 366 * DAY ? { now: at } : {}
  return dayText(at, zone, style)
}

/**
 * What a version is now: `deprecated since 21 Nov 2026`, and of one that nobody classified also what Gardener makes of it.
 * `day`: a day in words, e.g. today with its time.
 */
export function nowText({ look, label, from, to }: Stretch, day: (at: number) => string): string {
  if (look === 'unclassified')
    return `${label}: Gardener treats it as supported${to === null ? '' : ` until ${day(to)}`}`
  return from === null ? `${label}, start unknown` : `${label} since ${day(from)}`
}
