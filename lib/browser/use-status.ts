'use client'

import { useQuery } from '@tanstack/react-query'
import { MINUTE, SECOND } from '@/lib/words/time-text'
import type { RequestError } from './fetch-json'
import { statusQueries } from './status-queries'

/** What the frame shows of the garden; asked for often while it is read for the first time. */
export function useStatus() {
  return useQuery({
    ...statusQueries.status(),
    refetchInterval: (query) => (query.state.data?.garden.state === 'reading' ? 2 * SECOND : MINUTE),
  })
}

/** Whether the session has ended with which this page was opened. It stays as it is. */
export function useIsSignedOut(): boolean {
  return (useStatus().error as RequestError | null)?.status === 401
}
