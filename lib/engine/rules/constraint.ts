import { readComparisons, type WrittenComparison, withRangesAsBounds } from './constraint-text'
import { type Count, compareVersions, parseVersion, type Version } from './version'

/**
 * Version constraints as Gardener's semver library reads them (docs/rules.md#version-constraints): alternatives separated
 * by `||`, each a list of comparisons that must all hold, e.g. `>= 1.31 < 1.35`, `~1.33`, `1.32.x || 1.33.x`, `1.30 -
 * 1.32`. Not npm's dialect: `<= 1.32` includes every 1.32 patch, and a pre-release only fits where the constraint names
 * one.
 */
export interface Constraint {
  readonly text: string
  readonly alternatives: readonly Alternative[]
}

interface Alternative {
  readonly comparisons: readonly Comparison[]
  readonly allowsPrerelease: boolean
}

interface Comparison {
  readonly operator: Operator
  readonly bound: Version
  /** How many of the three numbers are fixed: `*` 0, `1` or `1.x` 1, `1.2` 2, `1.2.3` 3. */
  readonly fixed: 0 | 1 | 2 | 3
}

type Operator = '=' | '!=' | '>' | '<' | '>=' | '<=' | '~' | '^'

const SAME_AS: Readonly<Record<string, Operator>> = {
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

/** As much as Gardener's semver library reads: longer ones are no constraints, whatever they say. */
export const CONSTRAINT_LENGTH = 512
const MOST_ALTERNATIVES = 32

const OPEN: ReadonlySet<string> = new Set('xX*')

/** Null if Gardener could not read the text. */
export function parseConstraint(text: string): Constraint | null {
  const read = readAlternatives(text)
  return typeof read === 'string' ? null : { text, alternatives: read }
}

/** Why Gardener cannot read the text, in its words; empty if it can. The first alternative that it cannot read is named. */
export function constraintError(text: string): string {
  const read = readAlternatives(text)
  return typeof read === 'string' ? read : ''
}

export function satisfies(version: Version, constraint: Constraint): boolean {
  return constraint.alternatives.some(
    ({ comparisons, allowsPrerelease }) =>
      (version.prerelease === '' || allowsPrerelease) && comparisons.every((comparison) => holds(version, comparison)),
  )
}

/** The alternatives, or the error. */
function readAlternatives(text: string): readonly Alternative[] | string {
  if (text.length > CONSTRAINT_LENGTH) return `constraint string is too long (max ${CONSTRAINT_LENGTH} bytes)`
  const parts = withRangesAsBounds(text).split('||')
  if (parts.length > MOST_ALTERNATIVES) return `too many constraint groups (max ${MOST_ALTERNATIVES})`
  const alternatives: Alternative[] = []
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

/** What follows an open part of a number does not count. */
function comparisonOf({ operator, bound: { parts, prerelease } }: WrittenComparison): Comparison | null {
  const meaning = SAME_AS[operator]
  const open = parts.findIndex((part) => OPEN.has(part))
  const fixed = open === -1 ? parts.length : open
  const full = [0, 1, 2].map((i) => (i < fixed ? parts[i] : '0')).join('.')
  const bound = parseVersion(`${full}${prerelease}`)
  if (meaning === undefined || bound === null) return null
  return { operator: meaning, bound, fixed: fixed as Comparison['fixed'] }
}

function holds(version: Version, { operator, bound, fixed }: Comparison): boolean {
  const order = compareVersions(version, bound)
  switch (operator) {
    case '>=':
      return order >= 0
    case '<':
      return order < 0
    case '>':
      return isAbove(version, bound, fixed, order)
    case '<=':
      return isAtMost(version, bound, fixed, order)
    case '=':
      return fixed === 3 ? order === 0 : isWithinTilde(version, bound, fixed, order)
    case '!=':
      return isDifferent(version, bound, fixed, order)
    case '~':
      return isWithinTilde(version, bound, fixed, order)
    case '^':
      return isWithinCaret(version, bound, fixed, order)
  }
}

/** An open bound excludes everything below it that it covers: 11.1.0 is not above `11`, nor 11.1.1 above `11.1`. */
function isAbove(version: Version, bound: Version, fixed: number, order: number): boolean {
  if (fixed === 3 || fixed === 0) return order > 0
  if (version.major !== bound.major) return version.major > bound.major
  return fixed === 2 && version.minor > bound.minor
}

function isAtMost(version: Version, bound: Version, fixed: number, order: number): boolean {
  if (fixed === 3) return order <= 0
  if (version.major !== bound.major) return version.major < bound.major
  return fixed === 1 || version.minor <= bound.minor
}

function isDifferent(version: Version, bound: Version, fixed: number, order: number): boolean {
  if (fixed === 3 || fixed === 0) return version.major !== bound.major || order !== 0
  if (version.major !== bound.major) return true
  if (fixed === 1) return false
  return version.minor !== bound.minor || version.prerelease !== bound.prerelease
}

function isWithinTilde(version: Version, bound: Version, fixed: number, order: number): boolean {
  if (order < 0) return false
  if (isZero(bound) && (fixed === 3 || fixed === 0)) return true
  return version.major === bound.major && (fixed === 1 || version.minor === bound.minor)
}

/** Compatible releases: the first number that is not zero stays. */
function isWithinCaret(version: Version, bound: Version, fixed: number, order: number): boolean {
  if (order < 0) return false
  if (isPositive(bound.major) || fixed === 1) return version.major === bound.major
  if (isPositive(version.major)) return false
  if (isPositive(bound.minor) || fixed === 2) return version.minor === bound.minor
  return !isPositive(version.minor) && version.patch === bound.patch
}

function isZero({ major, minor, patch }: Version): boolean {
  return !isPositive(major) && !isPositive(minor) && !isPositive(patch)
}

function isPositive(count: Count): boolean {
  return count > 0
}
