import { boundariesIn, type CompiledProfile } from '@/lib/engine/compile'
import type { FleetClass } from '@/lib/engine/fleet/classes'
import { firstOf } from '@/lib/engine/fleet/outlook'
import { Phases } from '@/lib/engine/fleet/phases'
import { windowOf } from '@/lib/engine/maintain'
import { firstDay, lastDay, momentOn, type Schedule, scheduleOf } from '@/lib/engine/schedule'
import type { TransitionNode } from '@/lib/engine/transitions'
import type { Instant } from '@/lib/engine/types'
import type { DailyWindow } from '@/lib/engine/window'

/** Which ways the classes of a profile go as it is. Classes that are never maintained go none. */
export interface Courses {
  /** Of all classes of the profile, those that go no way included. */
  readonly clusters: number
  readonly ways: readonly Way[]
  /** All nodes that any way leads through; stays name them by their place here. */
  readonly nodes: readonly TransitionNode[]
  /** Of all nodes: the shoots that have one of the pools alone, or the node itself where more than pools decides. */
  readonly parts: readonly TransitionNode[]
  /** By place of the node: the places of its parts, each once. */
  readonly partsOf: readonly (readonly number[])[]
  /** One for all classes with the same window. */
  readonly schedules: readonly Schedule[]
  /** By place of the class in its list: that of its schedule in the other. */
  readonly scheduleOf: Uint32Array
}

/** One for all classes that begin as the same shoot and find the same on the same days. */
export interface Way {
  /** In order of time, without gaps. */
  readonly stays: readonly Stay[]
  /** In the order of the list of classes. */
  readonly courses: Course[]
}

/** How one class goes a way. */
export interface Course {
  /** Of the class in its list. */
  readonly place: number
  /** When the first event of each kind begins; infinity: none does. */
  readonly forced: Instant
  readonly fails: Instant
  readonly auto: Instant
}

/** The days whose maintenances find the shoots at a node; both included. */
export interface Stay {
  readonly node: number
  readonly first: number
  last: number
}

interface Period {
  readonly from: Instant
  readonly to: Instant
}

const known = new WeakMap<readonly FleetClass[], Map<string, Courses>>()

/** Found once for a list of classes and a period. `compiled`: their profile; `profile`: its key. */
export function coursesOf(
  classes: readonly FleetClass[],
  profile: string,
  compiled: CompiledProfile,
  period: Period,
): Courses {
  let found = known.get(classes)
  if (found === undefined) {
    found = new Map()
    known.set(classes, found)
  }
  const key = `${profile} ${period.from} ${period.to}`
  let courses = found.get(key)
  if (courses === undefined) {
    courses = foundCourses(classes, profile, new Phases(boundariesIn(compiled), period.from, period.to), period)
    found.set(key, courses)
  }
  return courses
}

function foundCourses(classes: readonly FleetClass[], profile: string, phases: Phases, period: Period): Courses {
  const schedules = new Map<
    DailyWindow,
    { readonly schedule: Schedule; readonly number: number; readonly phase: number }
  >()
  const numbers = new Map<TransitionNode, number>()
  const ways = new Map<TransitionNode, (Way | undefined)[]>()
  const found: Way[] = []
  const numberOf = new Uint32Array(classes.length)
  let clusters = 0
  for (const [place, one] of classes.entries()) {
    if (one.profile !== profile) continue
    clusters += one.clusters
    const { start } = one.outlook
    if (start === null) continue
    const window = windowOf(one.example)
    let scheduled = schedules.get(window)
    if (scheduled === undefined) {
      const schedule = scheduleOf(window, 'latestStart')
      scheduled = { schedule, number: schedules.size, phase: phases.of(schedule) }
      schedules.set(window, scheduled)
    }
    const { schedule, number, phase } = scheduled
    numberOf[place] = number
    const there = ways.get(start) ?? []
    ways.set(start, there)
    let way = there[phase]
    if (way === undefined) {
      way = { stays: staysFrom(start, schedule, period, numbers), courses: [] }
      there[phase] = way
      found.push(way)
    }
    way.courses.push({
      place,
      forced: firstOf(one.outlook, 'forced') ?? NEVER,
      fails: firstOf(one.outlook, 'fails') ?? NEVER,
      auto: firstOf(one.outlook, 'auto') ?? NEVER,
    })
  }
  const nodes = [...numbers.keys()]
  const parts = new Map<TransitionNode, number>()
  const partsOf = nodes.map((node) => {
    const places = (node.alone ?? [node]).map((part) => {
      const place = parts.get(part) ?? parts.size
      parts.set(part, place)
      return place
    })
    return [...new Set(places)]
  })
  return {
    clusters,
    ways: found,
    nodes,
    parts: [...parts.keys()],
    partsOf,
    schedules: [...schedules.values()].map(({ schedule }) => schedule),
    scheduleOf: numberOf,
  }
}

const NEVER = Number.POSITIVE_INFINITY

function staysFrom(
  start: TransitionNode,
  schedule: Schedule,
  { from, to }: Period,
  numbers: Map<TransitionNode, number>,
): Stay[] {
  const stays: Stay[] = []
  const end = lastDay(schedule, to)
  let node = start
  let day = firstDay(schedule, from)
  while (day <= end) {
    const { settled, until, next } = node.at(momentOn(schedule, day))
    // What comes out the same again may still find something else: an update that failed the night before.
    const last = settled && next === node ? Math.min(end, lastDay(schedule, until)) : day
    const number = numbers.get(node) ?? numbers.size
    numbers.set(node, number)
    const stay = stays.at(-1)
    if (stay?.node === number) stay.last = last
    else stays.push({ node: number, first: day, last })
    node = next
    day = last + 1
  }
  return stays
}
