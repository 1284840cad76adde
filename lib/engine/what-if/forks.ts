import type { FleetClass, Nodes } from '@/lib/engine/fleet/classes'
import type { EventKind } from '@/lib/engine/fleet/digest'
import { type Ahead, aheadOf, eventsOf } from '@/lib/engine/fleet/outlook'
import { entriesOf } from '@/lib/engine/fleet/plan'
import { isSameOutcome, outcomesFrom } from '@/lib/engine/outcomes'
import type { Run } from '@/lib/engine/run'
import { beginOn, firstDay, momentOn, type Schedule } from '@/lib/engine/schedule'
import { DAY } from '@/lib/engine/time'
import type { TransitionNode } from '@/lib/engine/transitions'
import type { Instant } from '@/lib/engine/types'
import type { Course, Courses, Stay } from './courses'
import type { Span } from './touch'
import type { Variant } from './variant'

/** Where classes leave the way that they go without edits: from there on it is the same for all of them, day by day. */
export interface Fork {
  readonly node: TransitionNode
  /** Those that come here, in the order of the list of classes. */
  readonly courses: readonly Course[]
  readonly clusters: number
  /** By position of the pool. */
  readonly pools: readonly Nodes[]
  /** Kinds of which there is an event before the fork. */
  readonly seen: readonly EventKind[]
  /** What is ahead of the first of them at the fork, without and with edits. For the others only windows are different. */
  readonly before: Ahead
  readonly after: Ahead
}

/** The forks of all classes whose maintenances are touched, in the order of their first class. */
export function forksOf(input: ForksInput): Fork[] {
  return branchingsOf(input).map((branching) => forkAt(branching, input))
}

export interface ForksInput {
  readonly classes: readonly FleetClass[]
  readonly courses: Courses
  readonly variant: Variant
  /** The same number for schedules that have everything that counts on the same days. */
  readonly alike: (schedule: Schedule) => number
  readonly from: Instant
  readonly to: Instant
}

interface Branching {
  readonly node: TransitionNode
  readonly day: number
  /** Kinds of events before it, as bits. */
  readonly seen: number
  /** What the day before gave, if a maintenance that gives the same would count as its repetition. */
  readonly going: Run | null
  /** The first that comes here. */
  readonly example: FleetClass
  readonly schedule: Schedule
  readonly courses: Course[]
  clusters: number
  readonly pools: { min: number; max: number }[]
}

function branchingsOf({ classes, courses: { courses, nodes }, variant, alike, from, to }: ForksInput): Branching[] {
  const touches = nodes.map((node) => variant.touchedIn(node))
  const zero = Math.floor(from / DAY) - 2
  const days = Math.ceil(to / DAY) - zero
  const found: Branching[] = []
  /** By node, and then by all that is a number; what is going on tells the few that are left apart. */
  const known: (Map<number, Branching[]> | undefined)[] = nodes.map(() => undefined)
  for (const course of courses) {
    const { place, schedule, stays } = course
    const one = classes[place]
    const { at, day } = firstTouched(stays, touches, schedule)
    const stay = stays[at]
    const node = stay && nodes[stay.node]
    if (one === undefined || stay === undefined || node === undefined) continue
    const previous = day > stay.first ? node : nodes[stays[at - 1]?.node ?? -1]
    const going = previous === undefined ? null : repeatable(previous.at(momentOn(schedule, day - 1)).run)
    const seen = kindsBefore(course, Math.max(beginOn(schedule, day), from))
    const key = (alike(schedule) * SUBSETS.length + seen) * days + day - zero
    const there = known[stay.node] ?? new Map<number, Branching[]>()
    known[stay.node] = there
    const same = there.get(key) ?? []
    there.set(key, same)
    let branching = same.find((other) => other.going === going)
    if (branching === undefined) {
      const pools = one.pools.map(() => ({ min: 0, max: 0 }))
      branching = { node, day, seen, going, example: one, schedule, courses: [], clusters: 0, pools }
      same.push(branching)
      found.push(branching)
    }
    join(branching, course, one)
  }
  return found
}

/** The first day on which a maintenance is touched, and at which of the stays; -1: none is. */
function firstTouched(
  stays: readonly Stay[],
  touches: readonly (readonly Span[])[],
  schedule: Schedule,
): { at: number; day: number } {
  for (let at = 0; at < stays.length; at++) {
    const stay = stays[at]
    const spans = stay === undefined ? undefined : touches[stay.node]
    if (stay === undefined || spans === undefined || spans.length === 0) continue
    const day = dayIn(spans, schedule, stay.first, stay.last)
    if (day !== null) return { at, day }
  }
  return UNTOUCHED
}

const UNTOUCHED = { at: -1, day: 0 }

function join(branching: Branching, course: Course, { clusters, pools }: FleetClass): void {
  branching.courses.push(course)
  branching.clusters += clusters
  for (let i = 0; i < pools.length; i++) {
    const sum = branching.pools[i]
    if (sum === undefined) continue
    sum.min += pools[i]?.min ?? 0
    sum.max += pools[i]?.max ?? 0
  }
}

/** The first of the days, both included, whose moment is in one of the spans. */
function dayIn(spans: readonly Span[], schedule: Schedule, first: number, last: number): number | null {
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

function kindsBefore({ forced, fails, auto }: Course, begin: Instant): number {
  return (forced < begin ? 1 : 0) | (fails < begin ? 2 : 0) | (auto < begin ? 4 : 0)
}

function forkAt(branching: Branching, { variant, from, to }: ForksInput): Fork {
  const { node, day, schedule, going, courses, clusters, pools } = branching
  const { outlook, example } = branching.example
  const seen = SUBSETS[branching.seen] ?? []
  const { list } = outcomesFrom(node, example, { from: momentOn(schedule, day), to }, variant.at)
  const next = list[0]
  const goesOn = going !== null && next !== undefined && next.day === day && isSameOutcome(going, next.run)
  const without = outlook.events.filter((event) => event.day >= day)
  const ahead = eventsOf(entriesOf(goesOn ? list.slice(1) : list, example), { schedule, from })
  return { node, courses, clusters, pools, seen, before: aheadOf(without, seen), after: aheadOf(ahead, seen) }
}
