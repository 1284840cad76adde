/**
 * Durations as Go writes them: `1h30m`, `90s`, `1.5h`, `100ms`. The API server stores `90s` as `1m30s` and `1h` as `1h0m0s`.
 */
const UNITS: Readonly<Record<string, bigint>> = {
  ns: 1n,
  us: 1_000n,
  µs: 1_000n,
  μs: 1_000n,
  ms: 1_000_000n,
  s: 1_000_000_000n,
  m: 60_000_000_000n,
  h: 3_600_000_000_000n,
}
const PART = /(\d*)(?:\.(\d*))?(ns|us|µs|μs|ms|s|m|h)/y

/** The longest duration of Go, in nanoseconds. */
export const LONGEST_DURATION = 2n ** 63n - 1n

/** Nanoseconds; null if the text is no duration. */
export function parseDuration(text: string): bigint | null {
  const unsigned = /^[+-]/.test(text) ? text.slice(1) : text
  if (unsigned === '0') return 0n
  let total = 0n
  let from = 0
  while (from < unsigned.length) {
    PART.lastIndex = from
    const match = PART.exec(unsigned)
    if (match === null) return null
    const [, whole = '', fraction = '', unit = ''] = match
    const size = UNITS[unit]
    if (size === undefined || (whole === '' && fraction === '')) return null
    total += BigInt(whole || '0') * size + (BigInt(fraction || '0') * size) / 10n ** BigInt(fraction.length)
    from = PART.lastIndex
  }
  return from === 0 ? null : text.startsWith('-') ? -total : total
}

/** Milliseconds, fractions cut off; null if the text is no duration. */
export function durationMilliseconds(text: string): number | null {
  const nanoseconds = parseDuration(text)
  return nanoseconds === null ? null : Number(nanoseconds / 1_000_000n)
}

function formatDuration(nanoseconds: bigint): string {
  if (nanoseconds === 0n) return '0s'
  if (nanoseconds < 0n) return `-${formatDuration(-nanoseconds)}`
  const second = 1_000_000_000n
  if (nanoseconds < second) {
    if (nanoseconds < 1_000n) return `${nanoseconds}ns`
    if (nanoseconds < 1_000_000n) return `${withFraction(nanoseconds, 1_000n)}µs`
    return `${withFraction(nanoseconds, 1_000_000n)}ms`
  }
  const hours = nanoseconds / (3600n * second)
  const minutes = (nanoseconds / (60n * second)) % 60n
  const seconds = withFraction(nanoseconds % (60n * second), second)
  if (hours > 0n) return `${hours}h${minutes}m${seconds}s`
  return minutes > 0n ? `${minutes}m${seconds}s` : `${seconds}s`
}

/** The stored spelling; text that is no duration stays as it is. */
export function canonicalDuration(text: string): string {
  const nanoseconds = parseDuration(text)
  return nanoseconds === null ? text : formatDuration(nanoseconds)
}

function withFraction(value: bigint, unit: bigint): string {
  const rest = value % unit
  if (rest === 0n) return `${value / unit}`
  const digits = `${rest}`.padStart(`${unit}`.length - 1, '0').replace(/0+$/, '')
  return `${value / unit}.${digits}`
}

/** Why Go cannot read a text as a duration, in its words; null where it can. */
export function durationFault(text: string): string | null {
  const invalid = `time: invalid duration ${JSON.stringify(text)}`
  const read = parseDuration(text)
  if (read !== null) return read <= LONGEST_DURATION && read >= -LONGEST_DURATION ? null : invalid
  let rest = text.replace(/^[+-]/, '')
  while (rest !== '') {
    const number = /^(?:\d+\.?\d*|\.\d+)/.exec(rest)?.[0]
    if (number === undefined) return invalid
    const unit = /^[^.\d]*/.exec(rest.slice(number.length))?.[0] ?? ''
    if (unit === '') return `time: missing unit in duration ${JSON.stringify(text)}`
    if (!Object.hasOwn(UNITS, unit))
      return `time: unknown unit ${JSON.stringify(unit)} in duration ${JSON.stringify(text)}`
    rest = rest.slice(number.length + unit.length)
  }
  return invalid
}
