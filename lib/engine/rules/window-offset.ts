import type { MaintenanceTimeWindow } from '@/lib/engine/types'
import { parseWindow } from './window'

/** Minutes that a window's own clock, that of its begin, is ahead of UTC; 0 without a window that can be read. */
export function offsetOf(window: MaintenanceTimeWindow | undefined): number {
  if (window === undefined || !parseWindow(window).parsed) return 0
  const [, sign, hours, minutes] = /([+-])(\d\d)(\d\d)$/.exec(window.begin) ?? []
  const ahead = Number(hours ?? 0) * 60 + Number(minutes ?? 0)
  return sign === '-' ? -ahead : ahead
}
