import { type Event, isLate, scheduledEvent } from '@/lib/engine/fleet'
import type { Instant } from '@/lib/engine/types'
import { WHAT_IF_CHANGES } from '@/lib/engine/words'
import type { Branch } from './branches'
import type { ClassPaths } from './class-paths'
import type { Comparison, Effect } from './compare'
import type { PartEvent } from './part-events'

/** A branch after which something is different, and how those fare who come to it. */
export interface ChangedBranch {
  readonly branch: Branch
  readonly comparison: Comparison
  /** Of the profile whose classes come there. */
  readonly classPaths: ClassPaths
}

/** How a class fares; see `Comparison`. */
export type Compared = Pick<Comparison, 'effect' | 'before' | 'after'>

/** How classes fare, by their place in the list. They are many: what is said of one is put together when somebody asks. */
export class Comparisons {
  private readonly changes: ChangedBranch[] = []
  /** By place: that of its change, from 1 on; 0: unchanged. */
  private readonly places: Uint32Array
  /** By place: that of its effect among all there are. */
  private readonly effects: Uint8Array

  constructor(
    /** How many there are. */
    classes: number,
    private readonly from: Instant,
  ) {
    this.places = new Uint32Array(classes)
    this.effects = new Uint8Array(classes).fill(placeOf('unchanged'))
  }

  /** `branches`: by place of the class, the place of its branch in the other list; -1: it comes to none. */
  add(changes: readonly (ChangedBranch | undefined)[], branches: Int32Array): void {
    const places = Uint32Array.from(changes, (change) => (change === undefined ? 0 : this.changes.push(change)))
    const effects = Uint8Array.from(changes, (change) => placeOf(change?.comparison.effect ?? 'unchanged'))
    for (let place = 0; place < branches.length; place++) {
      const branch = branches[place] ?? -1
      if (branch < 0) continue
      this.places[place] = places[branch] ?? 0
      this.effects[place] = effects[branch] ?? placeOf('unchanged')
    }
  }

  branchOf(place: number): Branch | undefined {
    return this.changes[(this.places[place] ?? 0) - 1]?.branch
  }

  effectOf(place: number): Effect {
    return WHAT_IF_CHANGES[this.effects[place] ?? placeOf('unchanged')] ?? 'unchanged'
  }

  /** With events in the windows of the class. Undefined: unchanged. */
  of(place: number): Compared | undefined {
    const change = this.changes[(this.places[place] ?? 0) - 1]
    if (change === undefined) return undefined
    return {
      effect: change.comparison.effect,
      before: this.sideOf(place, change, 'before'),
      after: this.sideOf(place, change, 'after'),
    }
  }

  /** What is ahead of a class with the edits, in its own windows; `before`: what is without them. */
  eventsOf(place: number, before: readonly Event[]): readonly Event[] {
    const change = this.changes[(this.places[place] ?? 0) - 1]
    const schedule = change?.classPaths.schedules[change.classPaths.scheduleOf[place] ?? 0]
    if (change === undefined || schedule === undefined) return before
    const { from } = this
    const { day, after } = change.branch
    return [
      ...before.filter((event) => event.day < day),
      ...after.events.map((event) => scheduledEvent(event, { schedule, from, sleep: ASLEEP_ALREADY })),
    ]
  }

  /** The first event of a class with the edits that is forced or fails, in its own windows; `before`: what is without them. */
  nextForcedOf(place: number, before: readonly Event[]): Event | null {
    return this.eventsOf(place, before).find(isLate) ?? null
  }

  /** When the window of an event begins that decided; null: there is none. */
  beginOf(place: number, side: 'before' | 'after'): Instant | null {
    const change = this.changes[(this.places[place] ?? 0) - 1]
    return change === undefined ? null : (this.sideOf(place, change, side)?.event.from ?? null)
  }

  private sideOf(place: number, { comparison, classPaths }: ChangedBranch, side: 'before' | 'after'): PartEvent | null {
    const { from } = this
    const told = comparison[side]
    const schedule = classPaths.schedules[classPaths.scheduleOf[place] ?? 0]
    if (told === null || schedule === undefined) return null
    return {
      event: scheduledEvent(told.event, { schedule, from, sleep: ASLEEP_ALREADY }),
      change: told.change,
      kind: told.kind,
    }
  }
}

function placeOf(effect: Effect): number {
  return WHAT_IF_CHANGES.indexOf(effect)
}

/** What is scheduled is of a branch, whose clusters all sleep at the same times: it knows that. */
const ASLEEP_ALREADY = null
