import { isOfKind } from '@/lib/engine/outlook'
import type { Instant } from '@/lib/engine/types'
import { type ClassSum, classSum } from '@/lib/landscape/class-sums'
import type { ShootClass } from '@/lib/landscape/classes'
import type { FleetIndex } from '@/lib/landscape/fleet-index'
import { Moves } from '@/lib/landscape/moves'
import { type Days, dayIndex, daysOf } from '@/lib/landscape/zone'
import type { GardenAnswer } from '../../contract/garden'
import { endOf, shownDays } from './span'

/** What comes on each day. */
class DaySum implements ClassSum {
  private readonly end: Instant
  private readonly days: Days
  private readonly counts

  constructor(index: FleetIndex, zone: string) {
    this.end = endOf(index)
    this.days = daysOf(zone, index.at, shownDays)
    this.counts = this.days.dates.map((date) => ({
      ...{ date, forced: 0, rolling: 0, fails: 0, auto: 0 },
      ...{ late: new Moves(), early: new Moves() },
    }))
  }

  add({ forecast: ahead, profile, clusters: own }: ShootClass, times: 1 | -1): void {
    const clusters = times * own
    for (const event of ahead.events) {
      if (event.from > this.end) break
      const day = this.counts[dayIndex(this.days, event.from)]
      if (day === undefined) continue
      if (event.kind === 'other') continue
      const { effect, kinds } = event.digest
      for (const kind of kinds) if (kind !== 'other') day[kind] += clusters
      if (isOfKind(event, 'forced') && effect === 'rolling') day.rolling += clusters
      const moves = event.kind === 'auto' ? day.early : day.late
      moves.add(profile, event.digest, clusters)
    }
  }

  told(): GardenAnswer['days'] {
    return this.counts.map(({ late, early, ...day }) => {
      const top = late.top(3)
      return { ...day, top: top.length > 0 ? top : early.top(3) }
    })
  }
}

export const overviewDays = classSum('overview days', {
  make: (index, zone) => new DaySum(index, zone),
  tell: (sum: DaySum) => sum.told(),
})
