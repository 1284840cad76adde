/**
 * The first place where two JSON values differ, as `path: expected X, got Y`; null if they are equal.
 * Objects are compared by the expected one's fields and those that only the actual one has; undefined counts as absent.
 */
export function firstDifference(expected: unknown, actual: unknown, path = ''): string | null {
  if (Object.is(expected, actual)) return null
  if (Array.isArray(expected) && Array.isArray(actual)) {
    for (let i = 0; i < Math.max(expected.length, actual.length); i++) {
      const difference = firstDifference(expected[i], actual[i], `${path}[${i}]`)
      if (difference !== null) return difference
    }
    return null
  }
  if (isObject(expected) && isObject(actual)) {
    for (const key of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
      const difference = firstDifference(expected[key], actual[key], path === '' ? key : `${path}.${key}`)
      if (difference !== null) return difference
    }
    return null
  }
  return `${path}: expected ${show(expected)}, got ${show(actual)}`
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function show(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length > 400 ? `${text.slice(0, 400)}…` : text
}
