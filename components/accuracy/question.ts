import type { Moment } from '@/lib/browser/at'
import { DEVIATION_REASONS } from '@/lib/engine/kinds'

export const BEFORE = ['1', '7', '30'] as const
export const DAYS = ['30', '90'] as const

export type Reason = (typeof DEVIATION_REASONS)[number]

/** What the address asks for. What it says wrongly is as if it were not there. */
export interface Question {
  readonly before: (typeof BEFORE)[number]
  readonly days: (typeof DAYS)[number]
  readonly profile: string | undefined
  readonly reason: Reason | undefined
}

/** What stands in an address: the search of the browser, or what a page is given of it. */
export function questionIn(read: (name: string) => string | undefined): Question {
  return {
    before: BEFORE.find((one) => one === read('before')) ?? '7',
    days: DAYS.find((one) => one === read('days')) ?? '90',
    profile: read('profile') || undefined,
    reason: DEVIATION_REASONS.find((one) => one === read('reason')),
  }
}

/** What the server is asked for it: all deviations that it tells at once. */
export function queryOf(question: Question, zone: string, moment: Moment) {
  return { ...question, ...moment, zone, limit: 500 }
}
