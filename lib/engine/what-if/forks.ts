import type { FleetClass, Nodes } from '@/lib/engine/fleet/classes'
import type { EventKind } from '@/lib/engine/fleet/digest'
import { type Ahead, aheadOf, eventsOf, type Outlook } from '@/lib/engine/fleet/outlook'
import { entriesOf } from '@/lib/engine/fleet/plan'
import { isSameOutcome, outcomesFrom } from '@/lib/engine/outcomes'
import type { Run } from '@/lib/engine/run'
import { beginOn, firstDay, momentOn, type Schedule } from '@/lib/engine/schedule'
import type { TransitionNode } from '@/lib/engine/transitions'
import type { Instant } from '@/lib/engine/types'
import type { Course, Courses } from './courses'
import type { Span } from './touch'
import type { Variant } from './variant'

/** Where classes leave the way that they go without edits: from there on it is the same for all of them. */
export interface Fork {
  readonly node: TransitionNode
  /** Of the classes in their list, ascending. */
  readonly places: readonly number[]
  readonly clusters: number
  /** By position of the pool. */
  readonly pools: readonly Nodes[]
  /** Kinds of which there is an event before the fork. */
  readonly seen: readonly EventKind[]
  /** What is ahead at the fork, without and with edits. */
  readonly before: Ahead
  readonly after: Ahead
}

interface Branching {
  readonly node: TransitionNode
  readonly day: number
  readonly schedule: Schedule
  readonly begin: Instant
  readonly seen: number
  /** What the day before gave, if a maintenance that gives the same would count as its repetition. */
  readonly going: Run | null
  readonly places: number[]
  clusters: number
  readonly pools: { min: number; max: number }[]
}

interface Period {
  readonly from: Instant
  readonly to: Instant
}

/** The forks of all classes whose maintenances are touched, in the order of their first class. */
export function forksOf<C extends FleetClass>(
  classes: readonly C[],
  { courses }: Courses,
  variant: Variant,
  period: Period,
): Fork[] {
  const forks: Fork[] = []
  for (const branching of branchingsOf(classes, courses, variant, period)) {
    const example = classes[branching.places[0] ?? -1]
    if (example !== undefined) forks.push(forkAt(branching, example, variant, period))
  }
  return forks
}

function branchingsOf(
  classes: readonly FleetClass[],
  courses: readonly Course[],
  variant: Variant,
  { from }: Period,
): Branching[] {
  const found: Branching[] = []
  const byPlace = new Map<TransitionNode, Branching[]>()
  for (const course of courses) {
    const { place, schedule, stays } = course
    const one = classes[place]
    if (one === undefined) continue
    for (const [i, { node, first, last }] of stays.entries()) {
      const day = firstTouched(variant.touchedIn(node), schedule, first, last)
      if (day === null) continue
      const begin = Math.max(beginOn(schedule, day), from)
      const seen = kindsBefore(one.outlook, begin)
      const previous = day > first ? node : stays[i - 1]?.node
      const going = previous === undefined ? null : repeatable(previous.at(momentOn(schedule, day - 1)).run)
      let there = byPlace.get(node)
      if (there === undefined) {
        there = []
        byPlace.set(node, there)
      }
      let branching = there.find(
        (b) => b.schedule === schedule && b.day === day && b.seen === seen && b.going === going,
      )
      if (branching === undefined) {
        const pools = one.pools.map(() => ({ min: 0, max: 0 }))
        branching = { node, day, schedule, begin, seen, going, places: [], clusters: 0, pools }
        there.push(branching)
        found.push(branching)
      }
      branching.places.push(place)
      branching.clusters += one.clusters
      for (const [pool, sum] of branching.pools.entries()) {
        sum.min += one.pools[pool]?.min ?? 0
        sum.max += one.pools[pool]?.max ?? 0
      }
      break
    }
  }
  return found
}

/** The first of the days, both included, whose moment is in one of the spans. */
function firstTouched(spans: readonly Span[], schedule: Schedule, first: number, last: number): number | null {
  let found: number | null = null
  for (const { after, until } of spans) {
    const day = Math.max(first, firstDay(schedule, after + 1))
    if (day <= last && momentOn(schedule, day) <= until && (found === null || day < found)) found = day
  }
  return found
}

function repeatable(run: Run): Run | null {
  return run.written && !run.specChanged ? run : null
}

const COUNTED: readonly EventKind[] = ['forced', 'fails', 'auto']
/** All subsets of these, by their bits. */
const SUBSETS = Array.from({ length: 1 << COUNTED.length }, (_, bits) => COUNTED.filter((_, i) => (bits >> i) & 1))

function kindsBefore({ first }: Outlook, begin: Instant): number {
  let bits = 0
  for (const [i, kind] of COUNTED.entries()) if ((first[kind] ?? Number.POSITIVE_INFINITY) < begin) bits |= 1 << i
  return bits
}

function forkAt(
  { day, schedule, begin, going, node, seen: bits, places, clusters, pools }: Branching,
  { outlook, example }: FleetClass,
  variant: Variant,
  { from, to }: Period,
): Fork {
  const seen = SUBSETS[bits] ?? []
  const outcomes = outcomesFrom(node, example, { from: momentOn(schedule, day), to }, variant.at)
  const [next, ...later] = outcomes.list
  const goesOn = going !== null && next !== undefined && next.day === day && isSameOutcome(going, next.run)
  const entries = entriesOf(goesOn ? later : outcomes.list, example)
  return {
    node,
    places,
    clusters,
    pools,
    seen,
    before: aheadOf(
      outlook.events.filter((event) => event.from >= begin),
      seen,
    ),
    after: aheadOf(eventsOf(entries, schedule, from), seen),
  }
}
