/** The projects that a reader called theirs, as texts keep them: read in the browser, and on the server for the first page. */

export const PINNED_COOKIE = 'projects'
export const MOST_PINNED = 50

/** In the address when a reader took their projects away from a page: they are not put back then. */
export const NOT_MINE = { mine: 'off' } as const

const NONE: readonly string[] = []

/** What another program wrote there counts as nothing; the same text gives the same list. */
export function readPinned(text: string | null): readonly string[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    const names = Array.isArray(value) ? value.filter((name) => typeof name === 'string' && name !== '') : []
    return names.length === 0 ? NONE : [...new Set<string>(names)].slice(0, MOST_PINNED)
  } catch {
    return NONE
  }
}
