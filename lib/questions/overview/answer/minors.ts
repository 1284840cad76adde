import { onWire } from '@/lib/contract/dates'
import { countMore, madeOnce } from '@/lib/engine/grouped'
import { minorText } from '@/lib/engine/rules'
import type { Instant } from '@/lib/engine/types'
import type { ClassSum } from '@/lib/landscape/class-sums'
import type { ClassedLandscape, ShootClass } from '@/lib/landscape/classes'
import { horizonDays } from '@/lib/landscape/landscape'
import { compareTexts } from '@/lib/landscape/version-text'
import { dayIndex, type ReaderDays, readerDays } from '@/lib/landscape/zone'
import type { GardenAnswer } from '../contract'

/** How many control planes are on each minor, if nothing is done; only days on which something moves are listed. */
export class MinorSum implements ClassSum {
  private readonly days: ReaderDays
  private readonly until: Instant
  private readonly now = new Map<string, number>()
  /** How many clusters are on each minor today, or come to it or leave it some day. */
  private readonly seen = new Map<string, number>()
  /** For each minor, by day, how many clusters come to it (positive) or leave it (negative). */
  private readonly deltas = new Map<string, Int32Array>()
  /** How many come or go on each day. */
  private readonly moved: Int32Array

  constructor({ at, until }: ClassedLandscape, zone: string) {
    this.days = readerDays(zone, at, horizonDays + 1)
    this.until = until
    this.moved = new Int32Array(this.days.starts.length + 1)
  }

  add({ clusters: count, example, forecast }: ShootClass, times: 1 | -1): void {
    const clusters = times * count
    let minor = minorText(example.kubernetesVersion)
    countMore(this.now, minor, clusters)
    countMore(this.seen, minor, clusters)
    for (const event of forecast.events) {
      const next = event.digest.minor
      if (next === minor) continue
      // The day after its window begins, so that nothing is shown as gone before it is.
      const day = dayIndex(this.days, event.from) + 1
      this.move(minor, day, -clusters)
      this.move(next, day, clusters)
      this.moved[day] = (this.moved[day] ?? 0) + clusters
      countMore(this.seen, next, clusters)
      minor = next
    }
  }

  private isShown(day: number): boolean {
    return (this.days.starts[day] ?? this.until) < this.until
  }

  /**
   * Minors of control planes, if nothing is done: the days within the horizon on which something moves, in order, and of each minor, oldest
   * first, how many clusters are on it today, then from each step on.
   */
  told({ at }: ClassedLandscape): GardenAnswer['minors'] {
    const steps = [...this.moved.keys()].filter((day) => this.moved[day] !== 0 && this.isShown(day))
    const minors = [...this.seen].flatMap(([minor, clusters]) => (clusters > 0 ? [minor] : [])).sort(compareTexts)
    const series = minors.map((minor) => {
      let count = this.now.get(minor) ?? 0
      const counts = [count]
      for (const day of steps) {
        count += this.deltas.get(minor)?.[day] ?? 0
        counts.push(count)
      }
      return { minor, counts }
    })
    return { at: [at, ...steps.map((day) => this.days.starts[day] ?? at)].map(onWire), series }
  }

  private move(minor: string, day: number, clusters: number): void {
    const byDay = madeOnce(this.deltas, minor, () => new Int32Array(this.moved.length))
    byDay[day] = (byDay[day] ?? 0) + clusters
  }
}
