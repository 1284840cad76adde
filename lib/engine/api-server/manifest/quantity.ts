/**
 * Kubernetes quantities such as `100m`, `1.5Gi` or `2e3`: read exactly (down to 1e-9, rounded away from zero), compared by
 * value, and written in the one spelling that the API server stores, in which `0.1` is `100m` and `1024Mi` is `1Gi`.
 */
export interface Quantity {
  /** The amount in units of 1e-9. */
  readonly nanos: bigint
  readonly family: 'decimal' | 'binary' | 'exponent'
}

const PATTERN = /^([+-]?)(\d*)(?:\.(\d*))?(?:([numkMGTPE]|[KMGTPE]i)|([eE])([+-]?\d{1,3}))?$/
const DECIMAL: Readonly<Record<string, number>> = { n: -9, u: -6, m: -3, k: 3, M: 6, G: 9, T: 12, P: 15, E: 18 }
const BINARY = ['Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei']
const NANO = 10n ** 9n
/** What is larger in binary units counts as this. */
const LARGEST = (2n ** 63n - 1n) * NANO

/** Null if the text is no quantity. */
export function parseQuantity(text: string): Quantity | null {
  const match = PATTERN.exec(text.trim())
  if (match === null) return null
  const [, sign = '', whole = '', fraction = '', suffix = '', exponent, power = '0'] = match
  if (whole === '' && fraction === '') return null
  const digits = BigInt(`${whole}${fraction}`) * (sign === '-' ? -1n : 1n)
  const binary = BINARY.indexOf(suffix)
  if (binary >= 0) {
    const nanos = scaled(digits * 1024n ** BigInt(binary + 1), 9 - fraction.length)
    return { nanos: nanos > LARGEST ? LARGEST : nanos < -LARGEST ? -LARGEST : nanos, family: 'binary' }
  }
  const tens = exponent === undefined ? (DECIMAL[suffix] ?? 0) : Number(power)
  return { nanos: scaled(digits, 9 + tens - fraction.length), family: exponent === undefined ? 'decimal' : 'exponent' }
}

/** Negative, zero or positive. */
export function compareQuantities(a: Quantity, b: Quantity): number {
  return a.nanos < b.nanos ? -1 : a.nanos > b.nanos ? 1 : 0
}

export function formatQuantity({ nanos, family }: Quantity): string {
  if (nanos === 0n) return '0'
  const magnitude = nanos < 0n ? -nanos : nanos
  if (family === 'binary' && magnitude >= 1024n * NANO && nanos % NANO === 0n) return formatBinary(nanos / NANO)
  let mantissa = nanos
  let tens = -9
  while (mantissa % 1000n === 0n) {
    mantissa /= 1000n
    tens += 3
  }
  if (family === 'exponent') return tens === 0 ? `${mantissa}` : `${mantissa}e${tens}`
  const suffix = Object.entries(DECIMAL).find(([, value]) => value === tens)?.[0] ?? ''
  return `${mantissa}${suffix}`
}

/** The stored spelling; text that is no quantity stays as it is. */
export function canonicalQuantity(text: string): string {
  const quantity = parseQuantity(text)
  return quantity === null || isTakenAsWritten(text.trim()) ? text.trim() : formatQuantity(quantity)
}

/**
 * Kubernetes keeps a text that it takes to be in its spelling already, without looking at all of it: `+5`, `5.` and `1.500` stay. It asks
 * whether the number ends in three zeros, or for binary units whether it is a multiple of eight.
 */
function isTakenAsWritten(text: string): boolean {
  const match = PATTERN.exec(text)
  if (match === null) return false
  const [, , whole = '', fraction = '', suffix = '', exponent, power = '0'] = match
  const digits = whole.replace(/^0+/, '')
  const binary = BINARY.indexOf(suffix)
  if (binary >= 0) {
    const precision = 15 - Math.max(digits.length, 1) - Math.trunc((10 * (binary + 1) * 3) / 10) - 1
    return fraction === '' && precision >= 0 && Number(digits) % 8 !== 0
  }
  const scale = (exponent === undefined ? (DECIMAL[suffix] ?? 0) : Number(power)) - fraction.length
  const shifted = `${digits === '' ? '0' : digits}${fraction}`
  return shifted.length <= 18 && scale >= -9 && scale % 3 === 0 && !shifted.endsWith('000') && shifted[0] !== '0'
}

function formatBinary(value: bigint): string {
  let mantissa = value
  let steps = 0
  while (mantissa % 1024n === 0n && steps < BINARY.length) {
    mantissa /= 1024n
    steps += 1
  }
  return `${mantissa}${steps === 0 ? '' : BINARY[steps - 1]}`
}

function scaled(digits: bigint, tens: number): bigint {
  if (tens >= 0) return digits * 10n ** BigInt(tens)
  const divisor = 10n ** BigInt(-tens)
  const rest = digits % divisor
  if (rest === 0n) return digits / divisor
  return digits / divisor + (digits < 0n ? -1n : 1n)
}

/** What `resource.ParseQuantity` of Kubernetes says of a text, which takes a number without digits as zero; null: it is a quantity. */
export function quantityFault(value: string): string | null {
  const suffix = value.slice(/^[+-]?\d*(?:\.\d*)?/.exec(value)?.[0].length ?? 0)
  if (value === '' || !/^[eEinumkKMGTP]*[-+]?\d*$/.test(suffix)) {
    return "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"
  }
  return /^(?:[numkMGTPE]|[KMGTPE]i|[eE][-+]?\d+)?$/.test(suffix) ? null : "unable to parse quantity's suffix"
}
