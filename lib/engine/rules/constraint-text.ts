/**
 * The spelling of version constraints, read in one pass: whoever may write one must not be able to make it take long to read.
 * The language is that of Gardener's semver library, spelled out there as patterns.
 */

/** One comparison as it is written, e.g. `>= 1.31`. */
export interface WrittenComparison {
  /** Empty where only a number stands. */
  readonly operator: string
  readonly bound: WrittenBound
}

/** A number as it is written: `v1.2.x-rc.1+build` has the parts 1, 2 and x. Parts may also be nonsense like `1x` or `3|4`. */
export interface WrittenBound {
  readonly parts: readonly string[]
  /** With its `-`; empty if there is none. */
  readonly prerelease: string
}

const OPERATORS: readonly string[] = ['=>', '=<', '>=', '<=', '!=', '~>', '=', '>', '<', '~', '^']
const SPACE = new Set(' \t\n\f\r')
/** A `|` is part of a number, as alternatives have been separated before numbers are read, except in ranges. */
const PART = new Set('0123456789xX*|')
const IDENTIFIER = new Set('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-')

/** Comparisons separated by white space or a comma; null if the text is none of that. */
export function readComparisons(text: string): WrittenComparison[] | null {
  const comparisons: WrittenComparison[] = []
  let at = 0
  for (;;) {
    at = endOf(SPACE, text, at)
    const operator = OPERATORS.find((one) => text.startsWith(one, at)) ?? ''
    const bound = boundAt(text, endOf(SPACE, text, at + operator.length))
    if (bound === null) return null
    comparisons.push({ operator, bound })
    at = endOf(SPACE, text, bound.end)
    if (at === text.length) return comparisons
    if (text[at] === ',') at += 1
    else if (at === bound.end) return null
  }
}

/** With every range `1.30 - 1.32` as the two bounds that it stands for. Ranges are found before alternatives are separated. */
export function withRangesAsBounds(text: string): string {
  let written = ''
  let done = 0
  for (let dash = text.indexOf('-'); dash !== -1; dash = text.indexOf('-', Math.max(dash + 1, done))) {
    const leftEnd = startOf(SPACE, text, dash, done)
    const rightStart = endOf(SPACE, text, dash + 1)
    if (leftEnd === dash || rightStart === dash + 1) continue
    const left = boundBefore(text, leftEnd, done)
    const right = left === null ? null : boundAt(text, rightStart)
    if (left === null || right === null) continue
    written += text.slice(done, startOf(SPACE, text, left, done))
    written += `>= ${text.slice(left, leftEnd)}, <= ${text.slice(rightStart, right.end)} `
    done = endOf(SPACE, text, right.end)
  }
  return written + text.slice(done)
}

/** The longest bound that begins at `at`. */
function boundAt(text: string, at: number): (WrittenBound & { readonly end: number }) | null {
  const parts: string[] = []
  let end = text[at] === 'v' ? at + 1 : at
  do {
    const start = parts.length === 0 ? end : end + 1
    const stop = endOf(PART, text, start)
    if (stop === start) break
    parts.push(text.slice(start, stop))
    end = stop
  } while (parts.length < 3 && text[end] === '.')
  if (parts.length === 0) return null
  const prereleaseEnd = suffixEnd(text, end, '-')
  return { parts, prerelease: text.slice(end, prereleaseEnd), end: suffixEnd(text, prereleaseEnd, '+') }
}

/** Where identifiers behind a mark end; `at` if there is no such suffix. */
function suffixEnd(text: string, at: number, mark: '-' | '+'): number {
  if (text[at] !== mark) return at
  let end = at
  do {
    const stop = endOf(IDENTIFIER, text, end + 1)
    if (stop === end + 1) break
    end = stop
  } while (text[end] === '.')
  return end
}

/** Where the longest bound begins that ends at `end`, not before `from`. It may begin in the middle of something else. */
function boundBefore(text: string, end: number, from: number): number | null {
  const build = identifiersBefore(text, end, from)
  const hasBuild = build < end && text[build] !== '.' && build > from && text[build - 1] === '+'
  return (hasBuild ? releaseBefore(text, build - 1, from) : null) ?? releaseBefore(text, end, from)
}

/** Numbers, perhaps with a pre-release, that end at `end`. */
function releaseBefore(text: string, end: number, from: number): number | null {
  const first = Math.max(identifiersBefore(text, end, from) - 1, from)
  for (let dash = first; dash < end - 1; dash++) {
    if (text[dash] !== '-' || text[dash + 1] === '.') continue
    const start = numbersBefore(text, dash, from)
    if (start !== null) return start
  }
  return numbersBefore(text, end, from)
}

/** The beginning of identifiers with single dots between them that end at `end`; it may be a dot. */
function identifiersBefore(text: string, end: number, from: number): number {
  let at = end
  while (at > from) {
    const letter = text.charAt(at - 1)
    const isDotBetween = letter === '.' && at < end && text[at] !== '.'
    if (!IDENTIFIER.has(letter) && !isDotBetween) break
    at -= 1
  }
  return at
}

/** Up to three parts that end at `end`. */
function numbersBefore(text: string, end: number, from: number): number | null {
  let start: number | null = null
  let at = end
  for (let parts = 0; parts < 3; parts++) {
    const begin = startOf(PART, text, at, from)
    if (begin === at) break
    start = begin
    if (begin === from || text[begin - 1] !== '.') break
    at = begin - 1
  }
  return start !== null && start > from && text[start - 1] === 'v' ? start - 1 : start
}

function endOf(letters: ReadonlySet<string>, text: string, start: number): number {
  let end = start
  while (letters.has(text.charAt(end))) end += 1
  return end
}

function startOf(letters: ReadonlySet<string>, text: string, end: number, from: number): number {
  let start = end
  while (start > from && letters.has(text.charAt(start - 1))) start -= 1
  return start
}
