import { quoted, type Reader } from './reader'

const UNITS: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
}

/** 2^63 nanoseconds, in milliseconds. */
const LONGEST = 2 ** 63 / 1e6

/** A duration as Kubernetes writes it (`1h30m`, `24h0m0s`), in milliseconds; null if the text is none. */
export function parseDuration(text: string): number | null {
  if (text === '0') return 0
  const match = /^([+-]?)((?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|ms|s|m|h))+$/.exec(text)
  if (match === null) return null
  let milliseconds = 0
  for (const [, amount, unit] of text.slice(match[1]?.length).matchAll(/(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|ms|s|m|h)/gy)) {
    milliseconds += Number(amount) * (UNITS[unit ?? ''] ?? 0)
  }
  return match[1] === '-' ? -milliseconds : milliseconds
}

/** The spelling in which the API server stores whole seconds: `180s` becomes `3m0s`. */
export function canonicalDuration(text: string): string {
  const milliseconds = parseDuration(text)
  if (milliseconds === null || milliseconds % 1000 !== 0 || milliseconds < 0) return text
  const seconds = milliseconds / 1000
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return h > 0 ? `${h}h${m}m${s}s` : m > 0 ? `${m}m${s}s` : `${s}s`
}

/** In milliseconds: as long as a duration of Go can be, and not negative. */
export function readDuration(field: Reader): number | undefined {
  const text = field.text()
  if (text === undefined) return undefined
  const length = parseDuration(text)
  if (length === null) return field.note(`${quoted(text)} is not a duration like 24h`)
  return length >= 0 && length < LONGEST ? length : field.note(`must be from 0 to 2562047h, not ${quoted(text)}`)
}

/** The same as it is written. */
export function readDurationText(field: Reader): string | undefined {
  return readDuration(field) === undefined ? undefined : field.text()
}
