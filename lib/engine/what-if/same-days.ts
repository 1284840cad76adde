import type { CompiledProfile } from '@/lib/engine/compile'
import { Phases } from '@/lib/engine/fleet/phases'
import type { Schedule } from '@/lib/engine/schedule'
import { DAY, SECOND } from '@/lib/engine/time'
import type { Instant } from '@/lib/engine/types'
import type { Period } from './tally'

/**
 * The same number for schedules that, on either profile, go through the same on the same days, and whose windows begin on the
 * same days of the period.
 */
export function sameDays(
  before: CompiledProfile,
  after: CompiledProfile,
  { from, to, until, days }: Period & { readonly to: Instant },
): (schedule: Schedule) => number {
  const moments = new Phases([...boundariesIn(before), ...boundariesIn(after)], from, to)
  const begins = new Phases([from, from + DAY, until, ...days.map((begin) => begin - 1)], from, to)
  return (schedule) => moments.of(schedule) * begins.count + begins.of({ offset: schedule.window.begin * SECOND })
}

function boundariesIn({ kubernetes, images }: CompiledProfile): readonly Instant[] {
  return [kubernetes, ...images.map(({ table }) => table)].flatMap(({ boundaries }) => boundaries)
}
