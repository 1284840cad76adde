import type { z } from 'zod'
import { type load, whatIfQuery } from '@/lib/contract/what-if'
import { madeOnce } from '@/lib/engine/grouped'
import { type ForecastEvent, type MaintenanceDigest, nothingAhead } from '@/lib/engine/outlook'
import type { Shoot } from '@/lib/engine/types'
import { type ComputedDraft, draftOf } from '@/lib/landscape/draft'
import type { WholeProfile } from '@/lib/landscape/edited-profiles'
import type { Landscape } from '@/lib/landscape/landscape'
import { nodeBounds } from '@/lib/landscape/roster'
import { dayIndex, type ReaderDays } from '@/lib/landscape/zone'
import type { WallQuery } from '../contract'

/** What begins on one day. */
export type DayLoad = z.infer<typeof load>

type NodeSum = ReturnType<typeof nodeBounds>

export interface ProjectSums {
  readonly project: string
  clusters: number
  /** Clusters that are forced or fail, and those of them that fail, each once. */
  behind: number
  stuck: number
  readonly nodes: NodeSum
  /** The loads by day. */
  readonly loads: Map<number, DayLoad>
  /** Stretches of days on which something fails again, the ends included. */
  failing: DayStretch[]
}

interface DayStretch {
  readonly from: number
  readonly to: number
}

/** What is ahead of a class within the days: found once for all of its clusters, whatever their project. */
interface ClassCourse {
  readonly isBehind: boolean
  readonly isStuck: boolean
  readonly begins: readonly { readonly day: number; readonly digest: MaintenanceDigest }[]
  readonly failing: readonly DayStretch[]
}

/** Sums of every project, in the order of the roster. */
export function projectSums(landscape: Landscape, days: ReaderDays, eventsOf: EventsOf): ProjectSums[] {
  const places = landscape.classes.places
  const courses = landscape.classes.all.map((_, place) => courseOf(eventsOf(place), days))
  const sums = new Map<string, ProjectSums>()
  landscape.roster.members.forEach(({ project, shoot }, i) => {
    const course = courses[places[i] ?? 0]
    if (course === undefined) return
    const sum = madeOnce(sums, project, () => noSums(project))
    sum.clusters++
    if (course.isBehind) sum.behind++
    if (course.isStuck) sum.stuck++
    sum.failing.push(...course.failing)
    for (const { day, digest } of course.begins) {
      addEvent(madeOnce(sum.loads, day, noLoad), digest, shoot)
    }
  })
  const found = [...sums.values()]
  for (const sum of found) {
    for (const { nodes } of sum.loads.values()) addNodes(sum.nodes, nodes)
    sum.failing = joined(sum.failing)
  }
  return found
}

function noSums(project: string): ProjectSums {
  return { project, clusters: 0, behind: 0, stuck: 0, nodes: { min: 0, max: 0 }, loads: new Map(), failing: [] }
}

export function noLoad(): DayLoad {
  return { forced: 0, fails: 0, auto: 0, nodes: { min: 0, max: 0 } }
}

/** Counts what begins in a cluster: a night that is of two kinds as each of them, its nodes once. */
export function addEvent(load: DayLoad, { kinds, rolls }: MaintenanceDigest, shoot: Shoot): void {
  for (const kind of kinds) if (kind !== 'other') load[kind]++
  if (rolls.length > 0) addNodes(load.nodes, nodeBounds(shoot, rolls))
}

export function addNodes(sum: NodeSum, { min, max }: NodeSum): void {
  sum.min += min
  sum.max += max
}

function courseOf(events: readonly ForecastEvent[], days: ReaderDays): ClassCourse {
  const end = days.starts.at(-1) ?? 0
  const last = days.dates.length - 1
  const begins: ClassCourse['begins'][number][] = []
  const failing: DayStretch[] = []
  let isBehind = false
  let isStuck = false
  for (const [i, { kind, from, digest }] of events.entries()) {
    if (from >= end) break
    const day = dayIndex(days, from)
    if (kind !== 'other' || digest.rolls.length > 0) begins.push({ day, digest })
    if (kind === 'forced' || kind === 'fails') isBehind = true
    if (kind !== 'fails') continue
    isStuck = true
    const next = events[i + 1]
    const to = next === undefined || next.from >= end ? last : dayIndex(days, next.from) - 1
    if (to > day) failing.push({ from: day + 1, to })
  }
  return { isBehind, isStuck, begins, failing }
}

/** Stretches that meet are one. */
function joined(stretches: readonly DayStretch[]): DayStretch[] {
  const found: { from: number; to: number }[] = []
  for (const { from, to } of stretches.toSorted((a, b) => a.from - b.from)) {
    const last = found.at(-1)
    if (last === undefined || from > last.to + 1) found.push({ from, to })
    else last.to = Math.max(last.to, to)
  }
  return found
}

/** What is ahead of the classes of a landscape, by place in `classes.all`. */
export type EventsOf = (place: number) => readonly ForecastEvent[]

/** The events of each class without edits. */
export function eventsAsTheyAre(landscape: Landscape): EventsOf {
  const classes = landscape.classes.all
  return (place) => (classes[place]?.forecast ?? nothingAhead).events
}

/**
 * What a draft comes to within so many days of the calendar. Rejects with `NotFound` for a profile that is not there.
 * @param object see `draftOf`
 */
export function draftWithin(
  landscape: Landscape,
  { profile, edits }: NonNullable<WallQuery['draft']>,
  { zone, days }: Pick<WallQuery, 'zone' | 'days'>,
  object: WholeProfile | undefined,
): Promise<ComputedDraft> {
  return draftOf(landscape, whatIfQuery.parse({ profile, edits, zone, days }), object)
}

/** How it was understood, as in the contract. */
export function standingOf({ entry, edited, refusals }: ComputedDraft) {
  const impossible = edited.problems.filter((problem) => problem !== null).length
  return { profile: entry.ref, impossible, accepted: refusals.length === 0 }
}

/** The events of each class with the edits of a draft. */
export function eventsWith({ effects }: ComputedDraft, asTheyAre: EventsOf): EventsOf {
  return (place) => effects.changed.get(place)?.after ?? asTheyAre(place)
}
