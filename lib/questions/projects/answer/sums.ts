import { whatIfQuery } from '@/lib/contract/what-if'
import { type ForecastEvent, nothingAhead } from '@/lib/engine/outlook'
import type { Worker } from '@/lib/engine/types'
import { type ComputedDraft, draftOf } from '@/lib/landscape/draft'
import type { FleetIndex } from '@/lib/landscape/fleet-index'
import { dayIndex, type ReaderDays } from '@/lib/landscape/zone'
import type { WallQuery } from '../contract'

/** What begins on one day, as in the contract. */
export interface DayLoad {
  forced: number
  fails: number
  auto: number
  readonly nodes: { min: number; max: number }
}

export interface ProjectSums {
  readonly project: string
  readonly clusters: number
  /** Clusters that are forced or fail, and those of them that fail, each once. */
  readonly behind: number
  readonly stuck: number
  readonly nodes: { readonly min: number; readonly max: number }
  /** By day, in order. */
  readonly loads: ReadonlyMap<number, DayLoad>
  /** Stretches of days on which something fails again, the ends included. */
  readonly failing: readonly { readonly from: number; readonly to: number }[]
}

/** What is ahead of a class within the days: found once for all of its clusters, whatever their project. */
interface ClassCourse {
  readonly isBehind: boolean
  readonly isStuck: boolean
  readonly steps: readonly ClassCourseStep[]
  readonly failing: readonly { readonly from: number; readonly to: number }[]
}

interface ClassCourseStep {
  readonly day: number
  /** Where the sheet counts it; -1: nowhere. */
  readonly count: number
  readonly rolls: readonly number[]
}

/** What the sheet counts of a day, in this order. */
const COUNTS = { forced: 0, fails: 1, auto: 2, min: 3, max: 4 } as const
const width = Object.keys(COUNTS).length
/** The nodes of a night that counts twice roll once. */
const NO_POOLS: readonly number[] = []

/** Sums of every project, in the order of the roster. */
export function projectSums(index: FleetIndex, days: ReaderDays, eventsOf: EventsOf): ProjectSums[] {
  const { members } = index.roster
  const places = index.classes.places
  const courses = index.classes.all.map((_, place) => courseOf(eventsOf(place), days))
  const sums: ProjectSums[] = []
  const sheet = new ProjectCounter(days.dates.length)
  let project: string | undefined
  members.forEach((member, i) => {
    // The roster is in the order of projects.
    if (project !== undefined && project !== member.project) sums.push(sheet.take(project))
    project = member.project
    const course = courses[places[i] ?? 0]
    if (course !== undefined) sheet.enter(course, member.shoot.workers)
  })
  if (project !== undefined) sums.push(sheet.take(project))
  return sums
}

function courseOf(events: readonly ForecastEvent[], days: ReaderDays): ClassCourse {
  const end = days.starts.at(-1) ?? 0
  const last = days.dates.length - 1
  const steps: ClassCourseStep[] = []
  const failing: ClassCourse['failing'][number][] = []
  let isBehind = false
  let isStuck = false
  for (let i = 0; i < events.length; i++) {
    const { kind, from, digest } = events[i] as ForecastEvent
    if (from >= end) break
    const day = dayIndex(days, from)
    if (kind !== 'other' || digest.rolls.length > 0)
      for (const [nth, one] of digest.kinds.entries())
        steps.push({ day, count: one === 'other' ? -1 : COUNTS[one], rolls: nth === 0 ? digest.rolls : NO_POOLS })
    if (kind === 'forced' || kind === 'fails') isBehind = true
    if (kind !== 'fails') continue
    isStuck = true
    const next = events[i + 1]
    const to = next === undefined || next.from >= end ? last : dayIndex(days, next.from) - 1
    if (to > day) failing.push({ from: day + 1, to })
  }
  return { isBehind, isStuck, steps, failing }
}

/** Adds up one project after the other. */
class ProjectCounter {
  private clusters = 0
  private behind = 0
  private stuck = 0
  /** By day, `width` figures each: there are many clusters, and adding to a list of numbers is quick. */
  private readonly counts: Float64Array
  private readonly touched: Uint8Array
  /** How many begin to fail again on a day, less those that end on the day before. */
  private readonly turns: Int32Array

