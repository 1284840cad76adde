import type { TransitionNode } from '@/lib/engine/course'
import { foreseeFrom } from '@/lib/engine/course'
import { type Digests, entriesOf, Merger, type PartCourse, type PlanEntry, partCourseOf } from '@/lib/engine/fleet'
import type { Run } from '@/lib/engine/rules'
import { lastDay, momentOn, type Schedule } from '@/lib/engine/rules'
import type { Instant, Shoot } from '@/lib/engine/types'
import type { Divergence } from './divergences'
import type { EditedGraph } from './edited-graph'

/** What follows a divergence. */
export interface Following {
  /** The maintenance on the very day, if it does anything. */
  readonly run: Run | null
  readonly entries: readonly PlanEntry[]
}

/** How shoots go on with a profile edited, up to some instant. */
export class EditedForecasts {
  private readonly merger = new Merger()
  /** Of shoots with one pool, by day and phase. */
  private readonly courses = new Map<TransitionNode, Map<number, PartCourse | null>>()

  constructor(
    private readonly graph: EditedGraph,
    private readonly to: Instant,
    private readonly digests: Digests,
  ) {}

  /** `shoot` and `schedule`: of any that departs there. */
  from(divergence: Divergence, shoot: Shoot, schedule: Schedule): readonly PlanEntry[] {
    return this.merged(divergence, shoot, schedule) ?? this.followed(divergence, shoot, schedule).entries
  }

  /** Maintenance by maintenance, the slow way. */
  followed({ node, day }: Divergence, shoot: Shoot, schedule: Schedule): Following {
    const { list } = foreseeFrom(node, shoot, { from: momentOn(schedule, day), to: this.to }, this.graph.at)
    const next = list[0]
    return { run: next?.day === day ? next.run : null, entries: entriesOf(list, shoot, this.digests) }
  }

  /** From what is ahead of the shoots that have one of the pools each; null: more than pools decides. */
  private merged(divergence: Divergence, shoot: Shoot, schedule: Schedule): readonly PlanEntry[] | null {
    const { node, day } = divergence
    const parts = node.split
    const [first] = parts ?? []
    if (parts === null || first === undefined) return null
    const courses: PartCourse[] = []
    for (const part of parts) {
      const course = this.courseOf(part, divergence, shoot, schedule)
      if (course === null) return null
      courses.push(course)
    }
    const { lastState } = node.carried
    const { kubernetes } = first.carried.state
    return this.merger.merged(courses, { lastState, kubernetes, first: day, last: lastDay(schedule, this.to) })
  }

  private courseOf(
    part: TransitionNode,
    { day, phase }: Divergence,
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
      const { to, graph, digests } = this
      const from = momentOn(schedule, day)
      course = partCourseOf(part, shoot, { from, to, digests, stepAt: graph.at })
      courses.set(key, course)
    }
    return course
  }
}

/** More than there are. */
const PHASES = 2 ** 20
