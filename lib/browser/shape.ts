/**
 * Whether a value is what it should be. Answers of our own server are built together with what reads them; those of another Almanac may
 * come from another release, or be wrong, and the validator stays on the server.
 */
export type Check = (value: unknown) => boolean

export const text: Check = (value) => typeof value === 'string'
export const number: Check = (value) => typeof value === 'number' && Number.isFinite(value)
export const flag: Check = (value) => typeof value === 'boolean'
export const instant: Check = (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value))

export function oneOf(values: readonly unknown[]): Check {
  return (value) => values.includes(value)
}

export function orNull(check: Check): Check {
  return (value) => value === null || check(value)
}

/** So many entries of a list are read. */
const MOST = 20_000

export function listOf(check: Check): Check {
  return (value) => Array.isArray(value) && value.length <= MOST && value.every(check)
}

/** The fields that are read of `T`; it may have others. */
export function fieldsOf<T>(checks: { readonly [K in keyof T]: Check }): Check {
  const all = Object.entries<Check>(checks)
  return (value) =>
    typeof value === 'object' &&
    value !== null &&
    all.every(([name, check]) => check((value as Readonly<Record<string, unknown>>)[name]))
}
