import type { FleetClass } from '@/lib/engine/fleet/classes'
import { windowOf } from '@/lib/engine/maintain'
import { firstDay, lastDay, momentOn, type Schedule, scheduleOf } from '@/lib/engine/schedule'
import type { TransitionNode } from '@/lib/engine/transitions'
import type { Instant } from '@/lib/engine/types'
import type { DailyWindow } from '@/lib/engine/window'

/** Which way the classes of a profile go as it is. Classes that are never maintained go none. */
export interface Courses {
  /** Of all classes of the profile, those that go no way included. */
  readonly clusters: number
  readonly courses: readonly Course[]
  /** All nodes that any of them passes through; stays name them by their place here. */
  readonly nodes: readonly TransitionNode[]
}

export interface Course {
  /** Of the class in its list. */
  readonly place: number
  /** One object for all with the same window. */
  readonly schedule: Schedule
  /** In order of time, without gaps. */
  readonly stays: readonly Stay[]
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

/** Found once for a list of classes and a period. */
export function coursesOf(classes: readonly FleetClass[], profile: string, period: Period): Courses {
  let found = known.get(classes)
  if (found === undefined) {
    found = new Map()
    known.set(classes, found)
  }
  const key = `${profile} ${period.from} ${period.to}`
  let courses = found.get(key)
  if (courses === undefined) {
    courses = foundCourses(classes, profile, period)
    found.set(key, courses)
  }
  return courses
}

function foundCourses(classes: readonly FleetClass[], profile: string, period: Period): Courses {
  const schedules = new Map<DailyWindow, Schedule>()
  const numbers = new Map<TransitionNode, number>()
  const courses: Course[] = []
  let clusters = 0
  for (const [place, one] of classes.entries()) {
    if (one.profile !== profile) continue
    clusters += one.clusters
    const { start } = one.outlook
    if (start === null) continue
    const window = windowOf(one.example)
    let schedule = schedules.get(window)
    if (schedule === undefined) {
      schedule = scheduleOf(window, 'latestStart')
      schedules.set(window, schedule)
    }
    const { forced = NEVER, fails = NEVER, auto = NEVER } = one.outlook.first
    courses.push({ place, schedule, stays: staysFrom(start, schedule, period, numbers), forced, fails, auto })
  }
  return { clusters, courses, nodes: [...numbers.keys()] }
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
    const last = settled ? Math.min(end, lastDay(schedule, until)) : day
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
