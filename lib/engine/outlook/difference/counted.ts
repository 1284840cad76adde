import type { COUNTED } from '@/lib/engine/kinds'
import { type Event, type FleetClass, isOfKind } from '@/lib/engine/outlook'
import { DAY } from '@/lib/engine/time'
import type { Instant } from '@/lib/engine/types'

export type CountedBy = (typeof COUNTED)[number]

/** What the edits bring, in clusters, and when it first happens to one of them; null: to none. */
export interface Gained {
  /** Forced, and not without the edits. */
  forced: number
  firstForced: Instant | null
  /** Not forced, but without the edits. */
  unforced: number
  /** That begin an update within a day which they would not begin without the edits. */
  soon: number
  firstSoon: Instant | null
  /** Of clusters that are forced earlier: when that is now. */
  firstEarlier: Instant | null
  /** Of clusters that fail with the edits alone. */
  firstStuck: Instant | null
}

interface About {
  readonly shoots: Pick<FleetClass, 'clusters' | 'pools'>
  readonly from: Instant
  readonly until: Instant
}

/** The figures that count the shoots of a class otherwise with edits; what these bring is added to `gained`. */
export function countedBetween(
  before: readonly Event[],
  after: readonly Event[],
  about: About,
  gained: Gained,
): ReadonlySet<CountedBy> {
  const { shoots, from } = about
  const was = standingOf(before, about)
  const is = standingOf(after, about)
  if (is.forced !== null && was.forced === null) {
    gained.forced += shoots.clusters
    gained.firstForced = earliest(gained.firstForced, is.forced)
  }
  if (is.forced === null && was.forced !== null) gained.unforced += shoots.clusters
  if (is.stuck !== null && was.stuck === null) gained.firstStuck = earliest(gained.firstStuck, is.stuck)
  const soon = after.find((event) => begins(event, from) && !before.some((other) => isSameBegin(event, other)))
  if (soon !== undefined) {
    gained.soon += shoots.clusters
    gained.firstSoon = earliest(gained.firstSoon, soon.from)
  }
  const counted = new Set<CountedBy>()
  if ((was.forced === null) !== (is.forced === null)) counted.add('forced')
  if (was.stuck !== is.stuck) counted.add('stuck')
  if (was.auto !== is.auto) counted.add('auto')
  if (was.nodes !== is.nodes) counted.add('nodes')
  return counted
}

interface Standing {
  /** From when on. */
  readonly forced: Instant | null
  readonly stuck: Instant | null
  readonly auto: boolean
  /** At most. */
  readonly nodes: number
}

/** Asked of every class that changes: one walk, and nothing is made on the way. */
function standingOf(events: readonly Event[], { shoots: { pools }, from, until }: About): Standing {
  let forced: Instant | null = null
  let stuck: Instant | null = null
  let auto: Instant | null = null
  let nodes = 0
  for (const event of events) {
    if (event.from > until) break
    if (forced === null && isOfKind(event, 'forced')) forced = event.from
    if (stuck === null && event.kind === 'fails') stuck = event.from
    if (auto === null && isOfKind(event, 'auto')) auto = event.from
    for (const pool of event.digest.rolls) nodes += pools[pool]?.max ?? 0
  }
  return { forced, stuck, auto: auto !== null && auto <= from + DAY, nodes }
}

/** Whether it changes a version within a day. */
function begins({ from: begin, digest }: Event, from: Instant): boolean {
  return begin <= from + DAY && digest.changes.some(({ to }) => to !== null)
}

function isSameBegin(a: Event, b: Event): boolean {
  const targets = ({ digest }: Event) => digest.changes.map(({ what, pool, to }) => `${what} ${pool} ${to}`).join()
  return a.from === b.from && targets(a) === targets(b)
}

export function earliest(known: Instant | null, other: Instant): Instant {
  return known === null ? other : Math.min(known, other)
}
