/**
 * Reads the maintenance times `HHMMSS+ZZZZ` of a shoot exactly as Gardener's clock library does, its error texts included:
 * they are what a user sees when the API server refuses a window.
 */
export type ClockTime =
  /** Seconds since midnight UTC, 0 to 86399. */
  { readonly kind: 'time'; readonly second: number } | { readonly kind: 'error'; readonly error: string }

const LAYOUT = '150405-0700'

export function readClockTime(text: string): ClockTime {
  let rest = text
  const hour = readNumber(rest, false)
  if (hour === null) return mismatch(text, rest, '15')
  if (hour.value > 23) return outOfRange(text, 'hour')
  rest = hour.rest
  const minute = readNumber(rest, true)
  if (minute === null) return mismatch(text, rest, '04')
  if (minute.value > 59) return outOfRange(text, 'minute')
  rest = minute.rest
  const second = readNumber(rest, true)
  if (second === null) return mismatch(text, rest, '05')
  if (second.value > 59) return outOfRange(text, 'second')
  // A fraction of a second is accepted although the layout has none.
  rest = second.rest.replace(/^[.,]\d+/, '')
  return readOffset(text, rest, hour.value * 3600 + minute.value * 60 + second.value)
}

function readOffset(text: string, rest: string, second: number): ClockTime {
  const hours = rest.length < 5 ? null : readNumber(rest.slice(1, 3), true)
  const minutes = hours === null ? null : readNumber(rest.slice(3, 5), true)
  if (hours !== null && hours.value > 24) return outOfRange(text, 'time zone offset hour')
  if (minutes !== null && minutes.value > 60) return outOfRange(text, 'time zone offset minute')
  const sign = rest[0] === '+' ? 1 : rest[0] === '-' ? -1 : 0
  if (hours === null || minutes === null || sign === 0) return mismatch(text, rest, '-0700')
  const extra = rest.slice(5)
  if (extra !== '') return { kind: 'error', error: `parsing time ${quoted(text)}: extra text: ${quoted(extra)}` }
  const ahead = sign * (hours.value * 3600 + minutes.value * 60)
  return { kind: 'time', second: (((second - ahead) % 86_400) + 86_400) % 86_400 }
}

/** One or two digits, or exactly two. */
function readNumber(text: string, exactlyTwo: boolean): { value: number; rest: string } | null {
  const digits = (exactlyTwo ? /^\d\d/ : /^\d\d?/).exec(text)?.[0]
  return digits === undefined ? null : { value: Number(digits), rest: text.slice(digits.length) }
}

function mismatch(text: string, rest: string, element: string): ClockTime {
  return {
    kind: 'error',
    error: `parsing time ${quoted(text)} as "${LAYOUT}": cannot parse ${quoted(rest)} as "${element}"`,
  }
}

function outOfRange(text: string, what: string): ClockTime {
  return { kind: 'error', error: `parsing time ${quoted(text)}: ${what} out of range` }
}

/** In quotes; bytes outside of ASCII and control characters are shown by their numbers. */
function quoted(text: string): string {
  const bytes = [...new TextEncoder().encode(text)].map((byte) => {
    if (byte < 0x20 || byte >= 0x80) return `\\x${byte.toString(16).padStart(2, '0')}`
    const character = String.fromCharCode(byte)
    return character === '"' || character === '\\' ? `\\${character}` : character
  })
  return `"${bytes.join('')}"`
}
