import fc from 'fast-check'
import { z } from 'zod'

/** Values that a user may write, or a program that is broken. */
const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, -1, 0.5, 1e300, 2 ** 53, '', ' ', [], {}, [null], '\u0000', '\ud800'),
  fc.constantFrom('9999-12-31T23:59:59-23:59', '0000-01-01T00:00:00+23:59', '000000-2460', '-1h', '9999999h', '100%'),
  fc.constantFrom('1.33.0-x', '18446744073709551616.0.0', '> 1.33', '__proto__', '../x', 'DEEP'),
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
  /** The entry to go into at each level. */
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

/** Odd values as texts. An object may have a field `toString` that is no function. */
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

export function withTextChanges(
  text: string,
  changes: readonly { from: number; length: number; by: string }[],
): string {
  return changes.reduce((all, { from, length, by }) => {
    const at = from % (all.length + 1)
    return all.slice(0, at) + by + all.slice(at + length)
  }, text)
}

/** What fields are called, and what may well stand in them. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  at: ['2026-11-21T18:00:00Z', '2027-06-01T00:00:00+02:00', '2000-01-01T00:00:00Z', '2199-12-31T23:59:59Z'],
  zone: ['UTC', 'Europe/Berlin', 'Asia/Kolkata'],
  version: ['1.32.13', '1.33.6', '1.34.6', '1.33', '1592.9.0', '1877.4.0', 'gardenlinux 1592.9.0'],
  image: ['gardenlinux', 'suse-chost', 'ubuntu', 'flatcar'],
  profile: ['aws', 'gcp', 'azure', 'garden-core/aws-ext'],
  namespace: ['garden-payments', 'garden-core', 'payments'],
  project: ['payments', 'logistics', 'core'],
  name: ['checkout-prod', 'ledger-eu', 'payments', 'aws'],
  pool: ['web-a', 'worker', 'pool-1'],
  day: ['2026-11-24', '2026-12-07', '2027-06-30', '2028-02-29', '2026-12', '2026-12-12..2026-12-18'],
  seen: ['2026-11-20T18:00:00Z', '2026-11-21T18:00:00Z', '2026-11-21T19:00:00+01:00'],
  rule: ['3,14,0', '0,0,0', '999999,1,1'],
  base: ['BASE', 'unknown'],
  value: ['1.33.11', '2h', '25%', '220000+0100', 'gardenlinux', 'm5.large', '100Gi'],
  key: ['cpu', 'memory', 'memoryAvailable', 'imageFSAvailable', 'pid', 'payments', 'aws'],
}
const SAME: Readonly<Record<string, string>> = {
  window: 'at',
  on: 'at',
  startTime: 'at',
  expirationDate: 'at',
  until: 'at',
  from: 'day',
  date: 'day',
  a: 'profile',
  b: 'profile',
  kubernetes: 'version',
  imageVersion: 'version',
  to: 'version',
  target: 'version',
}
const anyWord = fc.constantFrom(...Object.values(WORDS).flat())

interface Shape {
  readonly $ref?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Shape[]
  readonly oneOf?: readonly Shape[]
  readonly type?: string
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly items?: Shape
  readonly minItems?: number
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly propertyNames?: Shape
  readonly additionalProperties?: Shape | boolean
}

/** What nearly has the shape of a schema: mostly it has, with words that may well be there. */
export function nearly(schema: z.ZodType): fc.Arbitrary<unknown> {
  const like = valueLike(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape, '')
  const other = fc.tuple(like, fc.array(change, { minLength: 1, maxLength: 3 }))
  return fc.oneof(
    { weight: 8, arbitrary: like },
    { weight: 3, arbitrary: other.map(([value, changes]) => changes.reduce<unknown>(changed, value)) },
    { weight: 1, arbitrary: oddValue },
  )
}

function valueLike(shape: Shape, field: string): fc.Arbitrary<unknown> {
  if (shape.$ref !== undefined) return fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constant(DEEP))
  if (shape.const !== undefined) return fc.constant(shape.const)
  if (shape.enum !== undefined) return fc.constantFrom(...shape.enum)
  const either = shape.anyOf ?? shape.oneOf
  if (either !== undefined) return fc.oneof(...either.map((one) => valueLike(one, field)))
  switch (shape.type) {
    case 'string':
      return textOf(field, shape.format)
    case 'integer':
    case 'number':
      return numberOf(shape)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(valueLike(shape.items ?? {}, field), { minLength: shape.minItems ?? 0, maxLength: 3 })
    case 'object':
      return objectOf(shape)
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

function textOf(field: string, format: string | undefined): fc.Arbitrary<string> {
  const own = SAME[field] ?? field
  const isInstant = format === 'date-time' && own !== 'seen'
  const words = WORDS[isInstant ? 'at' : format === 'date' ? 'day' : own]
  const known = words === undefined ? anyWord : fc.constantFrom(...words)
  return fc.oneof(
    { weight: 18, arbitrary: known },
    { weight: 1, arbitrary: anyWord },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }) },
  )
}

function numberOf({ minimum = -10, maximum = 400 }: Shape): fc.Arbitrary<number> {
  const few = fc.integer({ min: Math.ceil(minimum), max: Math.floor(Math.min(maximum, minimum + 400)) })
  return fc.oneof(few, fc.constantFrom(minimum, maximum))
}

function objectOf({ properties = {}, required = [], propertyNames = {}, additionalProperties }: Shape) {
  const fields = Object.entries(properties)
  if (fields.length > 0) {
    const values = Object.fromEntries(fields.map(([name, shape]) => [name, valueLike(shape, name)]))
    const needed = required.filter((name) => name in values)
    // Few of many fields: all at once find nothing.
    return fc
      .tuple(fc.record(values), fc.array(fc.constantFrom(...fields.map(([name]) => name)), { maxLength: 5 }))
      .map(([whole, chosen]) => {
        const names = new Set([...needed, ...chosen])
        return Object.fromEntries(Object.entries(whole).filter(([name]) => names.has(name)))
      })
  }
  const value = typeof additionalProperties === 'object' ? additionalProperties : {}
  const key = valueLike({ type: 'string', ...propertyNames }, 'key') as fc.Arbitrary<string>
  return fc.dictionary(key, valueLike(value, ''), { maxKeys: 3 })
}
