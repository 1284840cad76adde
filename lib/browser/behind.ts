import type { QueryClient } from '@tanstack/react-query'

/**
 * Whether an answer may show another state of the garden than the one with this revision: it says so, or it is only on its way and
 * may have been computed before. All answers are looked at, not only the newest: a landscape in which something came and went has
 * the revision again that it had, and an answer of that moment in between is as wrong as an old one.
 */
export function isBehind(client: QueryClient, revision: string): boolean {
  return client
    .getQueryCache()
    .getAll()
    .some(({ state }) => {
      if (state.fetchStatus === 'fetching') return true
      const shown = revisionOf(state.data)
      return !state.isInvalidated && shown !== undefined && shown !== revision
    })
}

function revisionOf(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null || !('revision' in answer)) return undefined
  return typeof answer.revision === 'string' ? answer.revision : undefined
}
