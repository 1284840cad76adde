import type SemVer from 'semver/classes/semver.js'

/** A version number. Gardener reads 64 bits; beyond what a JavaScript number holds exactly it is a bigint. */
export type VersionNumber = number | bigint

/** A version of Kubernetes or of a machine image; `gardener-semver.ts` reads and compares them. */
export interface Version {
  /** The version as it is written. */
  readonly text: string
  readonly major: VersionNumber
  readonly minor: VersionNumber
  readonly patch: VersionNumber
  /** The text after `-`, without it; empty for a release. */
  readonly prerelease: string
  /** The text after `+`, without it. */
  readonly build: string
  /** The version as npm's library holds it; null for the few that only Gardener's library holds exactly. */
  readonly npm: SemVer | null
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
export function canonicalSpelling(version: Version): string {
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

export function plus(count: VersionNumber, steps: number): VersionNumber {
  if (typeof count === 'number' && count < Number.MAX_SAFE_INTEGER - steps) return count + steps
  return narrowed(BigInt(count) + BigInt(steps))
}

/** The version's text without a `v` and without anything from the first `-`, `+` or `~` on. */
export function withoutSuffix(text: string): string {
  const plain = text.replaceAll('v', '')
  const end = plain.search(/[-+~]/)
  return end === -1 ? plain : plain.slice(0, end)
}

/** Whether the text is three numbers that every reader takes for the same: one value has one such text, so that it need not be read. */
export function hasThreeNumbers(text: string): boolean {
  return THREE_NUMBERS.test(text)
}

const THREE_NUMBERS = /^(?:0|[1-9]\d{0,8})(?:\.(?:0|[1-9]\d{0,8})){2}$/

/** Whether the version is of the minor after that of another one, in the same major. */
export function isOfNextMinor(version: Version, than: Version): boolean {
  return version.major === than.major && version.minor === plus(than.minor, 1)
}

/** A number where that is exact. */
export function narrowed(value: bigint): VersionNumber {
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value
}
