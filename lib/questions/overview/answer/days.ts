import { isLate, isOfKind } from '@/lib/engine/outlook'
import { DAY } from '@/lib/engine/time'
import type { Instant } from '@/lib/engine/types'
import type { ClassSum } from '@/lib/landscape/class-sums'
import type { ClassedLandscape, ShootClass } from '@/lib/landscape/classes'
import { ClusterMoveCounts } from '@/lib/landscape/event'
import type { Landscape } from '@/lib/landscape/landscape'
import { dayIndex, type ReaderDays, readerDays, spanOf } from '@/lib/landscape/zone'
import type { GardenAnswer } from '../contract'

/** How far the overview looks ahead, in days of 24 hours, and how many days of the calendar that touches. */
export const aheadDays = 90
const shownDays = aheadDays + 1

/** The end of the overview. What begins until then counts. */
export function endOf(landscape: Pick<Landscape, 'at'>): Instant {
  return landscape.at + aheadDays * DAY
}

/** What comes on each day. */
export class DaySum implements ClassSum {
  private readonly end: Instant
  private readonly days: ReaderDays
  private readonly counts

  constructor(landscape: ClassedLandscape, zone: string) {
    this.end = endOf(landscape)
    this.days = readerDays(zone, landscape.at, shownDays)
    this.counts = this.days.dates.map((date) => ({
      date,
      forced: 0,
      rolling: 0,
      fails: 0,
      auto: 0,
      moves: new ClusterMoveCounts(),
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
      day.moves.add(profile, event.digest, clusters)
    }
  }

  told(): GardenAnswer['days'] {
    return this.counts.map(({ moves, ...day }) => ({ ...day, top: moves.topOfDay() }))
  }
}

/** How many clusters are forced or fail in each month, however often they do. */
export class MonthSum implements ClassSum {
  private readonly end: Instant
  private readonly months

  constructor(landscape: ClassedLandscape, zone: string) {
    this.end = endOf(landscape)
    const { dates } = readerDays(zone, landscape.at, shownDays)
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

/** What comes in each month, by what comes on its days. */
export function overviewMonths(
  months: ReturnType<MonthSum['told']>,
  days: GardenAnswer['days'],
): GardenAnswer['months'] {
  return months.map(({ date, clusters }) => {
    const inMonth = days.filter((day) => day.date.startsWith(date))
    const sum = (kind: 'forced' | 'fails') => inMonth.reduce((all, day) => all + day[kind], 0)
    return { date, clusters, forced: sum('forced'), fails: sum('fails') }
  })
}
