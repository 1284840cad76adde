/** A time of the day with its distance to UTC, as the window of a cluster has it. */
export interface DailyTime {
  /** `22:00` */
  readonly clock: string
  /** `+01:00` */
  readonly offset: string
}

/** Reads `220000+0100`; null if it is none. Seconds are not told. */
export function readWindowTime(text: unknown): DailyTime | null {
  const [, hour, minute, sign, hours, minutes] =
    /^([01]\d|2[0-3])([0-5]\d)[0-5]\d([+-])(\d\d)(\d\d)$/.exec(typeof text === 'string' ? text : '') ?? []
  return hour === undefined ? null : { clock: `${hour}:${minute}`, offset: `${sign}${hours}:${minutes}` }
}

/** The same as it is written in a manifest. */
export function windowTime({ clock, offset }: DailyTime): string {
  return `${clock.replace(':', '')}00${offset.replace(':', '')}`
}

/** `9:30` and `0930` as `09:30`; null: it is no time of the day. */
export function readClock(text: string): string | null {
  const [, hour, minute] = /^(\d{1,2}):?(\d\d)$/.exec(text.trim()) ?? []
  if (hour === undefined || minute === undefined || Number(hour) > 23 || Number(minute) > 59) return null
  return `${hour.padStart(2, '0')}:${minute}`
}

/** Whole hours, and the half ones where people live. */
export const OFFSETS: readonly string[] = [
  ...Array.from({ length: 12 }, (_, i) => `-${String(12 - i).padStart(2, '0')}:00`),
  ...Array.from({ length: 15 }, (_, i) => `+${String(i).padStart(2, '0')}:00`),
  '-03:30',
  '+03:30',
  '+04:30',
  '+05:30',
  '+05:45',
  '+06:30',
  '+09:30',
].sort((a, b) => Number(a.replace(':', '')) - Number(b.replace(':', '')))
