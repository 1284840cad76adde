/**
 * Writes calendars as RFC 5545 has them: for feeds that calendar programs subscribe to, and for a single entry that is saved or sent.
 * It knows nothing of clusters. Instants are in milliseconds; they are told in UTC, so no calendar needs a zone.
 */

export interface CalendarEntry {
  /** An identifier that stays the same as long as it is the same entry, whatever its date is. */
  readonly uid: string
  /** Grows with every change of the entry: a program takes a change only then. From 0 to 2,147,483,647. */
  readonly sequence: number
  readonly changedAt: number
  readonly begin: number
  readonly end: number
  /** One line. */
  readonly summary: string
  /** Lines are parted by `\n`; a command in it comes out as it went in. */
  readonly description?: string
  /** An address with more about it, in full. */
  readonly url?: string
  readonly categories?: readonly string[]
  /** Whether the entry was told before and will not take place. */
  readonly isCancelled?: boolean
}

export interface CalendarOptions {
  /** The name, as a list of calendars shows it. */
  readonly name: string
  readonly description?: string
  /** How long before an entry begins a program alarms, as a duration of RFC 5545 such as `P1D`; left out: it does not. */
  readonly alarm?: string | undefined
  /** How often a program should ask again, as a duration; left out: it is no feed. */
  readonly refresh?: string
}

const TIME = String.raw`T(?:\d{1,4}H(?:\d{1,4}M(?:\d{1,4}S)?)?|\d{1,4}M(?:\d{1,4}S)?|\d{1,4}S)`
/** A duration as RFC 5545 writes it (section 3.3.6), without a sign: `P1D`, `PT2H30M`, `P1W`. */
export const CALENDAR_DURATION = new RegExp(String.raw`^P(?:\d{1,4}W|\d{1,4}D(?:${TIME})?|${TIME})$`)

/** A whole calendar: lines end with CR LF, none has more than 75 octets. */
export function calendarText(entries: readonly CalendarEntry[], options: CalendarOptions): string {
  const { name, description, refresh } = options
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Almanac//Almanac//EN',
    'CALSCALE:GREGORIAN',
    // The entries are told, no reader is invited.
    'METHOD:PUBLISH',
    // The first of each two is RFC 7986; the other is what many programs read still.
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    ...(description === undefined
      ? []
      : [`DESCRIPTION:${escaped(description)}`, `X-WR-CALDESC:${escaped(description)}`]),
    ...(refresh === undefined ? [] : [`REFRESH-INTERVAL;VALUE=DURATION:${refresh}`, `X-PUBLISHED-TTL:${refresh}`]),
    ...entries.flatMap((entry) => entryLines(entry, options)),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

function entryLines(entry: CalendarEntry, { alarm }: CalendarOptions): readonly string[] {
  const { uid, sequence, changedAt, begin, end, summary, description, url, categories = [], isCancelled } = entry
  const changed = utc(changedAt)
  return [
    'BEGIN:VEVENT',
    `UID:${escaped(uid)}`,
    `SEQUENCE:${sequence}`,
    `DTSTAMP:${changed}`,
    `LAST-MODIFIED:${changed}`,
    `DTSTART:${utc(begin)}`,
    `DTEND:${utc(end)}`,
    `SUMMARY:${escaped(summary)}`,
    ...(description === undefined ? [] : [`DESCRIPTION:${escaped(description)}`]),
    ...(url === undefined ? [] : [`URL:${address(url)}`]),
    ...(categories.length === 0 ? [] : [`CATEGORIES:${categories.map(escaped).join(',')}`]),
    `STATUS:${isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    // Who reads it is not busy then.
    'TRANSP:TRANSPARENT',
    ...(alarm === undefined || isCancelled
      ? []
      : ['BEGIN:VALARM', 'ACTION:DISPLAY', `TRIGGER:-${alarm}`, `DESCRIPTION:${escaped(summary)}`, 'END:VALARM']),
    'END:VEVENT',
  ]
}

/** `20261215T210000Z` (section 3.3.5). */
function utc(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
}

/** A value of type TEXT (section 3.3.11). What no line may hold is left out; a tab may stand there. */
function escaped(text: string): string {
  return text
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')
}

/** A value of type URI is not escaped, so what could end its line is. */
function address(url: string): string {
  return url.replaceAll(/[\p{Cc}\s]/gu, encodeURIComponent)
}

const LONGEST = 75

/** A line in lines of at most 75 octets, the further ones begun with a space (section 3.1), no character taken apart. */
function folded(line: string): string {
  let text = ''
  let begin = 0
  let octets = 0
  for (let i = 0; i < line.length; ) {
    const code = line.codePointAt(i) ?? 0
    const size = octetsOf(code)
    if (octets + size > LONGEST) {
      text += `${line.slice(begin, i)}\r\n `
      begin = i
      octets = 1
    }
    octets += size
    i += code < 0x10000 ? 1 : 2
  }
  return text + line.slice(begin)
}

/** The number of bytes of a character in UTF-8. A surrogate on its own becomes U+FFFD, which has three. */
function octetsOf(code: number): number {
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  return code < 0x10000 ? 3 : 4
}
