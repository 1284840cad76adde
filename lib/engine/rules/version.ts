/**
 * Versions as Gardener reads them (docs/rules.md#reading-versions): semantic versions, with the coercions of its library.
 * `1.24` is 1.24.0, `20.04.1` is 20.4.1, a leading `v` is dropped. Build metadata takes no part in comparisons.
 */

/** A version number. Gardener reads 64 bits; beyond what a JavaScript number holds exactly it is a bigint. */
export type Count = number | bigint

export interface Version {
  /** As written. */
  readonly text: string
  readonly major: Count
  readonly minor: Count
  readonly patch: Count
  /** After `-`, without it; empty for a release. */
  readonly prerelease: string
  /** After `+`, without it. */
  readonly build: string
}

const PATTERN =
  /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?(?:\+([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?$/
const LARGEST = 2n ** 64n - 1n
/** As much as Gardener's library reads. */
const VERSION_LENGTH = 256

/** Null if Gardener cannot read the text as a version. */
export function parseVersion(text: string): Version | null {
  const match = text.length > VERSION_LENGTH ? null : PATTERN.exec(text)
  if (match === null) return null
  const major = readCount(match[1])
  const minor = readCount(match[2])
  const patch = readCount(match[3])
  if (major === null || minor === null || patch === null) return null
  const prerelease = match[4] ?? ''
  const build = match[5] ?? ''
  if (prerelease !== '' && prerelease.split('.').some(startsWithZero)) return null
  return { text, major, minor, patch, prerelease, build }
}

/** Negative, zero or positive; 1.2.3-rc1 is lower than 1.2.3, and 1.2.3+a equals 1.2.3+b. */
export function compareVersions(a: Version, b: Version): number {
  if (a.major !== b.major) return a.major < b.major ? -1 : 1
  if (a.minor !== b.minor) return a.minor < b.minor ? -1 : 1
  if (a.patch !== b.patch) return a.patch < b.patch ? -1 : 1
  if (a.prerelease === b.prerelease) return 0
  if (a.prerelease === '') return 1
  if (b.prerelease === '') return -1
  return comparePrereleases(a.prerelease, b.prerelease)
}

/** Whether all three numbers are zero. */
export function isZero({ major, minor, patch }: Version): boolean {
  return major === 0 && minor === 0 && patch === 0
}

export function sameMinor(a: Version, b: Version): boolean {
  return a.major === b.major && a.minor === b.minor
}

/** `major.minor`, e.g. `1.33`. */
export function minorOf(version: Version): string {
  return `${version.major}.${version.minor}`
}

/** The canonical spelling: three numbers, then the suffixes. */
export function canonical(version: Version): string {
  const prerelease = version.prerelease === '' ? '' : `-${version.prerelease}`
  const build = version.build === '' ? '' : `+${version.build}`
  return `${version.major}.${version.minor}.${version.patch}${prerelease}${build}`
}

/** Whether the version is at or above `major.minor`, pre-releases of that minor included. */
export function atLeastMinor(version: Version, major: number, minor: number): boolean {
  return version.major > major || (version.major === major && version.minor >= minor)
}

/** Whether `to` is at least that many minors above `from`, or of a higher major. */
export function isMinorsAhead(from: Version, to: Version, minors: number): boolean {
  return to.major > from.major || (to.major === from.major && to.minor >= plus(from.minor, minors))
}

export function plus(count: Count, steps: number): Count {
  if (typeof count === 'number' && count < Number.MAX_SAFE_INTEGER - steps) return count + steps
  return narrowed(BigInt(count) + BigInt(steps))
}

/** The version's text without a `v` and without anything from the first `-`, `+` or `~` on. */
export function withoutSuffix(text: string): string {
  const plain = text.replaceAll('v', '')
  const end = plain.search(/[-+~]/)
  return end === -1 ? plain : plain.slice(0, end)
}

/** Why Gardener's library refuses the text, in its words; empty if it does not. */
export function versionError(text: string): string {
  if (parseVersion(text) !== null) return ''
  if (text.length > VERSION_LENGTH) return `version string is too long (max ${VERSION_LENGTH} bytes)`
  const match = PATTERN.exec(text)
  if (match === null) return 'invalid semantic version'
  const tooLarge = match.slice(1, 4).find((digits) => digits !== undefined && BigInt(digits) > LARGEST)
  if (tooLarge !== undefined) {
    return `error parsing version segment: strconv.ParseUint: parsing "${tooLarge}": value out of range`
  }
  return 'version segment starts with 0'
}

function readCount(digits: string | undefined): Count | null {
  if (digits === undefined) return 0
  if (digits.length < 16) return Number(digits)
  const value = BigInt(digits)
  return value > LARGEST ? null : narrowed(value)
}

function narrowed(value: bigint): Count {
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value
}

function startsWithZero(identifier: string): boolean {
  return /^0\d+$/.test(identifier)
}

function comparePrereleases(a: string, b: string): number {
  const left = a.split('.')
  const right = b.split('.')
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const difference = compareIdentifiers(left[i] ?? '', right[i] ?? '')
    if (difference !== 0) return difference
  }
  return 0
}

/** A missing identifier comes first, then numbers by value, then texts by their bytes. */
function compareIdentifiers(a: string, b: string): number {
  if (a === b) return 0
  if (a === '') return -1
  if (b === '') return 1
  const left = numeric(a)
  const right = numeric(b)
  if (left !== null && right !== null) return left < right ? -1 : 1
  if (left !== null) return -1
  if (right !== null) return 1
  return a < b ? -1 : 1
}

function numeric(identifier: string): Count | null {
  return /^\d+$/.test(identifier) ? readCount(identifier) : null
}
