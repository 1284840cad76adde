import type { GardenAnswer, GardenStatus } from '@/lib/contract'
import { DAY } from '@/lib/engine/time'
import { classesOf } from '../classes'
import { onWire } from '../clock'
import { nextEventBody } from '../event'
import { evidenceOf } from '../evidence'
import { expiryMarks, refOf } from '../expiries'
import { type FleetIndex, stageBit } from '../fleet-index'
import { Moves } from '../moves'
import { oncePer } from '../once-per'
import { figuresOf, happensWithin, profilesInUse } from '../profile-figures'
import { type Days, dayIndex, daysOf } from '../zone'
import { minorsOverTime } from './minors'

const shownDays = 90
const shownForced = 10

type Overview = Omit<GardenAnswer, 'garden'>

/** The overview: what needs attention, garden-wide. Days are those of `zone`. */
export function gardenView(index: FleetIndex, garden: GardenStatus, zone: string): GardenAnswer {
  const overviews = overviewsOf(index)
  let overview = overviews.get(zone)
  if (overview === undefined) {
    overview = overviewIn(index, zone)
    if (overviews.size >= keptZones) overviews.clear()
    overviews.set(zone, overview)
  }
  return { ...overview, garden }
}

/** Readers of one landscape live in few zones; an overview of many clusters takes a while. */
const keptZones = 16
const overviewsOf: (index: FleetIndex) => Map<string, Overview> = oncePer(() => new Map())

function overviewIn(index: FleetIndex, zone: string): Overview {
  const days = perDay(index, daysOf(zone, index.at, shownDays))
  return {
    ...evidenceOf(index),
    zone,
    figures: figures(index, days),
    days,
    nextForced: nextForced(index),
    minors: minorsOverTime(index, zone),
    expiries: expiries(index),
  }
}

function figures(index: FleetIndex, perDay: GardenAnswer['days']): GardenAnswer['figures'] {
  const forced = { days7: 0, days30: 0, days90: 0 }
  const expired = { clusters: 0, forcedTonight: 0 }
  const stuck = { clusters: 0, failedLast: 0 }
  const late = stageBit('expired') | stageBit('notInProfile')
  const tonight = { clusters: 0, moves: new Moves() }
  for (const { outlook, profile, example, stages, clusters } of classesOf(index)) {
    const isLate = (stages & late) !== 0
    if (isLate) expired.clusters += clusters
    if (isLate && happensWithin(index, outlook, 'forced', 1)) expired.forcedTonight += clusters
    if (happensWithin(index, outlook, 'forced', 7)) forced.days7 += clusters
    if (happensWithin(index, outlook, 'forced', 30)) forced.days30 += clusters
    if (happensWithin(index, outlook, 'forced', 90)) forced.days90 += clusters
    if (happensWithin(index, outlook, 'fails', 90)) {
      stuck.clusters += clusters
      // How the last maintenance came out is part of what makes shoots alike.
      if (example.lastMaintenance?.state === 'Failed') stuck.failedLast += clusters
    }
    const first = happensWithin(index, outlook, 'auto', 1) && outlook.events.find((event) => event.kind === 'auto')
    if (!first) continue
    tonight.clusters += clusters
    tonight.moves.add(profile, first.digest, clusters)
  }
  return {
    clusters: index.roster.members.length,
    projects: index.roster.projects,
    expired,
    forced: { ...forced, updates90: perDay.reduce((sum, day) => sum + day.forced, 0) },
    stuck,
    autoTonight: { clusters: tonight.clusters, top: tonight.moves.top(1)[0] ?? null },
  }
}

function perDay(index: FleetIndex, days: Days): GardenAnswer['days'] {
  const counts = days.dates.map((date) => ({
    date,
    forced: 0,
    rolling: 0,
    fails: 0,
    auto: 0,
    late: new Moves(),
    early: new Moves(),
  }))
  for (const { outlook, profile, clusters } of classesOf(index)) {
    for (const event of outlook.events) {
      const day = counts[dayIndex(days, event.from)]
      if (day === undefined) continue
      if (event.kind === 'forced') day.forced += clusters
      else if (event.kind === 'fails') day.fails += clusters
      else if (event.kind === 'auto') day.auto += clusters
      else continue
      const { effect } = event.digest
      if (event.kind === 'forced' && (effect === 'rolling' || effect === 'inPlace')) day.rolling += clusters
      const moves = event.kind === 'auto' ? day.early : day.late
      moves.add(profile, event.digest, clusters)
    }
  }
  return counts.map(({ late, early, ...day }) => {
    const top = late.top(3)
    return { ...day, top: top.length > 0 ? top : early.top(3) }
  })
}

function nextForced(index: FleetIndex): GardenAnswer['nextForced'] {
  let total = 0
  const found: { i: number; from: number; fails: boolean }[] = []
  for (const [i, outlook] of index.outlooks.entries()) {
    const event = outlook.nextForced
    if (event === null || event.from > index.at + shownDays * DAY) continue
    total++
    found.push({ i, from: event.from, fails: event.kind === 'fails' })
  }
  found.sort((a, b) => a.from - b.from || Number(b.fails) - Number(a.fails) || a.i - b.i)
  const items = found.slice(0, shownForced).flatMap(({ i }) => {
    const member = index.roster.members[i]
    const event = index.outlooks[i]?.nextForced
    if (member === undefined || event === undefined || event === null) return []
    const { shoot, project } = member
    return [
      {
        namespace: shoot.namespace,
        name: shoot.name,
        project,
        profile: shoot.profile,
        next: nextEventBody(event, shoot),
      },
    ]
  })
  return { total, items }
}

function expiries(index: FleetIndex): GardenAnswer['expiries'] {
  return profilesInUse(index).map((profile) => {
    const marks = expiryMarks(index).get(profile) ?? []
    const next = marks[0]
    const { clusters, stuck } = figuresOf(index, profile)
    return {
      profile: refOf(index, profile),
      clusters,
      stuck,
      next: next === undefined ? null : { at: onWire(next.at), what: next.what, version: next.version },
      marks: marks.map((mark) => ({
        ...mark,
        at: onWire(mark.at),
        kind: mark.fails * 2 > mark.clusters ? 'fails' : 'forced',
      })),
    }
  })
}
