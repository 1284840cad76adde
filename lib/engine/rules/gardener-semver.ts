/**
 * Versions and constraints as Gardener's library reads them (Masterminds/semver). npm's `semver` parses and compares; where Gardener's
 * reads otherwise, that is ours:
 *
 * 1. Fewer than three numbers, and leading zeros: `1.24` is 1.24.0, `20.04.1` is 20.4.1.
 * 2. White space around a version is not dropped: it is no version.
 * 3. Numbers have 64 bits, also those of a pre-release; a longer one is no version, and in a pre-release a word.
 * 4. What counts is the text as written, 256 characters at most. npm's library counts the numbers that are missing as well, and reads 250
 *    characters of one identifier.
 * 5. What is refused is told in Gardener's words.
 * 6. Constraints are another dialect than npm's ranges, which mean something else by the same text: `parseConstraint` reads all of it.
 *
 * The tests hold both libraries beside each other, and name what each says where they differ.
 */

import type SemVer from 'semver/classes/semver.js'
import parse from 'semver/functions/parse.js'
import { CONSTRAINT_LENGTH } from '@/lib/engine/bounds'
import type { ExpirableVersion } from '@/lib/engine/types'
import { canonicalSpelling, isZero, minorOf, narrowed, type Version, type VersionNumber } from './version'

const LARGEST = 2n ** 64n - 1n
/** As much as Gardener's library reads. */
const VERSION_LENGTH = 256

