import { minorText } from '@/lib/engine/fleet/digest'
import { Merger } from '@/lib/engine/fleet/merged-plan'
import { type PartCourse, partCourseOf } from '@/lib/engine/fleet/part-course'
import { entriesOf, type PlanEntry } from '@/lib/engine/fleet/plan'
import { outcomesFrom } from '@/lib/engine/outcomes'
import type { Run } from '@/lib/engine/run'
import { lastDay, momentOn, type Schedule } from '@/lib/engine/schedule'
import type { TransitionNode } from '@/lib/engine/transitions'
import type { Instant, Shoot } from '@/lib/engine/types'
import type { Departure } from './departures'
import type { Variant } from './variant'

/** What follows a departure. */
export interface Following {
  /** The maintenance on the very day, if it does anything. */
  readonly run: Run | null
  readonly entries: readonly PlanEntry[]
}

/** How shoots go on with a profile edited, up to some instant. */
export class Onward {
  private readonly merger = new Merger()
  /** Of shoots with one pool, by day and phase. */
  private readonly courses = new Map<TransitionNode, Map<number, PartCourse | null>>()

  constructor(
    private readonly variant: Variant,
    private readonly to: Instant,
  ) {}

  /** `shoot` and `schedule`: of any that departs there. */
  from(departure: Departure, shoot: Shoot, schedule: Schedule): readonly PlanEntry[] {
    return this.merged(departure, shoot, schedule) ?? this.followed(departure, shoot, schedule).entries
  }

  /** Maintenance by maintenance, the slow way. */
  followed({ node, day }: Departure, shoot: Shoot, schedule: Schedule): Following {
    const { list } = outcomesFrom(node, shoot, { from: momentOn(schedule, day), to: this.to }, this.variant.at)
    const next = list[0]
    return { run: next?.day === day ? next.run : null, entries: entriesOf(list, shoot) }
  }

  /** From what is ahead of the shoots that have one of the pools each; null: more than pools decides. */
  private merged(departure: Departure, shoot: Shoot, schedule: Schedule): readonly PlanEntry[] | null {
    const { node, day } = departure
    const parts = node.hasSettings ? null : node.alone
    const [first] = parts ?? []
    if (parts === null || first === undefined) return null
    const courses: PartCourse[] = []
    for (const part of parts) {
      const course = this.courseOf(part, departure, shoot, schedule)
      if (course === null) return null
      courses.push(course)
    }
    const { lastState } = node
    const minor = minorText(first.carried.state.kubernetes)
    return this.merger.merged(courses, { lastState, minor, first: day, last: lastDay(schedule, this.to) })
  }

  private courseOf(
    part: TransitionNode,
    { day, phase }: Departure,
    shoot: Shoot,
    schedule: Schedule,
  ): PartCourse | null {
    let courses = this.courses.get(part)
    if (courses === undefined) {
      courses = new Map()
      this.courses.set(part, courses)
    }
    const key = day * PHASES + phase
    let course = courses.get(key)
    if (course === undefined) {
      const { to, variant, merger } = this
      const from = momentOn(schedule, day)
      course = partCourseOf(part, shoot, { from, to, numberOf: merger.numberOf, stepAt: variant.at })
      courses.set(key, course)
    }
    return course
  }
}

/** More than there are. */
const PHASES = 2 ** 20
