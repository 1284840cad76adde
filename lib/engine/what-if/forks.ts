import type { FleetClass, Nodes } from '@/lib/engine/fleet/classes'
import type { EventKind } from '@/lib/engine/fleet/digest'
import { type Ahead, type Event, eventsOf } from '@/lib/engine/fleet/outlook'
import type { PlanEntry } from '@/lib/engine/fleet/plan'
import { isSameOutcome } from '@/lib/engine/outcomes'
import type { Run } from '@/lib/engine/run'
import { beginOn, type Schedule } from '@/lib/engine/schedule'
import type { TransitionNode } from '@/lib/engine/transitions'
import type { Instant } from '@/lib/engine/types'
import type { Course, Courses } from './courses'
import { type Departure, Departures, type Leaving } from './departures'
import { Onward } from './onward'
import type { SameDays } from './same-days'
import type { Variant } from './variant'

/** Where classes leave the way that they go without edits: from there on it is the same for all of them, day by day. */
export interface Fork {
  readonly node: TransitionNode
  readonly clusters: number
  /** By position of the pool. */
  readonly pools: readonly Nodes[]
  /** What is ahead of the first of them at the fork, without and with edits. For the others only windows are different. */
  readonly before: Ahead
  readonly after: Ahead
}

export interface Forks {
  readonly forks: readonly Fork[]
  /** By place of the class in the list: where its fork is in the other; -1: it stays on its way. */
  readonly places: Int32Array
}

export interface ForksInput {
  readonly classes: readonly FleetClass[]
  readonly courses: Courses
  readonly variant: Variant
  readonly alike: (schedule: Schedule) => SameDays
  readonly from: Instant
  readonly to: Instant
}

/** The forks of all classes whose maintenances are touched, in the order of their first class. */
export function forksOf(input: ForksInput): Forks {
  const { branchings, places } = branchingsOf(input)
  const onward = new Onward(input.variant, input.to)
  return { forks: branchings.map((branching) => forkAt(branching, onward, input.from)), places }
}

/** A departure with those who come to it. */
interface Crossing {
  readonly departure: Departure
  latest: Branching | null
  /** What the edits bring; null: nobody has asked. */
  entries: readonly PlanEntry[] | null
}

/** Those of a crossing that have the same behind them, and whose windows begin on the same days. */
interface Branching {
  readonly crossing: Crossing
  /** In the list of all. */
  readonly place: number
  readonly begins: number
  readonly seen: readonly EventKind[]
  /** See `Leaving`. */
  readonly going: Run | null
  /** The first that comes here. */
  readonly example: FleetClass
  readonly schedule: Schedule
  clusters: number
  readonly pools: { min: number; max: number }[]
  /** The one of the crossing that was found before it. */
  readonly earlier: Branching | null
}

function branchingsOf({ classes, courses, variant, alike, from }: ForksInput) {
  const days = courses.schedules.map(alike)
  const departures = new Departures(courses, variant)
  const crossings = new Map<Departure, Crossing>()
  const branchings: Branching[] = []
  const places = new Int32Array(classes.length).fill(-1)
  for (const way of courses.ways) {
    let phase = -1
    let left: Leaving | null = null
    let crossing: Crossing | null = null
    for (const course of way.courses) {
      const number = courses.scheduleOf[course.place] ?? 0
      const [schedule, same, one] = [courses.schedules[number], days[number], classes[course.place]]
      if (schedule === undefined || same === undefined || one === undefined) continue
      if (same.phase !== phase) {
        phase = same.phase
        left = departures.of(way.stays, schedule, phase)
        crossing = left && crossingAt(crossings, left.departure)
      }
      if (left === null || crossing === null) continue
      const { begins } = same
      const { departure, going } = left
      const seen = kindsBefore(course, Math.max(beginOn(schedule, departure.day), from))
      let branching = branchingIn(crossing, begins, seen, going)
      if (branching === null) {
        const pools = one.pools.map(() => ({ min: 0, max: 0 }))
        const [place, earlier] = [branchings.length, crossing.latest]
        branching = { crossing, place, begins, seen, going, example: one, schedule, clusters: 0, pools, earlier }
        crossing.latest = branching
        branchings.push(branching)
      }
      places[course.place] = branching.place
      join(branching, one)
    }
  }
  return { branchings, places }
}

function crossingAt(crossings: Map<Departure, Crossing>, departure: Departure): Crossing {
  let crossing = crossings.get(departure)
  if (crossing === undefined) {
    crossing = { departure, latest: null, entries: null }
    crossings.set(departure, crossing)
  }
  return crossing
}

function branchingIn(
  { latest }: Crossing,
  begins: number,
  seen: readonly EventKind[],
  going: Run | null,
): Branching | null {
  let one = latest
  while (one !== null && (one.begins !== begins || one.seen !== seen || one.going !== going)) one = one.earlier
  return one
}

function join(branching: Branching, { clusters, pools }: FleetClass): void {
  branching.clusters += clusters
  for (let i = 0; i < pools.length; i++) {
    const sum = branching.pools[i]
    if (sum === undefined) continue
    sum.min += pools[i]?.min ?? 0
    sum.max += pools[i]?.max ?? 0
  }
}

const COUNTED: readonly EventKind[] = ['forced', 'fails', 'auto']
/** All subsets of these, by their bits. */
const SUBSETS = Array.from({ length: 1 << COUNTED.length }, (_, bits) => COUNTED.filter((_, i) => (bits >> i) & 1))
const NONE: readonly EventKind[] = []

function kindsBefore({ forced, fails, auto }: Course, begin: Instant): readonly EventKind[] {
  return SUBSETS[(forced < begin ? 1 : 0) | (fails < begin ? 2 : 0) | (auto < begin ? 4 : 0)] ?? NONE
}

function forkAt(branching: Branching, onward: Onward, from: Instant): Fork {
  const { crossing, schedule, seen, clusters, pools, example } = branching
  const { node, day } = crossing.departure
  const { events } = example.outlook
  const begin = events.findIndex((event) => event.day >= day)
  const before = { events: begin < 0 ? NOTHING : events.slice(begin), seen }
  const after = { events: eventsOf(entriesAt(branching, onward), { schedule, from }), seen }
  return { node, clusters, pools, before, after }
}

function entriesAt({ crossing, schedule, going, example: { example } }: Branching, onward: Onward) {
  if (going !== null) {
    const { run, entries } = onward.followed(crossing.departure, example, schedule)
    return run !== null && isSameOutcome(going, run) ? entries.slice(1) : entries
  }
  crossing.entries ??= onward.from(crossing.departure, example, schedule)
  return crossing.entries
}

const NOTHING: readonly Event[] = []