const PATTERN =
  /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?(?:\+([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?$/

/**
 * Null if Gardener cannot read the text as a version (docs/rules.md#reading-versions). npm's library is given the three numbers that are
 * meant, so that it need not know how they may be written.
 */
export function parseVersion(text: string): Version | null {
  const match = text.length > VERSION_LENGTH ? null : PATTERN.exec(text)
  if (match === null) return null
  const [major, minor, patch] = [readCount(match[1]), readCount(match[2]), readCount(match[3])]
  if (major === null || minor === null || patch === null) return null
  const [prerelease = '', build = ''] = match.slice(4)
  if (prerelease !== '' && prerelease.split('.').some((identifier) => /^0\d+$/.test(identifier))) return null
  const version = { text, major, minor, patch, prerelease, build, npm: null }
  const npm = parse(canonicalSpelling(version))
  return npm !== null && isExact(npm) ? { ...version, npm } : version
}

/** `parseVersion`, or what comes to the same because it knows versions that have been read. */
export type ReadVersion = (text: string) => Version | null

/** `1.33` of `1.33.6`; a version that cannot be read stands for itself. */
export function minorText(version: string, readVersion: ReadVersion = parseVersion): string {
  const read = readVersion(version)
  return read === null ? version : minorOf(read)
}

/** The same for all ways to spell a version; one that cannot be read stands for itself. */
export function valueText(version: string): string {
  const read = parseVersion(version)
  return read === null ? version : canonicalSpelling(read)
}

/** Negative, zero or positive; 1.2.3-rc1 is lower than 1.2.3, and 1.2.3+a equals 1.2.3+b. */
export function compareVersions(a: Version, b: Version): number {
  if (a.npm === null || b.npm === null) return compareExactly(a, b)
  // A bundler may hold the library more than once, and each of them knows versions of its own only, and texts.
  return a.npm.compare(a.npm.constructor === b.npm.constructor ? b.npm : b.npm.version)
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

/** npm's library compares numbers of a pre-release as if they were close to each other where they are too large for it. */
function isExact({ prerelease }: SemVer): boolean {
  return !prerelease.some((identifier) => typeof identifier === 'string' && DIGITS.test(identifier))
}

const DIGITS = /^\d+$/

function compareExactly(a: Version, b: Version): number {
  if (a.major !== b.major) return a.major < b.major ? -1 : 1
  if (a.minor !== b.minor) return a.minor < b.minor ? -1 : 1
  if (a.patch !== b.patch) return a.patch < b.patch ? -1 : 1
  if (a.prerelease === b.prerelease) return 0
  if (a.prerelease === '') return 1
  if (b.prerelease === '') return -1
  const [left, right] = [a.prerelease.split('.'), b.prerelease.split('.')]
  const differs = left.findIndex((identifier, i) => identifier !== right[i])
  return differs === -1 ? -1 : compareIdentifiers(left[differs] ?? '', right[differs])
}

/** Two that differ. A missing identifier comes first, then numbers by value, then texts by their bytes. */
function compareIdentifiers(a: string, b: string | undefined): number {
  if (b === undefined) return 1
  const [left, right] = [numeric(a), numeric(b)]
  if (left !== null && right !== null) return left < right ? -1 : 1
  if (left !== null) return -1
  if (right !== null) return 1
  return a < b ? -1 : 1
}

function numeric(identifier: string): VersionNumber | null {
  return DIGITS.test(identifier) ? readCount(identifier) : null
}

function readCount(digits = '0'): VersionNumber | null {
  if (digits.length < 16) return Number(digits)
  const value = BigInt(digits)
  return value > LARGEST ? null : narrowed(value)
}

/**
 * Version constraints as Gardener's semver library reads them (docs/rules.md#version-constraints): alternatives separated
 * by `||`, each a list of comparisons that must all hold, e.g. `>= 1.31 < 1.35`, `~1.33`, `1.32.x || 1.33.x`, `1.30 -
 * 1.32`. `<= 1.32` includes every 1.32 patch, and a pre-release only fits an alternative that names one, of any version.
 */
export type VersionConstraint = readonly ConstraintAlternative[]

interface ConstraintAlternative {
  readonly comparisons: readonly VersionComparison[]
  readonly allowsPrerelease: boolean
}

interface VersionComparison {
  readonly operator: ComparisonOperator
  readonly bound: Version
  /** How many of the three numbers are fixed: `*` 0, `1` or `1.x` 1, `1.2` 2, `1.2.3` 3. */
  readonly fixed: 0 | 1 | 2 | 3
}

type ComparisonOperator = '=' | '!=' | '>' | '<' | '>=' | '<=' | '~' | '^'

const SAME_AS: Readonly<Record<string, ComparisonOperator>> = {
  '': '=',
  '=': '=',
  '!=': '!=',
  '>': '>',
  '<': '<',
  '>=': '>=',
  '=>': '>=',
  '<=': '<=',
  '=<': '<=',
  '~': '~',
  '~>': '~',
  '^': '^',
}

const MOST_ALTERNATIVES = 32

const OPEN: ReadonlySet<string> = new Set('xX*')

/** Null if Gardener could not read the text. */
export function parseConstraint(text: string): VersionConstraint | null {
  const read = readAlternatives(text)
  return typeof read === 'string' ? null : read
}

/** Why Gardener cannot read the text, in its words; empty if it can. The first alternative that it cannot read is named. */
export function constraintError(text: string): string {
  const read = readAlternatives(text)
  return typeof read === 'string' ? read : ''
}

export function satisfies(version: Version, constraint: VersionConstraint): boolean {
  return constraint.some(
    ({ comparisons, allowsPrerelease }) =>
      (version.prerelease === '' || allowsPrerelease) && comparisons.every((comparison) => holds(version, comparison)),
  )
}

/** The alternatives, or the error. */
function readAlternatives(text: string): VersionConstraint | string {
  if (text.length > CONSTRAINT_LENGTH) return `constraint string is too long (max ${CONSTRAINT_LENGTH} bytes)`
  // A range `1.30 - 1.32` stands for its two bounds, and is found before alternatives are separated.
  const parts = text.replaceAll(RANGE, '>= $1, <= $2 ').split('||')
  if (parts.length > MOST_ALTERNATIVES) return `too many constraint groups (max ${MOST_ALTERNATIVES})`
  const alternatives: ConstraintAlternative[] = []
  for (const part of parts) {
    const written = readComparisons(part)
    if (written === null) return `improper constraint: ${JSON.stringify(part)}`
    const comparisons = written.flatMap((one) => comparisonOf(one) ?? [])
    // It has the shape of a constraint, and only its numbers are none.
    if (comparisons.length < written.length) return 'constraint parser error'
    alternatives.push({ comparisons, allowsPrerelease: comparisons.some(({ bound }) => bound.prerelease !== '') })
  }
  return alternatives
}

/** What follows an open part of a number does not count. `operator` and `prerelease` are empty where there is none. */
function comparisonOf([, operator = '', number = '', prerelease = '']: readonly string[]): VersionComparison | null {
  const meaning = SAME_AS[operator]
  const parts = number.split('.')
  const open = parts.findIndex((part) => OPEN.has(part))
  const fixed = open === -1 ? parts.length : open
  const full = [0, 1, 2].map((i) => (i < fixed ? parts[i] : '0')).join('.')
  const bound = parseVersion(`${full}${prerelease}`)
  if (meaning === undefined || bound === null) return null
  return { operator: meaning, bound, fixed: fixed as VersionComparison['fixed'] }
}

function holds(version: Version, { operator, bound, fixed }: VersionComparison): boolean {
  const order = compareVersions(version, bound)
  const isOpen = fixed === 1 || fixed === 2
  switch (operator) {
    case '>=':
      return order >= 0
    case '<':
      return order < 0
    case '>':
      // What an open bound covers is not above it: 11.1.0 is not above `11`, nor 11.1.1 above `11.1`.
      return order > 0 && !(isOpen && agree(version, bound, fixed))
    case '<=':
      return order <= 0 || (fixed < 3 && agree(version, bound, fixed || 2))
    case '=':
      return fixed === 3 ? order === 0 : isWithinTilde(version, bound, fixed)
    case '!=':
      if (!isOpen) return order !== 0
      return !agree(version, bound, fixed) || (fixed === 2 && version.prerelease !== bound.prerelease)
    case '~':
      return isWithinTilde(version, bound, fixed)
    case '^':
      return order >= 0 && agree(version, bound, fixedByCaret(bound, fixed))
  }
}

/** `~0.0.0` and `~*` are met by every version from there on. */
function isWithinTilde(version: Version, bound: Version, fixed: VersionComparison['fixed']): boolean {
  const isUnlimited = isZero(bound) && (fixed === 0 || fixed === 3)
  return compareVersions(version, bound) >= 0 && (isUnlimited || agree(version, bound, fixed === 1 ? 1 : 2))
}

/** Compatible releases: the first number that is not zero stays. */
function fixedByCaret({ major, minor }: Version, fixed: VersionComparison['fixed']): 1 | 2 | 3 {
  if (major > 0 || fixed === 1) return 1
  return minor > 0 || fixed === 2 ? 2 : 3
}

/** Whether the first numbers are the same. */
function agree(a: Version, b: Version, numbers: 1 | 2 | 3): boolean {
  return a.major === b.major && (numbers < 2 || a.minor === b.minor) && (numbers < 3 || a.patch === b.patch)
}

// The language of constraints is that of Gardener's library, in its patterns. A number may also have parts that are nonsense, like `1x` or
// `3|4`: alternatives have been separated before numbers are read, except in ranges.

const SPACE = '[ \\t\\n\\f\\r]'
const PART = '[0-9xX*|]+'
const PARTS = `${PART}(?:\\.${PART}){0,2}`
const IDENTIFIERS = '[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*'
const BUILD = `(?:\\+${IDENTIFIERS})?`
const NUMBER = `v?${PARTS}(?:-${IDENTIFIERS})?${BUILD}`
const OPERATOR = '=>|=<|>=|<=|!=|~>|[=><~^]'

/** One comparison and what ends it: operator, parts, pre-release with its `-`, white space, comma. */
const COMPARISON = new RegExp(
  `${SPACE}*(?:(${OPERATOR})${SPACE}*)?v?(${PARTS})(-${IDENTIFIERS})?${BUILD}(${SPACE}*)(,?)`,
  'y',
)
const RANGE = new RegExp(`${SPACE}*(${NUMBER})${SPACE}+-${SPACE}+(${NUMBER})${SPACE}*`, 'g')

/** Comparisons separated by white space or a comma; null if the text is none of that. */
function readComparisons(text: string): (readonly string[])[] | null {
  const comparisons: (readonly string[])[] = []
  COMPARISON.lastIndex = 0
  for (;;) {
    const match = COMPARISON.exec(text)
    if (match === null) return null
    comparisons.push(match)
    const [, , , , space, comma] = match
    if (comma === ',') continue
    if (COMPARISON.lastIndex === text.length) return comparisons
    if (space === '') return null
  }
}

/** The highest of versions; what Gardener cannot read takes no part. */
export function highestVersion(versions: readonly ExpirableVersion[]): ExpirableVersion | undefined {
  return versions.reduce<ExpirableVersion | undefined>((most, listed) => {
    const [a, b] = [parseVersion(listed.version), most === undefined ? null : parseVersion(most.version)]
    return a !== null && (b === null || compareVersions(a, b) > 0) ? listed : most
  }, undefined)
}
