import type { Schedule } from '@/lib/engine/rules'
import { countBelow } from '@/lib/engine/rules'
import { DAY } from '@/lib/engine/time'
import type { Instant } from '@/lib/engine/types'

/**
 * Daily windows by what they can tell apart: stages change at a few times of the day, midnight or noon mostly, so all
 * schedules between two of these times see the same change on the same day. Schedules of one phase go through the same on
 * the same days.
 */
export class Phases {
  /** From midnight of a schedule's day, ascending; a moment may lie on the day after. */
  private readonly times: readonly number[]

  /** For everything from `from` to `to`, while stages only change right after the boundaries. */
  constructor(boundaries: readonly Instant[], from: Instant, to: Instant) {
    const ends = [from - 1, to, ...boundaries.filter((end) => from <= end && end <= to)]
    const times = new Set(ends.map((end) => end - Math.floor(end / DAY) * DAY))
    this.times = [...times, ...[...times].map((time) => time + DAY)].sort((a, b) => a - b)
  }

  /** How many there may be. */
  get count(): number {
    return this.times.length + 1
  }

  /** A number from 0 on. */
  of({ offset }: Pick<Schedule, 'offset'>): number {
    return countBelow(this.times, offset)
  }
}
