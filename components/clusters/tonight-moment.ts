import type { Moment } from '@/lib/browser/at'
import { onWire } from '@/lib/contract/dates'
import type { TonightAnswer } from '@/lib/questions/clusters/contract/tonight'
import { HOUR, ms } from '@/lib/words/time-text'

/** The board is of a night until noon, six hours after its end; by then windows that were still open are over too. */
const AFTER = 5 * HOUR

/**
 * As of which moment a board of the past is asked what it says of the same night today: of a night that is over as of the morning
 * after it, which has what happened in its windows as it was recorded. `moment`: that of other pages, now or pinned ahead.
 */
export function momentToCompare({ end }: Pick<TonightAnswer, 'end'>, moment: Moment, now: number): Moment {
  const morning = ms(end) + AFTER
  if (moment.at !== undefined || morning > now) return moment
  return { at: onWire(morning), seen: onWire(morning) }
}
