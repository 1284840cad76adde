import type { ShownMoment } from '@/lib/browser/at'
import { ACCURACY_DAYS, FORECAST_AGES } from '@/lib/contract/words'
import { DEVIATION_REASONS } from '@/lib/engine/kinds'

export type AccuracyReason = (typeof DEVIATION_REASONS)[number]

/** What the address asks for. What it says wrongly is as if it were not there. */
export interface AccuracySelection {
  readonly before: (typeof FORECAST_AGES)[number]
  readonly days: (typeof ACCURACY_DAYS)[number]
  readonly profile: string | undefined
  readonly reason: AccuracyReason | undefined
}

/** What stands in an address. */
export function questionIn(search: URLSearchParams): AccuracySelection {
  return {
    before: FORECAST_AGES.find((one) => one === search.get('before')) ?? '7',
    days: ACCURACY_DAYS.find((one) => one === search.get('days')) ?? '90',
    profile: search.get('profile') || undefined,
    reason: DEVIATION_REASONS.find((one) => one === search.get('reason')),
  }
}

/** What the server is asked for it: all deviations that it tells at once. */
export function accuracyParameters(question: AccuracySelection, zone: string, moment: ShownMoment) {
  return { ...question, ...moment, zone, limit: 500 }
}
