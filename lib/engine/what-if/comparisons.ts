import type { FleetClass } from '@/lib/engine/fleet/classes'
import { type Event, scheduledEvent } from '@/lib/engine/fleet/outlook'
import type { Instant } from '@/lib/engine/types'
import type { Comparison, Effect } from './compare'
import type { Courses } from './courses'
import type { Fork } from './forks'

/** A fork after which something is different, and how those fare who come to it. */
export interface ChangedFork {
  readonly fork: Fork
  readonly comparison: Comparison
  /** Of the profile whose classes come there. */
  readonly courses: Courses
}

const EFFECTS: readonly Effect[] = ['unchanged', 'stuck', 'freed', 'forced', 'earlier', 'later', 'target', 'auto']

/** How classes fare, by their place in the list. They are many: what is said of one is put together when somebody asks. */
export class Comparisons {
  private readonly changes: ChangedFork[] = []
  /** By place: that of its change, from 1 on; 0: unchanged. */
  private readonly places: Uint32Array
  /** By place: that of its effect. */
  private readonly effects: Uint8Array

  constructor(
    private readonly classes: readonly FleetClass[],
    private readonly from: Instant,
  ) {
    this.places = new Uint32Array(classes.length)
    this.effects = new Uint8Array(classes.length)
  }

  /** `forks`: by place of the class, the place of its fork in the other list; -1: it comes to none. */
  add(changes: readonly (ChangedFork | undefined)[], forks: Int32Array): void {
    const places = Uint32Array.from(changes, (change) => (change === undefined ? 0 : this.changes.push(change)))
    const effects = Uint8Array.from(changes, (change) => EFFECTS.indexOf(change?.comparison.effect ?? 'unchanged'))
    for (let place = 0; place < forks.length; place++) {
      const fork = forks[place] ?? -1
      if (fork < 0) continue
      this.places[place] = places[fork] ?? 0
      this.effects[place] = effects[fork] ?? 0
    }
  }

  forkOf(place: number): Fork | undefined {
    return this.changes[(this.places[place] ?? 0) - 1]?.fork
  }

  effectOf(place: number): Effect {
    return EFFECTS[this.effects[place] ?? 0] ?? 'unchanged'
  }

  /**
   * With events in the windows of the class. What decides when shoots get stuck or free may have been forced before the fork.
   * Undefined: unchanged.
   */
  of(place: number): Comparison | undefined {
    const change = this.changes[(this.places[place] ?? 0) - 1]
    if (change === undefined) return undefined
    return {
      effect: change.comparison.effect,
      before: this.eventOf(place, change, 'before'),
      after: this.eventOf(place, change, 'after'),
    }
  }

  /** When the window of an event begins that decided; null: there is none. */
  beginOf(place: number, side: 'before' | 'after'): Instant | null {
    const change = this.changes[(this.places[place] ?? 0) - 1]
    return change === undefined ? null : (this.eventOf(place, change, side)?.from ?? null)
  }

  private eventOf(place: number, { fork, comparison, courses }: ChangedFork, side: 'before' | 'after'): Event | null {
    const forcedEarlier = side === 'before' ? 'stuck' : 'freed'
    if (comparison.effect === forcedEarlier && fork[side].seen.includes('forced'))
      return this.classes[place]?.outlook.nextForced ?? null
    const event = comparison[side]
    const schedule = courses.schedules[courses.scheduleOf[place] ?? 0]
    return event === null || schedule === undefined ? null : scheduledEvent(event, { schedule, from: this.from })
  }
}
