import { DAY } from '@/lib/engine/time'
import type { Instant } from '@/lib/engine/types'
import type { FleetIndex } from '@/lib/landscape/fleet-index'

/** How far the overview looks ahead, in days of 24 hours, and how many days of the calendar that touches. */
export const aheadDays = 90
export const shownDays = aheadDays + 1

/** Until when the overview looks ahead; what begins then still counts. */
export function endOf(index: Pick<FleetIndex, 'at'>): Instant {
  return index.at + aheadDays * DAY
}
