import { DAY, MINUTE } from '@/lib/engine/time'

/**
 * A zone in which times are shown: an IANA name (`Europe/Berlin`, the viewer's) or a fixed offset (`+01:00`, a cluster's
 * own window, which does not follow summer time).
 */
export type Zone = string

const FIXED = /^([+-])(\d{2}):?(\d{2})$/

/** Offsets only change at quarters of an hour, so one look-up serves a whole quarter. */
const QUARTER = 15 * MINUTE
const OFFSETS_LIMIT = 20_000
/** Names come from readers, in any spelling. */
const FORMATS_LIMIT = 64
const offsets = new Map<string, number>()
const formats = new Map<string, Intl.DateTimeFormat>()

/** Minutes east of UTC at an instant (milliseconds). A zone that is not known counts as UTC. */
export function offsetMinutes(zone: Zone, at: number): number {
  if (zone === 'UTC') return 0
  const fixed = FIXED.exec(zone)
  if (fixed) return (fixed[1] === '-' ? -1 : 1) * (Number(fixed[2]) * 60 + Number(fixed[3]))
  if (!Number.isFinite(at)) return 0
  const key = `${zone} ${Math.floor(at / QUARTER)}`
  const known = offsets.get(key)
  if (known !== undefined) return known
  if (offsets.size >= OFFSETS_LIMIT) offsets.clear()
  const minutes = lookUp(zone, at)
  offsets.set(key, minutes)
  return minutes
}

/** The zone that is so many minutes ahead of UTC all year: `+01:00`. */
export function fixedZone(ahead: number): Zone {
  const size = Math.abs(ahead)
  return `${ahead < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}

/** Whether the platform knows this zone by name. */
export function isZone(text: string | undefined): text is Zone {
  return text !== undefined && /^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(text) && formatOf(text) !== null
}

/** `+01:00`; UTC is `+00:00`, and minus is a real minus sign. */
export function offsetText(zone: Zone, at: number): string {
  const minutes = offsetMinutes(zone, at)
  const size = Math.abs(minutes)
  return `${minutes < 0 ? '−' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}

/** What the clock on the wall shows at an instant, written as if it were UTC. */
export function wallTime(zone: Zone, at: number): number {
  return at + offsetMinutes(zone, at) * MINUTE
}

/** The first instant at which the clock on the wall shows `wall`, or right after it where the clock skips that time. */
export function firstAt(zone: Zone, wall: number): number {
  const [before, after] = [-DAY, DAY].map((by) => wall - offsetMinutes(zone, wall + by) * MINUTE) as [number, number]
  const [early, late] = before < after ? [before, after] : [after, before]
  if (wallTime(zone, early) === wall) return early
  return wallTime(zone, late) === wall ? late : Math.max(early, late)
}

function lookUp(zone: string, at: number): number {
  const name = formatOf(zone)
    ?.formatToParts(at)
    .find((part) => part.type === 'timeZoneName')?.value
  const found = /([+-])(\d{2}):(\d{2})/.exec(name ?? '')
  return found ? (found[1] === '-' ? -1 : 1) * (Number(found[2]) * 60 + Number(found[3])) : 0
}

/** Null: the platform does not know the zone. */
function formatOf(zone: string): Intl.DateTimeFormat | null {
  const known = formats.get(zone)
  if (known !== undefined) return known
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
    if (formats.size >= FORMATS_LIMIT) formats.clear()
    formats.set(zone, format)
    return format
  } catch {
    return null
  }
}

export function two(value: number): string {
  return String(value).padStart(2, '0')
}
