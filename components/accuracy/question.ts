import type { ShownMoment } from '@/lib/browser/at'
import { DEVIATION_REASONS } from '@/lib/engine/kinds'

export const BEFORE = ['1', '7', '30'] as const
export const DAYS = ['30', '90'] as const

export type AccuracyReason = (typeof DEVIATION_REASONS)[number]

/** What the address asks for. What it says wrongly is as if it were not there. */
export interface AccuracySelection {
  readonly before: (typeof BEFORE)[number]
  readonly days: (typeof DAYS)[number]
  readonly profile: string | undefined
  readonly reason: AccuracyReason | undefined
}

/** What stands in an address: the search of the browser, or what a page is given of it. */
export function questionIn(read: (name: string) => string | undefined): AccuracySelection {
  return {
    before: BEFORE.find((one) => one === read('before')) ?? '7',
    days: DAYS.find((one) => one === read('days')) ?? '90',
    profile: read('profile') || undefined,
    reason: DEVIATION_REASONS.find((one) => one === read('reason')),
  }
}

/** What the server is asked for it: all deviations that it tells at once. */
export function accuracyParameters(question: AccuracySelection, zone: string, moment: ShownMoment) {
  return { ...question, ...moment, zone, limit: 500 }
}
