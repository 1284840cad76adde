import fc from 'fast-check'

/** Values that a user may write, or a program that is broken. */
export const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -1,
    0.5,
    1e300,
    2 ** 31,
    2 ** 53,
    '',
    ' ',
    [],
    {},
    [[]],
    [null],
    '\u0000',
    '\ud800',
  ),
  fc.constantFrom(
    '9999-12-31T23:59:59-23:59',
    '0000-01-01T00:00:00+23:59',
    '2026-12-15T21:00:00Z',
    '220000+2359',
    '000000-2460',
  ),
  fc.constantFrom(
    '1.33.0',
    '1.33.0-x',
    '18446744073709551616.0.0',
    '> 1.33',
    '100%',
    '-1h',
    '9999999h',
    '__proto__',
    '../x',
    'DEEP',
  ),
  fc.constantFrom(128, 129, 600, 5000).map((length) => 'x'.repeat(length)),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.jsonValue({ maxDepth: 2 }),
)

/** Stands for very much nesting, which no file of the corpus need hold, and no sequence of letters be shrunk from. */
export const DEEP = 'DEEP'
const nested = `${'['.repeat(20_000)}1${']'.repeat(20_000)}`

/** JSON with all of that nesting. */
export function withDepth(text: string): string {
  return text.replaceAll(/"?DEEP"?/g, nested)
}

export interface Change {
  /** Which entry to go into, level by level. */
  readonly into: readonly number[]
  readonly value: unknown
}

export const change: fc.Arbitrary<Change> = fc.record({
  into: fc.array(fc.nat(40), { minLength: 1, maxLength: 8 }),
  value: oddValue,
})

/** A copy of a value with something else where the change leads to. */
export function changed<T>(value: T, { into, value: other }: Change): T {
  const copy = structuredClone(value)
  let inner: unknown = copy
  for (const [level, number] of into.entries()) {
    const keys = typeof inner === 'object' && inner !== null ? Object.keys(inner) : []
    const key = keys[number % Math.max(1, keys.length)]
    if (key === undefined) break
    const record = inner as Record<string, unknown>
    const next = record[key]
    const isLast = level === into.length - 1 || typeof next !== 'object' || next === null
    if (isLast) {
      record[key] = other
      break
    }
    inner = next
  }
  return copy
}

/** The same as texts. An object may have a field `toString` that is none. */
export const oddText = oddValue.map((value) => {
  try {
    return String(value)
  } catch {
    return JSON.stringify(value)
  }
})

/** A text into which something was written, or of which something is missing. */
export const textChange = fc.record({
  from: fc.nat(5000),
  length: fc.nat(30),
  by: fc.oneof(fc.constantFrom('', '\n', ' ', '- ', ': ', '{', '"', '#', '---\n', '&a ', '*a', '!!', '\t'), oddText),
})

export function withChanges(text: string, changes: readonly { from: number; length: number; by: string }[]): string {
  return changes.reduce((all, { from, length, by }) => {
    const at = from % (all.length + 1)
    return all.slice(0, at) + by + all.slice(at + length)
  }, text)
}
