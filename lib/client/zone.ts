/**
 * A zone in which times are shown: an IANA name (`Europe/Berlin`, the viewer's) or a fixed offset (`+01:00`, a cluster's
 * own window, which does not follow summer time).
 */
export type Zone = string

const MINUTE = 60_000
const FIXED = /^([+-])(\d{2}):?(\d{2})$/

/** Offsets only change at quarters of an hour, so one look-up serves a whole quarter. */
const QUARTER = 15 * MINUTE
const CACHE_LIMIT = 20_000
const offsets = new Map<string, number>()
const formats = new Map<string, Intl.DateTimeFormat>()

/** Minutes east of UTC at an instant (milliseconds). A zone nobody knows counts as UTC. */
export function offsetMinutes(zone: Zone, at: number): number {
  const fixed = FIXED.exec(zone)
  if (fixed) return (fixed[1] === '-' ? -1 : 1) * (Number(fixed[2]) * 60 + Number(fixed[3]))
  if (zone === 'UTC' || !Number.isFinite(at)) return 0
  const key = `${zone} ${Math.floor(at / QUARTER)}`
  const known = offsets.get(key)
  if (known !== undefined) return known
  if (offsets.size >= CACHE_LIMIT) offsets.clear()
  const minutes = lookUp(zone, at)
  offsets.set(key, minutes)
  return minutes
}

/** Whether the platform knows this zone by name. */
export function isZone(text: string | undefined): text is Zone {
  if (text === undefined || !/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(text)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: text })
    return true
  } catch {
    return false
  }
}

/** `+01:00`; UTC is `+00:00`, and minus is a real minus sign. */
export function offsetText(zone: Zone, at: number): string {
  const minutes = offsetMinutes(zone, at)
  const size = Math.abs(minutes)
  return `${minutes < 0 ? '−' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}

function lookUp(zone: string, at: number): number {
  try {
    let format = formats.get(zone)
    if (!format) {
      format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
      formats.set(zone, format)
    }
    const name = format.formatToParts(at).find((part) => part.type === 'timeZoneName')?.value ?? 'GMT'
    const found = /([+-])(\d{2}):(\d{2})/.exec(name)
    return found ? (found[1] === '-' ? -1 : 1) * (Number(found[2]) * 60 + Number(found[3])) : 0
  } catch {
    return 0
  }
}

export function two(value: number): string {
  return String(value).padStart(2, '0')
}
