import type { ForecastClass, ForecastEvent, NodeBounds } from '@/lib/engine/outlook'
import { DAY } from '@/lib/engine/time'
import type { Instant } from '@/lib/engine/types'

/** What happens on one day, in windows that begin on it, to how many clusters and to the nodes of how many pools. */
export interface DailyEvents {
  readonly forced: number
  readonly fails: number
  readonly auto: number
  /** Of the clusters that fail, how many did not fail on any day before. */
  readonly stuck: number
  /** The nodes that roll; a pool counts each time. */
  readonly nodes: NodeBounds
}

/** Sums over a period. */
export interface PeriodTotals {
  /** Maintenances that force an update; a cluster may have several. */
  readonly updates: number
  /** Clusters with at least one forced update, and with one that fails. */
  readonly forced: number
  readonly fails: number
  /** Clusters with an automatic update in the span that counts as soon. */
  readonly autoSoon: number
  readonly nodes: NodeBounds
}

interface EventCounts {
  forced: number
  fails: number
  auto: number
  stuck: number
  readonly nodes: { min: number; max: number }
}

interface PeriodCounts extends EventCounts {
  updates: number
}

/** What is counted, and until when. */
export interface CountedPeriod {
  readonly until: Instant
  /** When each day begins, and when the last one ends. */
  readonly days: readonly Instant[]
  /** What counts as soon, from its begin up to, and without, its end: tonight where the reader is. Null: nothing is asked about it. */
  readonly soon: { readonly begin: Instant; readonly end: Instant } | null
}

/** Whether what begins at an instant counts as soon. */
export function isWithinSoon(soon: CountedPeriod['soon'], at: Instant): boolean {
  return soon !== null && at >= soon.begin && at < soon.end
}

/** Adds up what is ahead of many clusters, day by day and altogether. */
export class EventTally {
  readonly days: readonly EventCounts[]
  private readonly sums: PeriodCounts

  constructor(
    private readonly period: CountedPeriod,
    start?: EventTally,
  ) {
    const none = { forced: 0, fails: 0, auto: 0, stuck: 0, nodes: { min: 0, max: 0 } }
    this.days = period.days.slice(1).map((_, i) => copy(start?.days[i] ?? none))
    this.sums = { ...copy(start?.sums ?? none), updates: start?.sums.updates ?? 0 }
  }

  /** All clusters of a class, with what is ahead of them; `times` -1 takes them away again. */
  add(
    { clusters, pools }: Pick<ForecastClass, 'clusters' | 'pools'>,
    events: readonly ForecastEvent[],
    times: 1 | -1 = 1,
  ): void {
    const { until, soon } = this.period
    const { sums } = this
    const weight = clusters * times
    let isForced = false
    let isFailing = false
    let isAuto = false
    for (const { from, digest } of events) {
      if (from > until) break
      const day = this.days[this.dayOf(from)]
      for (const kind of digest.kinds) {
        if (kind === 'forced') sums.updates += weight
        if (kind === 'forced' && !isForced) {
          isForced = true
          sums.forced += weight
        } else if (kind === 'fails' && !isFailing) {
          isFailing = true
          sums.fails += weight
          if (day !== undefined) day.stuck += weight
        } else if (kind === 'auto' && !isAuto && isWithinSoon(soon, from)) {
          isAuto = true
          sums.auto += weight
        }
        if (day !== undefined && kind !== 'other') day[kind] += weight
      }
      for (const pool of digest.rolls) {
        const sum = pools[pool]
        if (sum === undefined) continue
        const { min, max } = sum
        sums.nodes.min += min * times
        sums.nodes.max += max * times
        if (day === undefined) continue
        day.nodes.min += min * times
        day.nodes.max += max * times
      }
    }
  }

  totals(): PeriodTotals {
    const { updates, forced, fails, auto, nodes } = this.sums
    return { updates, forced, fails, autoSoon: auto, nodes: { ...nodes } }
  }

  /** What is before the first day counts as on it. Days are 23 to 25 hours long: the first guess is at most one off. */
  private dayOf(at: Instant): number {
    const { days } = this.period
    let day = Math.max(0, Math.floor((at - (days[0] ?? 0)) / DAY))
    while (day > 0 && at < (days[day] ?? 0)) day--
    while (at >= (days[day + 1] ?? Number.POSITIVE_INFINITY)) day++
    return day
  }
}

function copy({ forced, fails, auto, stuck, nodes }: EventCounts): EventCounts {
  return { forced, fails, auto, stuck, nodes: { ...nodes } }
}
