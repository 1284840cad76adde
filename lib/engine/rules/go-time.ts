/** A time as `time.Parse` of Go's library reads it, its error texts included: they are what a user sees when the API server refuses one. */
export type GoTime =
  /** `numbers`: by the names of the parts; `ahead`: seconds that its zone is ahead of UTC. */
  | { readonly kind: 'time'; readonly numbers: Readonly<Record<string, number>>; readonly ahead: number }
  | { readonly kind: 'error'; readonly error: string }

export interface GoLayout {
  readonly text: string
  /** In their order: what stands before a part, its name in the layout, its digits, and the range of its number. */
  readonly parts: readonly (readonly [
    before: string,
    name: string,
    digits: RegExp,
    what: string,
    least: number,
    most: number,
  ])[]
  /** With `Z07:00` UTC may be a `Z`. */
  readonly zone: 'Z07:00' | '-0700'
}

const TWO = /^\d\d/

/** The parts of a time of the day, of which the hour alone may have one digit. */
export function clockParts([hour, other]: readonly [string, string]): GoLayout['parts'] {
  return [
    [hour, '15', /^\d\d?/, 'hour', 0, 23],
    [other, '04', TWO, 'minute', 0, 59],
    [other, '05', TWO, 'second', 0, 59],
  ]
}

const RFC3339: GoLayout = {
  text: '2006-01-02T15:04:05Z07:00',
  parts: [
    ['', '2006', /^\d{4}/, 'year', 0, 9999],
    ['-', '01', TWO, 'month', 1, 12],
    ['-', '02', TWO, 'day', 0, 99],
    ...clockParts(['T', ':']),
  ],
  zone: 'Z07:00',
}

export function parseGoTime(text: string, { text: layout, parts, zone }: GoLayout): GoTime {
  const failed = (what: string): GoTime => ({ kind: 'error', error: `parsing time ${quoted(bytesOf(text))}${what}` })
  const mismatch = (part: string): GoTime =>
    failed(` as ${quoted(layout)}: cannot parse ${quoted(rest)} as ${quoted(part)}`)
  const numbers: Record<string, number> = {}
  let rest = bytesOf(text)
  for (const [before, name, digits, what, least, most] of parts) {
    if (!rest.startsWith(before)) return mismatch(before)
    rest = rest.slice(before.length)
    const [found] = digits.exec(rest) ?? []
    if (found === undefined) return mismatch(name)
    const number = Number(found)
    if (number < least || number > most) return failed(`: ${what} out of range`)
    numbers[what] = number
    rest = rest.slice(found.length)
  }
  // A fraction of a second is accepted although the layout has none.
  rest = rest.replace(/^[.,]\d+/, '')
  const isUtc = zone === 'Z07:00' && rest.startsWith('Z')
  const [hours, between, minutes] = zone === '-0700' ? [1, 3, 3] : [1, 3, 4]
  const length = isUtc ? 1 : minutes + 2
  if (!isUtc && (rest.length < length || rest.slice(between, minutes) !== zone.slice(between, minutes)))
    return mismatch(zone)
  const offset = [hours, minutes].map((at) => (isUtc ? '00' : rest.slice(at, at + 2)))
  const [hour, minute] = offset.map((digits) => (TWO.test(digits) ? Number(digits) : null))
  if (hour !== null && (minute ?? 0) > 60) return failed(': time zone offset minute out of range')
  if ((hour ?? 0) > 24) return failed(': time zone offset hour out of range')
  const sign = isUtc || rest[0] === '+' ? 1 : rest[0] === '-' ? -1 : 0
  if (hour == null || minute == null || sign === 0) return mismatch(zone)
  const extra = rest.slice(length)
  if (extra !== '') return failed(`: extra text: ${quoted(extra)}`)
  return { kind: 'time', numbers, ahead: sign * (hour * 3600 + minute * 60) }
}

/** What is wrong with a time of RFC 3339; null: nothing. */
export function timeFault(text: string): string | null {
  const read = parseGoTime(text, RFC3339)
  if (read.kind === 'error') return read.error
  const { year = 0, month = 1, day = 0 } = read.numbers
  // Years are moved by a multiple of 400, as a year below 100 is read otherwise.
  const days = new Date(Date.UTC(year + 400, month, 0)).getUTCDate()
  return day < 1 || day > days ? `parsing time ${quoted(bytesOf(text))}: day out of range` : null
}

/** A character for each byte of UTF-8: Go reads bytes. */
function bytesOf(text: string): string {
  return [...new TextEncoder().encode(text)].map((byte) => String.fromCharCode(byte)).join('')
}

/** In quotes; bytes outside of ASCII and control characters are shown by their numbers. */
function quoted(bytes: string): string {
  const shown = [...bytes].map((byte) => {
    const code = byte.charCodeAt(0)
    if (code < 0x20 || code >= 0x80) return `\\x${code.toString(16).padStart(2, '0')}`
    return byte === '"' || byte === '\\' ? `\\${byte}` : byte
  })
  return `"${shown.join('')}"`
}
