import type { FilmAnswer, WallQuery } from '@/lib/contract'
import type { Event } from '@/lib/engine/fleet'
import { classesOf } from '../classes'
import { draftWithin, type EventsOf, eventsAsTheyAre, eventsWith, standingOf } from '../draft-events'
import { evidenceOf } from '../evidence'
import { refOf } from '../expiries'
import { type FleetIndex, horizonDays } from '../fleet-index'
import { failsAgain } from '../profile-figures'
import type { Steps } from '../steps'
import { type MinorMove, type MinorSteps, minorSteps } from '../views/minors'
import type { Computed } from '../what-if/run'
import { dayIndex } from '../zone'

type Course = Pick<FilmAnswer, 'steps' | 'series' | 'stuck'>
type Flow = FilmAnswer['steps'][number]['flows'][number]
type Stuck = FilmAnswer['stuck'][number]

interface Asked extends Pick<WallQuery, 'draft'> {
  readonly zone: string
}

/** What its draft comes to, which takes longer than the film itself; undefined: it has none. */
export function filmDraft(index: FleetIndex, { zone, draft }: Asked): Steps<Computed> | undefined {
  return draft && draftWithin(index, draft, { zone, days: horizonDays })
}

/** A year of clusters that come from minor to minor, as steps: never a cluster by itself. With a draft as they would go as well. */
export function filmView(index: FleetIndex, asked: Asked): FilmAnswer {
  const { zone } = asked
  const asTheyAre = eventsAsTheyAre(index)
  const minors = minorSteps(index, zone, asTheyAre)
  const found = filmDraft(index, asked)?.value
  const { starts, dates } = minors.days
  const last = starts.findLastIndex((start) => start < index.until)
  const days = Math.min(dates.length, last + 1)
  return {
    ...evidenceOf(index),
    zone,
    first: dates[0] ?? '',
    days,
    clusters: index.roster.members.length,
    ...courseOf(index, minors, asTheyAre, days),
    draft: found === undefined ? null : draftBody(index, found, zone, days),
  }
}

function draftBody(index: FleetIndex, found: Computed, zone: string, days: number) {
  const eventsOf = eventsWith(found, eventsAsTheyAre(index))
  return { ...standingOf(found), ...courseOf(index, minorSteps(index, zone, eventsOf), eventsOf, days) }
}

function courseOf(index: FleetIndex, found: MinorSteps, eventsOf: EventsOf, days: number): Course {
  return {
    steps: stepsOf(index, found),
    series: [...found.series],
    stuck: stuckOf(index, found, eventsOf, days),
  }
}

function stepsOf(index: FleetIndex, { steps, moves }: MinorSteps): FilmAnswer['steps'] {
  const byDay = new Map(steps.map((day) => [day, new Map<string, Flow>()]))
  for (const move of moves) {
    const flow = flowOf(index, move)
    const flows = byDay.get(move.day)
    const key = [move.shootClass.profile, flow.version, flow.from, flow.to, flow.kind].join(' ')
    const same = flows?.get(key)
    if (same === undefined) flows?.set(key, flow)
    else {
      same.clusters += flow.clusters
      same.nodes.min += flow.nodes.min
      same.nodes.max += flow.nodes.max
    }
  }
  return [...byDay].map(([day, flows]) => ({
    day,
    flows: [...flows.values()].sort((a, b) => b.clusters - a.clusters),
  }))
}

function flowOf(index: FleetIndex, { shootClass, event, from, to }: MinorMove): Flow {
  const { changes, kind, rolls } = event.digest
  const nodes = { min: 0, max: 0 }
  for (const pool of rolls) {
    nodes.min += shootClass.pools[pool]?.min ?? 0
    nodes.max += shootClass.pools[pool]?.max ?? 0
  }
  return {
    profile: refOf(index, shootClass.profile),
    version: changes.find(({ component }) => component === 'controlPlane')?.from ?? from,
    from,
    to,
    kind,
    clusters: shootClass.clusters,
    nodes,
  }
}

function stuckOf(index: FleetIndex, { days }: MinorSteps, eventsOf: EventsOf, count: number): Stuck[] {
  const found = new Map<string, Stuck>()
  for (const [place, { profile, clusters, example }] of classesOf(index).entries()) {
    const failed = failsAgain(index, eventsOf(place), example) ? clusters : 0
    for (const [i, { first, over }] of failingOf(eventsOf(place)).entries()) {
      const { minor, cause } = first.digest
      const begin = dayIndex(days, first.from) + 1
      const end = over === null ? null : dayIndex(days, over.from)
      const to = end === null || end < 0 || end >= count ? null : end
      const already = i === 0 ? failed : 0
      for (const [from, of] of [[0, already] as const, [begin, clusters - already] as const]) {
        if (of === 0 || from >= count) continue
        const key = [profile, minor, from, to, cause].join(' ')
        const same = found.get(key)
        if (same === undefined)
          found.set(key, { minor, profile: refOf(index, profile), from, to, clusters: of, cause: cause ?? '' })
        else same.clusters += of
      }
    }
  }
  return [...found.values()].sort((a, b) => a.from - b.from || b.clusters - a.clusters)
}

/** Maintenances that fail in a row on one minor, and the first that does not; null: none is known. */
function failingOf(events: readonly Event[]): { readonly first: Event; readonly over: Event | null }[] {
  const stretches: { first: Event; over: Event | null }[] = []
  for (const event of events) {
    const open = stretches.at(-1)
    const isFailing = event.kind === 'fails'
    if (open?.over === null) {
      if (isFailing && event.digest.minor === open.first.digest.minor) continue
      open.over = event
    }
    if (isFailing) stretches.push({ first: event, over: null })
  }
  return stretches
}
