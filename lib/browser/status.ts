'use client'

import { useQuery } from '@tanstack/react-query'
import type { FreezeDays, GardenStatus, StatusAnswer } from '@/lib/contract/status'
import { MINUTE, ms, SECOND } from '@/lib/words/time-text'
import { statusQueries } from './query'

/** Whether changes of the garden reach this page. */
export type LiveState =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'open' }
  | { readonly kind: 'lost'; readonly since: number }

/** What the frame shows of the garden; asked for often while it is read for the first time. */
export function useStatus() {
  return useQuery({
    ...statusQueries.status(),
    refetchInterval: (query) => (query.state.data?.garden.state === 'reading' ? 2 * SECOND : MINUTE),
  })
}

/** Whether the session has ended with which this page was opened. It stays as it is. */
export function useIsSignedOut(): boolean {
  return useStatus().error?.status === 401
}

const NONE: readonly FreezeDays[] = []

/** The freeze days of the setting `FREEZE`: days of the calendar, without a zone. The frame of every page asks for them anyway. */
export function useFreezes(): readonly FreezeDays[] {
  return useQuery(statusQueries.status()).data?.freezes ?? NONE
}

/** How much what is shown can be trusted to be the present. */
type DataFreshness =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'reading' }
  /** Nothing could be read so far. */
  | { readonly kind: 'unread'; readonly reason: string }
  | { readonly kind: 'live'; readonly observedAt: number }
  | { readonly kind: 'stale'; readonly observedAt: number; readonly reason: string }

/** A connection that comes back within this time is not worth a word. */
const PATIENCE = 20 * SECOND

/**
 * From what the server last said and from whether it can be heard. The server itself decides when a garden is stale, and since
 * when: what is shown was so at that moment, however long ago it last changed.
 */
export function freshnessOf(answer: StatusAnswer | undefined, live: LiveState, now: number): DataFreshness {
  if (!answer) return { kind: 'unknown' }
  const { garden } = answer
  if (garden.state === 'reading') return { kind: 'reading' }
  const observedAt = ms(answer.observedAt)
  if (garden.state !== 'live') {
    if (observedAt <= 0) return { kind: 'unread', reason: reasonOf(garden) }
    return {
      kind: 'stale',
      observedAt: garden.since === null ? observedAt : ms(garden.since),
      reason: reasonOf(garden),
    }
  }
  if (live.kind === 'lost' && now - live.since > PATIENCE) {
    return { kind: 'stale', observedAt, reason: 'Almanac does not answer.' }
  }
  return { kind: 'live', observedAt }
}

function reasonOf({ reason, state }: GardenStatus): string {
  return reason ?? (state === 'failed' ? 'The garden cannot be read.' : 'The garden does not answer.')
}

/** What a page may have none of, by the resources and the objects that it is made of. */
const MADE_OF = {
  clusters: ['Shoot'],
  profiles: ['CloudProfile', 'NamespacedCloudProfile'],
} as const

/** The sentence of every page that there is no cluster. */
export function noClusterText(garden: GardenStatus | undefined): string {
  return garden === undefined || mayBeUnread(garden, 'clusters')
    ? 'No cluster has been read so far.'
    : 'There is no cluster in this garden that you may see.'
}

/**
 * Whether there may be some that could not be read. Then that there are none is nothing that could be said of the garden: it is still
 * being read, or may not be read, or something is broken that may hold them.
 */
export function mayBeUnread(garden: GardenStatus, what: keyof typeof MADE_OF): boolean {
  const kinds = MADE_OF[what]
  const isOne = (object: string | null) => object === null || kinds.some((kind) => object.startsWith(`${kind} `))
  return (
    garden.state !== 'live' ||
    garden.resources.some(
      ({ name, state }) => kinds.some((kind) => name === `${kind}s`) && state !== 'synced' && state !== 'stale',
    ) ||
    garden.problemCount > garden.problems.length ||
    garden.problems.some(({ object }) => isOne(object))
  )
}
