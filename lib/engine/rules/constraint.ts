import { CONSTRAINT_LENGTH } from '@/lib/engine/bounds'
import { readComparisons, type WrittenComparison, withRangesAsBounds } from './constraint-text'
import { compareVersions, isZero, parseVersion, type Version } from './version'

/**
 * Version constraints as Gardener's semver library reads them (docs/rules.md#version-constraints): alternatives separated
 * by `||`, each a list of comparisons that must all hold, e.g. `>= 1.31 < 1.35`, `~1.33`, `1.32.x || 1.33.x`, `1.30 -
 * 1.32`. `<= 1.32` includes every 1.32 patch, and a pre-release only fits an alternative that names one, of any version.
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
function isWithinTilde(version: Version, bound: Version, fixed: Comparison['fixed']): boolean {
  const isUnlimited = isZero(bound) && (fixed === 0 || fixed === 3)
  return compareVersions(version, bound) >= 0 && (isUnlimited || agree(version, bound, fixed === 1 ? 1 : 2))
}

/** Compatible releases: the first number that is not zero stays. */
function fixedByCaret({ major, minor }: Version, fixed: Comparison['fixed']): 1 | 2 | 3 {
  if (major > 0 || fixed === 1) return 1
  return minor > 0 || fixed === 2 ? 2 : 3
}

/** Whether the first numbers are the same. */
function agree(a: Version, b: Version, numbers: 1 | 2 | 3): boolean {
  return a.major === b.major && (numbers < 2 || a.minor === b.minor) && (numbers < 3 || a.patch === b.patch)
}
