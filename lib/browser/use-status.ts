'use client'

import { useQuery } from '@tanstack/react-query'
import type { FreezeDays } from '@/lib/contract/status'
import { MINUTE, SECOND } from '@/lib/words/time-text'
import type { RequestError } from './fetch-json'
import { statusQueries } from './query'

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

const NONE: readonly FreezeDays[] = []

/** The freeze days of the setting `FREEZE`: days of the calendar, without a zone. The frame of every page asks for them anyway. */
export function useFreezes(): readonly FreezeDays[] {
  return useQuery(statusQueries.status()).data?.freezes ?? NONE
}
