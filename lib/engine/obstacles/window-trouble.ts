import { DAY_SECONDS, offsetOf, parseWindow, RESERVED_SECONDS, windowErrors } from '@/lib/engine/rules'
import { MINUTE, SECOND } from '@/lib/engine/time'
import type { MaintenanceTimeWindow } from '@/lib/engine/types'
import type { WINDOW_TROUBLES } from '@/lib/engine/words'

/** What is wrong with a maintenance window that the API server would refuse today. */
export interface WindowTrouble {
  readonly kind: (typeof WINDOW_TROUBLES)[number]
  /** What is wrong, and when Gardener maintains all the same, in whole sentences. */
  readonly text: string
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
  if (!parsed) {
    const text = `Its maintenance window cannot be read: maintenance may begin at any time of the day. It says "${window.begin}" to "${window.end}"; times are written like 220000+0100.`
    return { kind: 'unreadable', text }
  }
  const ahead = offsetOf(window) * 60
  const clock = (second: number) => clockOf(second + ahead)
  const length = (end - begin + DAY_SECONDS) % DAY_SECONDS || DAY_SECONDS
  const is = `Its maintenance window, ${clock(begin)}–${clock(end)}, is ${spelled(length)} long`
  if (length > 6 * 3600) {
    const when =
      length === DAY_SECONDS
        ? `at any time of the day but ${clock(begin - RESERVED_SECONDS)}–${clock(begin)}`
        : `at any time from ${clock(begin)} to ${clock(end - RESERVED_SECONDS)}`
    return { kind: 'too-long', text: `${is}; at most 6 h are allowed. Maintenance may begin ${when}.` }
  }
  const kept = `${is}; at least 30 min are allowed, and the last 15 are kept free.`
  const when =
    length > RESERVED_SECONDS
      ? `Maintenance may only begin from ${clock(begin)} to ${clock(end - RESERVED_SECONDS)}.`
      : length === RESERVED_SECONDS
        ? `Maintenance may only begin in the very second of ${clock(begin)}: it hardly ever does.`
        : `That turns the window round: maintenance may begin at any time of the day but ${clock(end - RESERVED_SECONDS)}–${clock(begin)}.`
  return { kind: 'too-short', text: `${kept} ${when}` }
}

function clockOf(second: number): string {
  const day = ((second % DAY_SECONDS) + DAY_SECONDS) % DAY_SECONDS
  const parts = [day / 3600, (day / 60) % 60].map((part) => String(Math.floor(part)).padStart(2, '0'))
  return parts.join(':')
}

function spelled(seconds: number): string {
  const minutes = Math.round((seconds * SECOND) / MINUTE)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [hours === 0 ? '' : `${hours} h`, rest === 0 && hours > 0 ? '' : `${rest} min`].filter(Boolean).join(' ')
}
