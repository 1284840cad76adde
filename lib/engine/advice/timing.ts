import { rollOutMoment } from '@/lib/engine/rules'
import { DAY } from '@/lib/engine/time'
import type { ForecastStep, Instant, Shoot } from '@/lib/engine/types'

/** When what is changed is to be rolled out, so that it helps. */
export type Timing =
  | { readonly kind: 'any-time'; readonly until: Limit }
  /** The window is open, and its maintenance begins by then. */
  | { readonly kind: 'at-once'; readonly until: Instant }
  /** Roll-outs are confined, and there is a window before the one that begins then. */
  | { readonly kind: 'earlier-window'; readonly than: Instant }
  /** They are, and the next window is the one; null: it is open. */
  | { readonly kind: 'next-window'; readonly begins: Instant | null }

/** A limit less than two days ahead is told to the minute: a day that has begun is none. */
export interface Limit {
  readonly at: Instant
  readonly isNear: boolean
}

export function limitOf(limit: Instant, at: Instant): Limit {
  return { at: limit, isNear: limit - at < 2 * DAY }
}

/** `spared`: the step of the forecast that the change is to be earlier than; `expiry`: of what is changed to. */
export function timingOf(shoot: Shoot, at: Instant, { window }: ForecastStep, expiry: Instant | null): Timing {
  const { begin, latestStart } = window
  const moment = rollOutMoment(shoot, at)
  if (moment.kind === 'next-window') {
    const next = moment.window.begin
    if (next < begin) return { kind: 'earlier-window', than: begin }
    return { kind: 'next-window', begins: next <= at ? null : next }
  }
  if (begin <= at) return { kind: 'at-once', until: latestStart }
  return { kind: 'any-time', until: limitOf(Math.min(begin, expiry ?? begin), at) }
}
