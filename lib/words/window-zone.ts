import { fixedZone, type Zone } from '@/lib/contract/zone'
import { offsetOf } from '@/lib/engine/rules'
import type { MaintenanceTimeWindow } from '@/lib/engine/types'

/** The zone in which the owner of a cluster wrote its maintenance window, which does not follow summer time; UTC without one. */
export function windowZone(window: MaintenanceTimeWindow | undefined): Zone {
  return fixedZone(offsetOf(window))
}
