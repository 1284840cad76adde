import { type Count, compareVersions, parseVersion, type Version } from './version'

/**
 * Version constraints as Gardener's semver library reads them: alternatives separated by `||`, each a list of comparisons
 * that must all hold, e.g. `>= 1.31 < 1.35`, `~1.33`, `1.32.x || 1.33.x`, `1.30 - 1.32`.
 * Not npm's dialect: `<= 1.32` includes every 1.32 patch, and a pre-release only fits where the constraint names one.
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

const PART = String.raw`(?:\d+|[xX*])`
const SUFFIX = String.raw`(?:-[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?`
const BOUND = String.raw`v?${PART}(?:\.${PART})?(?:\.${PART})?${SUFFIX}`
const COMPARISON = new RegExp(String.raw`\s*(=>|=<|>=|<=|!=|~>|=|>|<|~|\^|)\s*(${BOUND})\s*`, 'y')
/** Read before the alternatives are separated; a `|` without spaces then counts as part of a number. */
const RANGE_PART = String.raw`[\dxX*|]+`
const RANGE_BOUND = BOUND.replaceAll(PART, RANGE_PART)
const HYPHEN_RANGE = new RegExp(String.raw`\s*(${RANGE_BOUND})\s+-\s+(${RANGE_BOUND})\s*`, 'g')
const LOOSE_COMPARISON = String.raw`\s*(?:=>|=<|>=|<=|!=|~>|=|>|<|~|\^|)\s*(?:${RANGE_BOUND})\s*`
const LOOSE_LIST = new RegExp(String.raw`^${LOOSE_COMPARISON}(?:(?:\s+|,\s*)${LOOSE_COMPARISON})*$`)
const RANGE_AS_BOUNDS = '>= $1, <= $2 '
const BOUND_PARTS = new RegExp(String.raw`^v?(${PART})(?:\.(${PART}))?(?:\.(${PART}))?(-[^+]*)?`)

const cache = new Map<string, Constraint | null>()
const CACHE_LIMIT = 5_000

/** Null if Gardener could not read the text. Answers are cached. */
export function parseConstraint(text: string): Constraint | null {
  const known = cache.get(text)
  if (known !== undefined) return known
  if (cache.size >= CACHE_LIMIT) cache.clear()
  const constraint = read(text)
  cache.set(text, constraint)
  return constraint
}

/**
 * Why Gardener cannot read the text, in its words; empty if it can. The first alternative that it cannot read is named, unless
 * it has the shape of one and only its numbers are none.
 */
export function constraintError(text: string): string {
  const part = text
    .replace(HYPHEN_RANGE, RANGE_AS_BOUNDS)
    .split('||')
    .find((alternative) => readAll(alternative) === null)
  if (part === undefined) return ''
  return LOOSE_LIST.test(part) ? 'constraint parser error' : `improper constraint: ${JSON.stringify(part)}`
}

export function satisfies(version: Version, constraint: Constraint): boolean {
  return constraint.alternatives.some(
    ({ comparisons, allowsPrerelease }) =>
      (version.prerelease === '' || allowsPrerelease) && comparisons.every((comparison) => holds(version, comparison)),
  )
}

function read(text: string): Constraint | null {
  const alternatives: Alternative[] = []
  for (const part of text.replace(HYPHEN_RANGE, RANGE_AS_BOUNDS).split('||')) {
    const comparisons = readAll(part)
    if (comparisons === null) return null
    alternatives.push({ comparisons, allowsPrerelease: comparisons.some(({ bound }) => bound.prerelease !== '') })
  }
  return { text, alternatives }
}

/** Comparisons are separated by white space or a comma. */
function readAll(text: string): Comparison[] | null {
  const comparisons: Comparison[] = []
  let from = 0
  while (from < text.length || comparisons.length === 0) {
    COMPARISON.lastIndex = from
    const match = COMPARISON.exec(text)
    if (match === null) return null
    if (from > 0 && !/[\s,]/.test(text.slice(from - 1, from))) return null
    const comparison = readOne(match[1] ?? '', match[2] ?? '')
    if (comparison === null) return null
    comparisons.push(comparison)
    from = COMPARISON.lastIndex
    if (text[from] === ',') {
      from += 1
      if (from === text.length) return null
    }
  }
  return comparisons
}

function readOne(operator: string, text: string): Comparison | null {
  const parts = BOUND_PARTS.exec(text)
  const meaning = SAME_AS[operator]
  if (parts === null || meaning === undefined) return null
  const numbers = parts.slice(1, 4)
  const open = numbers.findIndex((part) => part === undefined || /[xX*]/.test(part))
  const fixed = open === -1 ? 3 : open
  const full = numbers.map((part, i) => (i < fixed ? part : '0')).join('.')
  const bound = parseVersion(`${full}${parts[4] ?? ''}`)
  return bound === null ? null : { operator: meaning, bound, fixed: fixed as Comparison['fixed'] }
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
