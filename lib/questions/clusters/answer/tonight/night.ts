import { firstAt, wallTime } from '@/lib/contract/zone'
import { DAY, HOUR, startOfDay } from '@/lib/engine/time'
import type { Instant } from '@/lib/engine/types'
import { checkedZone } from '@/lib/landscape/zone'

/** From 18:00 to 06:00, in which most windows lie. */
export interface Night {
  readonly begin: Instant
  readonly end: Instant
}

/** The night of an instant in an IANA zone: until noon the one that is ending. Throws `InvalidQuery` for an unknown zone. */
export function nightOf(zone: string, at: Instant): Night {
  const wall = wallTime(checkedZone(zone), at)
  const day = startOfDay(wall)
  const evening = wall - day < 12 * HOUR ? day - DAY : day
  return { begin: firstAt(zone, evening + 18 * HOUR), end: firstAt(zone, evening + 30 * HOUR) }
}
