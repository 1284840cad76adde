import type { TransitionNode } from '@/lib/engine/course'
import type { Run } from '@/lib/engine/rules'
import { failsUnreported, firstDay, momentOn, type Schedule } from '@/lib/engine/rules'
import type { ClassPaths, Segment } from './class-paths'
import type { EditedGraph } from './edited-graph'
import type { Span } from './touch'

/** Where shoots leave their path: in schedules of one phase the same comes then. One object for all that come here. */
export interface Divergence {
  readonly node: TransitionNode
  readonly day: number
  readonly phase: number
}

/** A divergence as one path comes to it. */
export interface PathDivergence {
  readonly divergence: Divergence
  /** What the day before gave, if a maintenance that gives the same would count as its repetition. */
  readonly going: Run | null
}

/** Finds where edits make shoots leave the paths that they go without. */
export class Divergences {
  /** By part of the paths: when its maintenances may come out differently. */
  private readonly touches: readonly (readonly Span[])[]
  private readonly byNode: (Divergence[] | undefined)[]

  constructor(
    private readonly classPaths: ClassPaths,
    graph: EditedGraph,
  ) {
    this.touches = classPaths.parts.map((part) => graph.touchedIn(part))
    this.byNode = classPaths.nodes.map(() => undefined)
  }

  /** The first day on which a maintenance is touched; null: none is. `phase`: of the schedule, with the edits. */
  of(segments: readonly Segment[], schedule: Schedule, phase: number): PathDivergence | null {
    const { nodes } = this.classPaths
    for (let i = 0; i < segments.length; i++) {
      const segment = segments[i]
      const node = segment && nodes[segment.node]
      const day = segment === undefined ? null : this.touchedDay(segment, schedule)
      if (segment === undefined || node === undefined || day === null) continue
      const previous = day > segment.first ? node : nodes[segments[i - 1]?.node ?? -1]
      const going = previous === undefined ? null : repeatable(previous.at(momentOn(schedule, day - 1)).run)
      return { divergence: this.divergenceAt(segment.node, node, day, phase), going }
    }
    return null
  }

  /** A maintenance is touched where that of one of the parts is. */
  private touchedDay(segment: Segment, schedule: Schedule): number | null {
    let found = Number.POSITIVE_INFINITY
    for (const part of this.classPaths.partsOf[segment.node] ?? []) {
      for (const span of this.touches[part] ?? []) found = Math.min(found, dayIn(span, schedule, segment))
    }
    return found <= segment.last ? found : null
  }

  private divergenceAt(place: number, node: TransitionNode, day: number, phase: number): Divergence {
    const there = this.byNode[place] ?? []
    this.byNode[place] = there
    for (const known of there) if (known.day === day && known.phase === phase) return known
    const divergence = { node, day, phase }
    there.push(divergence)
    return divergence
  }
}

/** The first day of a segment whose moment is in the span; infinity: none is. */
function dayIn({ after, until }: Span, schedule: Schedule, { first, last }: Segment): number {
  const day = Math.max(first, firstDay(schedule, after + 1))
  return day <= last && momentOn(schedule, day) <= until ? day : Number.POSITIVE_INFINITY
}

function repeatable(run: Run): Run | null {
  return (run.written || failsUnreported(run)) && !run.specChanged ? run : null
}
