import { useRunningClock } from '@/lib/browser/clock'
import { freshnessOf } from '@/lib/browser/freshness'
import { useLiveState } from '@/lib/browser/live'
import { useStatus } from '@/lib/browser/use-status'
import { MINUTE, SECOND } from '@/lib/words/time-text'

/** The garden was heard of within this time: what is open is known to be. */
const HEARD = 5 * MINUTE

/** How fresh what is shown is, and since when the connection is lost; 0: it is not. */
export function useFreshness() {
  const { data } = useStatus()
  const live = useLiveState()
  const now = useRunningClock(5 * SECOND)
  return { freshness: freshnessOf(data, live, now), lostAt: live.kind === 'lost' ? live.since : 0, now }
}

/** Whether the garden was heard of lately. */
export function useIsHeard(): boolean {
  const { freshness, lostAt, now } = useFreshness()
  return freshness.kind !== 'stale' || now - Math.max(freshness.observedAt, lostAt) < HEARD
}
