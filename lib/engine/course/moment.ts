import type { WindowOccurrence } from '@/lib/engine/rules'
import { SECOND } from '@/lib/engine/time'
import type { Instant, OnlyAfter, Shoot } from '@/lib/engine/types'
import { forecast } from './forecast'
import type { MemoizedProfile } from './memoized-profile'

/**
 * Whether what is foreseen in a window depends on the moment at which its maintenance begins, as `onlyAfterOf` says, for lists: they
 * know of an event no more than its window. Where no version of the shoot changes its stage within the window nothing is computed.
 * @param from the instant of the question
 */
export function onlyAfterIn(
  shoot: Shoot,
  profile: MemoizedProfile,
  { begin, latestStart, end }: WindowOccurrence,
  from: Instant,
): OnlyAfter | null {
  const earliest = Math.max(begin, from)
  const boundaries = profile.classes.picker.boundariesFor(shoot)
  if (!boundaries.some((at) => earliest < at && at < latestStart + SECOND)) return null
  const { steps } = forecast(shoot, profile, { from, to: end })
  return steps.find(({ window }) => window.begin === begin)?.onlyAfter ?? null
}
