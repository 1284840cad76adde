import { Phases } from '@/lib/engine/fleet'
import type { Schedule } from '@/lib/engine/rules'
import { boundariesIn, type CompiledProfile } from '@/lib/engine/rules'
import { DAY, SECOND } from '@/lib/engine/time'
import type { Instant } from '@/lib/engine/types'
import type { Period } from './tally'

/**
 * Tells schedules apart as far as it counts: the same `phase` for those that, on either profile, go through the same on the
 * same days; the same `begins` for those whose windows begin on the same days of the period.
 */
export function sameDays(
  before: CompiledProfile,
  after: CompiledProfile,
  { from, to, until, days }: Period & { readonly to: Instant },
): (schedule: Schedule) => SameDays {
  const moments = new Phases([...boundariesIn(before), ...boundariesIn(after)], from, to)
  const begins = new Phases([from, from + DAY, until, ...days.map((begin) => begin - 1)], from, to)
  return (schedule) => ({
    phase: moments.of(schedule),
    begins: begins.of({ offset: schedule.window.begin * SECOND }),
  })
}

export interface SameDays {
  readonly phase: number
  readonly begins: number
}
