import type { Run } from '@/lib/engine/run'
import { firstDay, momentOn, type Schedule } from '@/lib/engine/schedule'
import type { TransitionNode } from '@/lib/engine/transitions'
import type { Courses, Stay } from './courses'
import type { Span } from './touch'
import type { Variant } from './variant'

/** Where shoots leave their way: in schedules of one phase the same comes then. One object for all that come here. */
export interface Departure {
  readonly node: TransitionNode
  readonly day: number
  readonly phase: number
}

/** A departure as one way comes to it. */
export interface Leaving {
  readonly departure: Departure
  /** What the day before gave, if a maintenance that gives the same would count as its repetition. */
  readonly going: Run | null
}

/** Finds where edits make shoots leave the ways that they go without. */
export class Departures {
  /** By part of the courses: when its maintenances may come out differently. */
  private readonly touches: readonly (readonly Span[])[]
  private readonly byNode: (Departure[] | undefined)[]

  constructor(
    private readonly courses: Courses,
    variant: Variant,
  ) {
    this.touches = courses.parts.map((part) => variant.touchedIn(part))
    this.byNode = courses.nodes.map(() => undefined)
  }

  /** The first day on which a maintenance is touched; null: none is. `phase`: of the schedule, with the edits. */
  of(stays: readonly Stay[], schedule: Schedule, phase: number): Leaving | null {
    const { nodes } = this.courses
    for (let i = 0; i < stays.length; i++) {
      const stay = stays[i]
      const node = stay && nodes[stay.node]
      const day = stay === undefined ? null : this.touchedDay(stay, schedule)
      if (stay === undefined || node === undefined || day === null) continue
      const previous = day > stay.first ? node : nodes[stays[i - 1]?.node ?? -1]
      const going = previous === undefined ? null : repeatable(previous.at(momentOn(schedule, day - 1)).run)
      return { departure: this.departureAt(stay.node, node, day, phase), going }
    }
    return null
  }

  /** A maintenance is touched where that of one of the parts is. */
  private touchedDay(stay: Stay, schedule: Schedule): number | null {
    let found = Number.POSITIVE_INFINITY
    for (const part of this.courses.partsOf[stay.node] ?? []) {
      for (const span of this.touches[part] ?? []) found = Math.min(found, dayIn(span, schedule, stay))
    }
    return found <= stay.last ? found : null
  }

  private departureAt(place: number, node: TransitionNode, day: number, phase: number): Departure {
    const there = this.byNode[place] ?? []
    this.byNode[place] = there
    for (const known of there) if (known.day === day && known.phase === phase) return known
    const departure = { node, day, phase }
    there.push(departure)
    return departure
  }
}

/** The first day of a stay whose moment is in the span; infinity: none is. */
function dayIn({ after, until }: Span, schedule: Schedule, { first, last }: Stay): number {
  const day = Math.max(first, firstDay(schedule, after + 1))
  return day <= last && momentOn(schedule, day) <= until ? day : Number.POSITIVE_INFINITY
}

function repeatable(run: Run): Run | null {
  return run.written && !run.specChanged ? run : null
}
