/** Some weeks before the demo garden of the browser tests was born: dates were moved since, and clusters updated. */
const SEEN = '2026-11-01T10:00:00Z'

/** The board of a night in which fewer clusters were maintained than it had said: an expiry was moved meanwhile. */
const NIGHT = '2026-10-03T17:30:00Z'

export function ofThen(path: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}seen=${path.includes('view=tonight') ? NIGHT : SEEN}`
}
