import type { Nodes } from '@/lib/engine/fleet/classes'
import type { Outlook } from '@/lib/engine/fleet/outlook'
import { DAY } from '@/lib/engine/time'
import type { Instant } from '@/lib/engine/types'

/** What happens on one day, in windows that begin on it, to how many clusters and to the nodes of how many pools. */
export interface Load {
  readonly forced: number
  readonly fails: number
  readonly auto: number
  /** Of the pools that roll or are updated in place; a pool counts each time. */
  readonly nodes: Nodes
}

/** Sums over a period. */
export interface Totals {
  /** Clusters with at least one forced update, and with one that fails. */
  readonly forced: number
  readonly fails: number
  /** Clusters with an automatic update within a day. */
  readonly autoTonight: number
  readonly nodes: Nodes
}

type Counts = { -readonly [K in keyof Load]: Load[K] } & { nodes: { min: number; max: number } }

/** Adds up what is ahead of many clusters, day by day and altogether. */
export class Tally {
  readonly days: readonly Counts[]
  private forced = 0
  private fails = 0
  private autoTonight = 0
  private readonly nodes = { min: 0, max: 0 }

  constructor(
    /** When each day begins, and when the last one ends. */
    private readonly starts: readonly Instant[],
    private readonly from: Instant,
    private readonly until: Instant,
  ) {
    this.days = starts.slice(1).map(() => ({ forced: 0, fails: 0, auto: 0, nodes: { min: 0, max: 0 } }))
  }

  /** `clusters` of a kind; `pools`: their bounds by position, added up over all of them. */
  add({ events, first }: Outlook, clusters: number, pools: readonly Nodes[]): void {
    const { until } = this
    if (first.forced !== undefined && first.forced <= until) this.forced += clusters
    if (first.fails !== undefined && first.fails <= until) this.fails += clusters
    if (first.auto !== undefined && first.auto <= this.from + DAY) this.autoTonight += clusters
    for (const { kind, from, digest } of events) {
      if (from > until) break
      const day = this.days[this.dayOf(from)]
      if (day !== undefined && kind !== 'other') day[kind] += clusters
      for (const pool of digest.rolls) {
        const { min = 0, max = 0 } = pools[pool] ?? {}
        this.nodes.min += min
        this.nodes.max += max
        if (day === undefined) continue
        day.nodes.min += min
        day.nodes.max += max
      }
    }
  }

  totals(): Totals {
    const { forced, fails, autoTonight, nodes } = this
    return { forced, fails, autoTonight, nodes: { ...nodes } }
  }

  /** -1 after the last day; what is before the first counts as on it. */
  private dayOf(at: Instant): number {
    const { starts } = this
    if (at >= (starts.at(-1) ?? 0)) return -1
    let low = 0
    let high = starts.length - 1
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? 0) <= at) low = middle
      else high = middle
    }
    return low
  }
}
