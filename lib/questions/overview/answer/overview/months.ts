import { isLate } from '@/lib/engine/outlook'
import type { Instant } from '@/lib/engine/types'
import { type ClassSum, classSum } from '@/lib/landscape/class-sums'
import type { ShootClass } from '@/lib/landscape/classes'
import type { FleetIndex } from '@/lib/landscape/fleet-index'
import { daysOf, spanOf } from '@/lib/landscape/zone'
import type { GardenAnswer } from '../../contract/garden'
import { endOf, shownDays } from './span'

/** How many clusters are forced or fail in each month, however often they do. */
class MonthSum implements ClassSum {
  private readonly end: Instant
  private readonly months

  constructor(index: FleetIndex, zone: string) {
    this.end = endOf(index)
    const { dates } = daysOf(zone, index.at, shownDays)
    const names = [...new Set(dates.map((date) => date.slice(0, 'YYYY-MM'.length)))]
    this.months = names.map((date) => ({ date, span: spanOf(zone, date), clusters: 0 }))
  }

  add({ forecast: ahead, clusters }: ShootClass, times: 1 | -1): void {
    // Events are in order of time: those of a month stand together.
    let last: (typeof this.months)[number] | undefined
    for (const event of ahead.events) {
      const { from } = event
      if (from > this.end) break
      if (!isLate(event) || (last !== undefined && from < last.span.to)) continue
      last = this.months.find(({ span }) => from >= span.from && from < span.to)
      if (last !== undefined) last.clusters += times * clusters
    }
  }

  told() {
    return this.months.map(({ date, clusters }) => ({ date, clusters }))
  }
}

const clustersByMonth = classSum('overview months', {
  make: (index, zone) => new MonthSum(index, zone),
  tell: (sum: MonthSum) => sum.told(),
})

export function* overviewMonths(
  index: FleetIndex,
  zone: string,
  days: GardenAnswer['days'],
): Generator<undefined, GardenAnswer['months']> {
  const months = yield* clustersByMonth(index, zone)
  return months.map(({ date, clusters }) => {
    const inMonth = days.filter((day) => day.date.startsWith(date))
    const sum = (kind: 'forced' | 'fails') => inMonth.reduce((all, day) => all + day[kind], 0)
    return { date, clusters, forced: sum('forced'), fails: sum('fails') }
  })
}
