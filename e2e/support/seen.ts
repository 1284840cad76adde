/** Some weeks before the demo garden of the browser tests was born: dates were moved since, and clusters updated. */
const SEEN = '2026-11-01T10:00:00Z'

export function ofThen(path: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}seen=${SEEN}`
}
