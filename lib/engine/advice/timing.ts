import { instantText } from '@/lib/engine/explain'
import { offsetOf, rollOutMoment } from '@/lib/engine/rules'
import { DAY } from '@/lib/engine/time'
import type { ForecastStep, Instant, Shoot } from '@/lib/engine/types'
import { dayOf } from './remedy'

export interface Timing {
  readonly shoot: Shoot
  /** Now. */
  readonly at: Instant
  /** The step of the forecast that the change is to be earlier than. */
  readonly spared: ForecastStep
  /** When what is changed to expires; null: no date is set. */
  readonly expiry: Instant | null
}

/** `before 12 Dec 2026`; less than two days ahead to the minute, as a day that has begun is no time limit. */
export function beforeText(limit: Instant, { shoot, at }: Pick<Timing, 'shoot' | 'at'>): string {
  return `before ${limit - at < 2 * DAY ? instantText(limit, offsetOf(shoot.window)) : dayOf(limit, shoot)}`
}

/** Until when the change helps, as the end of a sentence that says what it does: `, at a time you choose before 12 Dec 2026.` */
export function timingText(timing: Timing): string {
  const { shoot, at, spared, expiry } = timing
  const moment = rollOutMoment(shoot, at)
  if (moment.kind === 'next-window') return confinedText(timing, moment.window.begin)
  const { begin, latestStart } = spared.window
  if (begin <= at) {
    const until = instantText(latestStart, offsetOf(shoot.window))
    return `, if you change it at once: the window is open, and its maintenance begins by ${until}.`
  }
  return `, at a time you choose ${beforeText(Math.min(begin, expiry ?? begin), timing)}.`
}

/** A change that is stored at once and waits for a window. */
function confinedText({ shoot, at, spared }: Timing, next: Instant): string {
  const why = 'as roll-outs are confined to the maintenance window (confineSpecUpdateRollout)'
  const { begin } = spared.window
  // The window before the one that is to be spared.
  if (next < begin)
    return `, in a window you choose before that of ${dayOf(begin, shoot)}: a change waits for the next one, ${why}.`
  const when = next <= at ? 'the window that is open' : `the window of ${instantText(next, offsetOf(shoot.window))}`
  return `, not before ${when}: a change waits for it, ${why}. Only a reconcile that you ask for is earlier.`
}
