import { foreseeFrom, type MemoizedProfile, type TransitionNode } from '@/lib/engine/course'
import { madeOnce } from '@/lib/engine/grouped'
import { touchesNodes } from '@/lib/engine/impact'
import { beginOn, type HibernationTimes, type MaintenanceSchedule, momentOn, windowOn } from '@/lib/engine/rules'
import type { Instant, Shoot, WindowOccurrence } from '@/lib/engine/types'
import { asleepDigest, type ForecastEventKind, type MaintenanceDigest, MaintenanceDigests } from './digest'

/** A foreseen maintenance, or the first of several in a row that have the same result. */
export interface ForecastEvent {
  readonly kind: ForecastEventKind
  /** The begin of its window, or the instant of the question if the window has begun by then. */
  readonly from: Instant
  /** The day on which its window begins, counted as in `MaintenanceSchedule`. */
  readonly day: number
  readonly window: WindowOccurrence
  readonly digest: MaintenanceDigest
}

/** What is ahead of a shoot, as lists need it. All shoots of a class with the same window share one object. */
export interface ClusterForecast {
  /** In order of time. */
  readonly events: readonly ForecastEvent[]
  /** The earliest event that changes a version, fails to, or touches every node of a pool. */
  readonly next: ForecastEvent | null
  /** The earliest event that is forced or fails. */
  readonly nextForced: ForecastEvent | null
  /** The node of the shoot as it is now; null: the shoot is never maintained. */
  readonly node: TransitionNode | null
  /** The forecast between the same instants with edits of the profile. `shoot` may be any that shares this forecast. */
  with(edited: ForecastsOfEditedProfile, shoot: Shoot): ClusterForecast
}

/** The forecast of shoots that are never maintained: they are being deleted, or their profile is missing. */
export const nothingAhead: ClusterForecast = {
  events: [],
  next: null,
  nextForced: null,
  node: null,
  with: () => nothingAhead,
}

/**
 * A profile after edits of its versions and images. They tell no two shoots of a class apart: what shoots are on it is found once
 * for each class before, and what is ahead of them is kept by the caller. Of one with other machine types classes are to be told apart by
 * these before (`MachineTypeDistinction`).
 */
export class ForecastsOfEditedProfile {
  readonly digests = new MaintenanceDigests()
  private readonly nodes = new Map<TransitionNode, TransitionNode>()

  constructor(private readonly profile: MemoizedProfile) {}

  /** `before`: what the shoots are without the edits. */
  nodeOf(before: TransitionNode, shoot: Shoot): TransitionNode {
    return madeOnce(this.nodes, before, () => this.profile.classes.of(shoot))
  }
}

/** The windows and instants for which something is foreseen, and when shoots sleep. Forecasts that answer it share one object. */
export interface ForecastQuestion {
  readonly schedule: MaintenanceSchedule
  /** When shoots sleep: they have no nodes then; null: never. */
  readonly sleep: HibernationTimes | null
  readonly from: Instant
  readonly to: Instant
}

/** A maintenance in one of the windows of a question. As there are many, what follows from the day is computed when it is asked for. */
class ForeseenEvent implements ForecastEvent {
  constructor(
    readonly day: number,
    readonly digest: MaintenanceDigest,
    private readonly question: ForecastQuestion,
  ) {}

  get kind(): ForecastEventKind {
    return this.digest.kind
  }

  /** A window that began before the question counts as beginning with it. */
  get from(): Instant {
    return Math.max(beginOn(this.question.schedule, this.day), this.question.from)
  }

  get window(): WindowOccurrence {
    return windowOn(this.question.schedule, this.day)
  }
}

/** What is ahead of the shoots of a class with the same window and the same times of sleep. */
export class ClassForecast implements ClusterForecast {
  readonly events: readonly ForecastEvent[]

  /** @param shoot any shoot of the class */
  constructor(
    readonly node: TransitionNode,
    shoot: Shoot,
    private readonly question: ForecastQuestion,
    digests: MaintenanceDigests,
  ) {
    const { schedule, sleep } = question
    this.events = foreseeFrom(node, shoot, question).list.map((foreseen) => {
      const digest = digests.of(foreseen, shoot, node.subject.profile)
      const asleep = sleep?.isAsleepAt(momentOn(schedule, foreseen.day)) === true
      return new ForeseenEvent(foreseen.day, asleep ? asleepDigest(digest) : digest, question)
    })
  }

  get next(): ForecastEvent | null {
    return this.events.find(isNoticed) ?? null
  }

  get nextForced(): ForecastEvent | null {
    return this.events.find(isLate) ?? null
  }

  with(edited: ForecastsOfEditedProfile, shoot: Shoot): ClusterForecast {
    return new ClassForecast(edited.nodeOf(this.node, shoot), shoot, this.question, edited.digests)
  }

  /**
   * Whether it is the forecast between two instants too: time alone changes nothing until the first window begins, but for shoots that
   * sleep by schedules, which are as they are at the instant of the question.
   */
  holds(from: Instant, to: Instant): boolean {
    const { question, events } = this
    if (question.to !== to || question.from > from) return false
    if (question.from === from) return true
    const [first] = events
    return question.sleep === null && (first === undefined || first.window.begin > from)
  }
}

/** Whether a version changes or fails to, or nodes are replaced or updated: what an owner notices. */
export function isNoticed({ kind, digest }: ForecastEvent): boolean {
  return kind !== 'other' || touchesNodes(digest)
}

/** Whether it happens whatever the owner wants: it is forced, or it fails. */
export function isLate({ kind }: ForecastEvent): boolean {
  return kind === 'forced' || kind === 'fails'
}

/** Whether it counts as one of that kind: a night that forces one part and fails for another counts as both. */
export function isOfKind({ digest }: ForecastEvent, kind: ForecastEventKind): boolean {
  return digest.kinds.includes(kind)
}

/** When the first event that counts as one of a kind begins; undefined: there is none. */
export function firstEventOf(
  { events }: Pick<ClusterForecast, 'events'>,
  kind: ForecastEventKind,
): Instant | undefined {
  return events.find((event) => isOfKind(event, kind))?.from
}

/** The bounds of a pool, or their sums over many pools. */
export interface NodeBounds {
  readonly min: number
  readonly max: number
}

/** Shoots of one profile that run the same and have the same ahead: computed once, multiplied by how many there are. */
export interface ForecastClass {
  /** Key of the profile. */
  readonly profile: string
  /** Any shoot of the class: versions, pools and windows are the same for all, names are not. */
  readonly example: Shoot
  readonly forecast: ClusterForecast
  readonly clusters: number
  /** The sums of each pool, by its position. */
  readonly pools: readonly NodeBounds[]
}