  constructor(private readonly days: number) {
    this.counts = new Float64Array(days * width)
    this.touched = new Uint8Array(days)
    this.turns = new Int32Array(days + 1)
  }

  /** Another cluster of the project. */
  enter({ isBehind, isStuck, steps, failing }: ClassCourse, workers: readonly Worker[]): void {
    this.clusters++
    if (isBehind) this.behind++
    if (isStuck) this.stuck++
    for (const step of steps) this.add(step, workers)
    for (const { from, to } of failing) this.fail(from, to)
  }

  private add({ day, count, rolls }: ClassCourseStep, workers: readonly Worker[]): void {
    const { counts } = this
    const base = day * width
    this.touched[day] = 1
    if (count >= 0) counts[base + count] = (counts[base + count] ?? 0) + 1
    for (let i = 0; i < rolls.length; i++) {
      const worker = workers[rolls[i] ?? 0]
      if (worker === undefined) continue
      counts[base + COUNTS.min] = (counts[base + COUNTS.min] ?? 0) + worker.minimum
      counts[base + COUNTS.max] = (counts[base + COUNTS.max] ?? 0) + worker.maximum
    }
  }

  private fail(from: number, to: number): void {
    this.turns[from] = (this.turns[from] ?? 0) + 1
    this.turns[to + 1] = (this.turns[to + 1] ?? 0) - 1
  }

  /** What was added since the last time. */
  take(project: string): ProjectSums {
    const { clusters, behind, stuck } = this
    const loads = this.loads()
    const nodes = { min: 0, max: 0 }
    for (const load of loads.values()) {
      nodes.min += load.nodes.min
      nodes.max += load.nodes.max
    }
    const failing = stuck === 0 ? [] : this.stretches()
    this.clusters = 0
    this.behind = 0
    this.stuck = 0
    this.counts.fill(0)
    this.touched.fill(0)
    return { project, clusters, behind, stuck, nodes, loads, failing }
  }

  private loads(): Map<number, DayLoad> {
    const loads = new Map<number, DayLoad>()
    for (let day = 0; day < this.days; day++) {
      if (this.touched[day] === 0) continue
      loads.set(day, {
        forced: this.count(day, 'forced'),
        fails: this.count(day, 'fails'),
        auto: this.count(day, 'auto'),
        nodes: { min: this.count(day, 'min'), max: this.count(day, 'max') },
      })
    }
    return loads
  }

  private count(day: number, of: keyof typeof COUNTS): number {
    return this.counts[day * width + COUNTS[of]] ?? 0
  }

  private stretches(): { from: number; to: number }[] {
    const found: { from: number; to: number }[] = []
    let count = 0
    for (let day = 0; day < this.days; day++) {
      count += this.turns[day] ?? 0
      const last = found.at(-1)
      if (count === 0) continue
      if (last?.to === day - 1) last.to = day
      else found.push({ from: day, to: day })
    }
    this.turns.fill(0)
    return found
  }
}

/** What is ahead of the classes of an index, by place in `classes.all`. */
export type EventsOf = (place: number) => readonly ForecastEvent[]

/** As things are. */
export function eventsAsTheyAre(index: FleetIndex): EventsOf {
  const classes = index.classes.all
  return (place) => (classes[place]?.forecast ?? nothingAhead).events
}

/** What a draft comes to within so many days of the calendar. Rejects with `NotFound` for a profile that is not there. */
export function draftWithin(
  index: FleetIndex,
  { profile, edits }: NonNullable<WallQuery['draft']>,
  { zone, days }: Pick<WallQuery, 'zone' | 'days'>,
): Promise<ComputedDraft> {
  return draftOf(index, whatIfQuery.parse({ profile, edits, zone, days }))
}

/** How it was understood, as in the contract. */
export function standingOf({ entry, edited, refusals }: ComputedDraft) {
  const impossible = edited.problems.filter((problem) => problem !== null).length
  return { profile: entry.ref, impossible, accepted: refusals.length === 0 }
}

/** With the edits of a draft. */
export function eventsWith({ effects }: ComputedDraft, asTheyAre: EventsOf): EventsOf {
  return (place) => effects.changed.get(place)?.after ?? asTheyAre(place)
}
