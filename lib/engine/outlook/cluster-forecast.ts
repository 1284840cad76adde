import { foreseeFrom, type MemoizedProfile, type TransitionNode } from '@/lib/engine/course'
import { madeOnce } from '@/lib/engine/grouped'
import { touchesNodes } from '@/lib/engine/impact'
import {
  beginOn,
  type HibernationTimes,
  type MaintenanceSchedule,
  momentOn,
  type WindowOccurrence,
  windowOn,
} from '@/lib/engine/rules'
import type { Instant, Shoot } from '@/lib/engine/types'
import { asleepDigest, type ForecastEventKind, type MaintenanceDigest, MaintenanceDigests } from './digest'

/** One maintenance that is foreseen, or the first of several in a row that come out the same. */
export interface ForecastEvent {
  readonly kind: ForecastEventKind
  /** When its window begins, or the instant of the question when it has begun by then. */
  readonly from: Instant
  /** On which its window begins, counted as in `MaintenanceSchedule`. */
  readonly day: number
  readonly window: WindowOccurrence
  readonly digest: MaintenanceDigest
}

/** What is ahead of a shoot, as lists need it; one object for all shoots of a class with the same window. */
export interface ClusterForecast {
  /** In order of time. */
  readonly events: readonly ForecastEvent[]
  /** The earliest event that changes a version, fails to, or touches every node of a pool. */
  readonly next: ForecastEvent | null
  /** The earliest event that is forced or fails. */
  readonly nextForced: ForecastEvent | null
  /** What the shoot is now; null: never maintained. */
  readonly node: TransitionNode | null
  /** The same between the same instants, with edits of the profile. `shoot`: any of them. */
  with(edited: ForecastsOfEditedProfile, shoot: Shoot): ClusterForecast
}

/** Of shoots that are never maintained: being deleted, or without their profile. */
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

/** In which windows something is foreseen, between which instants, and who sleeps then. One object for all forecasts that answer it. */
export interface ForecastQuestion {
  readonly schedule: MaintenanceSchedule
  /** Who sleeps in a window has no nodes then; null: never. */
  readonly sleep: HibernationTimes | null
  readonly from: Instant
  readonly to: Instant
}

/** A maintenance in one of the windows of a question. There are many: what follows from the day is found when it is asked for. */
class ForeseenEvent implements ForecastEvent {
  constructor(
    readonly day: number,
    readonly digest: MaintenanceDigest,
    private readonly question: ForecastQuestion,
  ) {}

  get kind(): ForecastEventKind {
    return this.digest.kind
  }

  /** What began before the question counts as beginning then. */
  get from(): Instant {
    return Math.max(beginOn(this.question.schedule, this.day), this.question.from)
  }

  get window(): WindowOccurrence {
    return windowOn(this.question.schedule, this.day)
  }
}

/** What is ahead of the shoots of a class that have one window, and sleep at the same times. */
export class ClassForecast implements ClusterForecast {
  readonly events: readonly ForecastEvent[]

  /** @param shoot any of them */
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

/** Whether it comes whether the owner likes it or not. */
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

/** Bounds of a pool, or of many, added up. */
export interface NodeBounds {
  readonly min: number
  readonly max: number
}

/** Shoots of one profile that run the same and have the same ahead: computed once, multiplied by how many there are. */
export interface ForecastClass {
  /** Key of the profile. */
  readonly profile: string
  /** Any of them: versions, pools and windows are alike, names are not. */
  readonly example: Shoot
  readonly forecast: ClusterForecast
  readonly clusters: number
  /** By position of the pool. */
  readonly pools: readonly NodeBounds[]
}
