import { onWire } from '@/lib/contract/dates'
import { firstAt, wallTime } from '@/lib/contract/zone'
import type { TonightAnswer } from '@/lib/questions/clusters/contract/tonight'
import { DAY, HOUR, ms, type Time } from '@/lib/words/time-text'

/**
 * What the clock is pinned to so that the night after (1) or before (-1) is seen: its begin, or its end when it is over, as what
 * became of it is known then. Undefined: it is the night of now, and the clock runs.
 */
export function pinForNight(
  { begin, end, zone }: Pick<TonightAnswer, 'begin' | 'end' | 'zone'>,
  by: 1 | -1,
  now: Time,
): string | undefined {
  const moved = (time: Time) => wallTime(zone, ms(time)) + by * DAY
  const shownFrom = moved(begin) - 6 * HOUR
  const wall = wallTime(zone, ms(now))
  if (wall >= shownFrom && wall < shownFrom + DAY) return undefined
  return onWire(firstAt(zone, moved(wall >= shownFrom + DAY ? end : begin)))
}
