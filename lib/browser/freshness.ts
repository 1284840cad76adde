import type { GardenStatus, StatusAnswer } from '@/lib/contract/status'
import { ms, SECOND } from '@/lib/words/time-text'
import type { LiveState } from './live'

/** How much what is shown can be trusted to be the present. */
export type Freshness =
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
export function freshnessOf(answer: StatusAnswer | undefined, live: LiveState, now: number): Freshness {
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
