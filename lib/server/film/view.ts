import type { FilmAnswer } from '@/lib/contract'
import type { Event } from '@/lib/engine/fleet'
import { classesOf, type ShootClass } from '../classes'
import { evidenceOf } from '../evidence'
import { refOf } from '../expiries'
import type { FleetIndex } from '../fleet-index'
import { type MinorMove, type MinorSteps, minorSteps } from '../views/minors'
import { dayIndex } from '../zone'

type Flow = FilmAnswer['steps'][number]['flows'][number]
type Stuck = FilmAnswer['stuck'][number]

/** A year of clusters that come from minor to minor, as steps: never a cluster by itself. */
export function filmView(index: FleetIndex, zone: string): FilmAnswer {
  const found = minorSteps(index, zone)
  const { starts, dates } = found.days
  const last = starts.findLastIndex((start) => start < index.until)
  const days = Math.min(dates.length, last + 1)
  return {
    ...evidenceOf(index),
    zone,
    first: dates[0] ?? '',
    days,
    clusters: index.roster.members.length,
    steps: stepsOf(index, found),
    series: [...found.series],
    stuck: stuckOf(index, found, days),
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

function stuckOf(index: FleetIndex, { days }: MinorSteps, count: number): Stuck[] {
  const found = new Map<string, Stuck>()
  for (const shootClass of classesOf(index)) {
    for (const { first, over } of failingOf(shootClass)) {
      const from = dayIndex(days, first.from) + 1
      if (from >= count) continue
      const end = over === null ? null : dayIndex(days, over.from)
      const { minor, cause } = first.digest
      const key = [shootClass.profile, minor, from, end, cause].join(' ')
      const same = found.get(key)
      if (same === undefined)
        found.set(key, {
          minor,
          profile: refOf(index, shootClass.profile),
          from,
          to: end === null || end < 0 || end >= count ? null : end,
          clusters: shootClass.clusters,
          cause: cause ?? '',
        })
      else same.clusters += shootClass.clusters
    }
  }
  return [...found.values()].sort((a, b) => a.from - b.from || b.clusters - a.clusters)
}

/** Maintenances that fail in a row on one minor, and the first that does not; null: none is known. */
function failingOf({ forecast: { events } }: ShootClass): { readonly first: Event; readonly over: Event | null }[] {
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
