import type { WINDOW_TROUBLES } from '@/lib/engine/kinds'
import { DAY_SECONDS, offsetOf, parseWindow, RESERVED_SECONDS, windowErrors } from '@/lib/engine/rules'
import type { MaintenanceTimeWindow } from '@/lib/engine/types'

/** What is wrong with a maintenance window that the API server would refuse today, and when maintenance may begin all the same. */
export type WindowTrouble =
  /** At any time. */
  | { readonly kind: 'unreadable'; readonly window: MaintenanceTimeWindow }
  | {
      readonly kind: Exclude<(typeof WINDOW_TROUBLES)[number], 'unreadable'>
      readonly window: Span
      /** `within`: in this span only, both ends included; `outside`: at any other time of the day. */
      readonly begins: Span & { readonly kind: 'within' | 'outside' }
    }

/** Two times on the window's own clock, in seconds; a day more or less means the same time. */
export interface Span {
  readonly from: number
  readonly to: number
}

/**
 * Null: the window is fine, or there is none. What Gardener does with one that is not: the last 15 minutes are kept free,
 * also where that leaves nothing, and a window that cannot be read is none (docs/rules.md#maintenance-window).
 */
export function windowTrouble(window: MaintenanceTimeWindow | undefined): WindowTrouble | null {
  if (window === undefined) return null
  const [error] = windowErrors(window)
  if (error === undefined) return null
  const { parsed, begin, end } = parseWindow(window)
  if (!parsed) return { kind: 'unreadable', window }
  const length = (end - begin + DAY_SECONDS) % DAY_SECONDS || DAY_SECONDS
  const from = begin + offsetOf(window) * 60
  const to = from + length
  const latest = to - RESERVED_SECONDS
  // What is kept free turns a window round that is shorter, and is all that is left out of a whole day.
  const isOutside = length === DAY_SECONDS || length < RESERVED_SECONDS
  return {
    kind: length > 6 * 3600 ? 'too-long' : 'too-short',
    window: { from, to },
    begins: isOutside ? { kind: 'outside', from: latest, to: from } : { kind: 'within', from, to: latest },
  }
}
