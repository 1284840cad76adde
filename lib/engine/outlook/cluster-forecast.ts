import type { TransitionNode } from '@/lib/engine/course'
import type { Sleep, WindowOccurrence } from '@/lib/engine/rules'
import { beginOn, momentOn, type Schedule, windowOn } from '@/lib/engine/rules'
import type { Instant } from '@/lib/engine/types'
import { asleepDigest, type Digest, type EventKind, touchesNodes } from './digest'
import type { Plan, PlanEntry } from './plan'

/** One maintenance that is foreseen, or the first of several in a row that come out the same. */
export interface Event {
  readonly kind: EventKind
  /** When its window begins, or the instant of the question when it has begun by then. */
  readonly from: Instant
  /** On which its window begins, counted as in `Schedule`. */
  readonly day: number
  readonly window: WindowOccurrence
  readonly digest: Digest
}

/** An entry of a plan in one window. There are many: each is small, and what follows from the two is found when asked for. */
class ScheduledEvent implements Event {
  /** Of who sleeps in some windows; null: nobody has asked. */
  private slept: Digest | null = null

  constructor(
    private readonly entry: PlanEntry,
    private readonly scheduled: Scheduled,
  ) {}

  get digest(): Digest {
    const { sleep, schedule } = this.scheduled
    if (sleep === null) return this.entry.digest
    if (this.slept === null) {
      const { day, digest } = this.entry
      this.slept = sleep.isAsleepAt(momentOn(schedule, day)) ? asleepDigest(digest) : digest
    }
    return this.slept
  }

  get day(): number {
    return this.entry.day
  }

  get kind(): EventKind {
    return this.entry.digest.kind
  }

  /** What began before the question counts as beginning then. */
  get from(): Instant {
    return Math.max(beginOn(this.scheduled.schedule, this.entry.day), this.scheduled.from)
  }

  get window(): WindowOccurrence {
    return windowOn(this.scheduled.schedule, this.entry.day)
  }
}

/** In which windows, and the instant of the question. */
export interface Scheduled {
  readonly schedule: Schedule
  /** Who sleeps in a window has no nodes then; null: never. */
  readonly sleep: Sleep | null
  readonly from: Instant
}

/** What is ahead of a shoot, as lists need it; one object for all shoots of a class with the same window. */
export interface ClusterForecast {
  /** In order of time. */
  readonly events: readonly Event[]
  /** The earliest event that changes a version, fails to, or touches every node of a pool. */
  readonly next: Event | null
  /** The earliest event that is forced or fails. */
  readonly nextForced: Event | null
  /** What the shoot is now; null: never maintained. */
  readonly node: TransitionNode | null
  /** When its nodes are not there; null: they always are. */
  readonly sleep: Sleep | null
}

/** Of shoots that are never maintained: being deleted, or without their profile. */
export const nothingAhead: ClusterForecast = {
  events: [],
  next: null,
  nextForced: null,
  node: null,
  sleep: null,
}

/** A question: what is ahead in these windows, up to some instant. One object for all forecasts that answer it. */
export interface Question extends Scheduled {
  readonly to: Instant
}

/**
 * A plan in one window. There are many: its events are made when somebody looks at it, and what is asked of them is found
 * among the few that there are.
 */
export class ScheduledForecast implements ClusterForecast {
  private known: readonly Event[] | null = null

  constructor(
    private readonly plan: Plan,
    private readonly question: Question,
  ) {}

  get node(): TransitionNode {
    return this.plan.node
  }

  get sleep(): Sleep | null {
    return this.question.sleep
  }

  /** The same for another question that it holds for. */
  for(question: Question): ScheduledForecast {
    return new ScheduledForecast(this.plan, question)
  }

  get events(): readonly Event[] {
    this.known ??= eventsOf(this.plan.entries, this.question)
    return this.known
  }

  get next(): Event | null {
    return this.events.find(isNoticed) ?? null
  }

  get nextForced(): Event | null {
    return this.events.find(isLate) ?? null
  }

  /** Whether it is the forecast between two instants too: time alone changes nothing until the first window begins. */
  holds(from: Instant, to: Instant): boolean {
    const { question } = this
    if (question.to !== to || question.from > from) return false
    if (question.from === from) return true
    const first = this.plan.entries[0]
    return first === undefined || beginOn(question.schedule, first.day) > from
  }
}

function eventsOf(entries: readonly PlanEntry[], scheduled: Scheduled): readonly Event[] {
  return entries.map((entry) => new ScheduledEvent(entry, scheduled))
}

/** Whether a version changes or fails to, or nodes are replaced or updated: what an owner notices. */
export function isNoticed({ kind, digest }: Event): boolean {
  return kind !== 'other' || touchesNodes(digest)
}

/** Whether it comes whether the owner likes it or not. */
export function isLate({ kind }: Event): boolean {
  return kind === 'forced' || kind === 'fails'
}

/** Whether it counts as one of that kind: a night that forces one part and fails for another counts as both. */
export function isOfKind({ digest }: Event, kind: EventKind): boolean {
  return digest.kinds.includes(kind)
}

/** When the first event that counts as one of a kind begins; undefined: there is none. */
export function firstOf({ events }: Pick<ClusterForecast, 'events'>, kind: EventKind): Instant | undefined {
  return events.find((event) => isOfKind(event, kind))?.from
}
