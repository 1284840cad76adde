import { LRUCache } from 'lru-cache'
import type { EventKind, GardenAnswer, GardenStatus } from '@/lib/contract'
import { onWire } from '@/lib/contract/dates'
import { forecast } from '@/lib/engine/course'
import { type Event, isLate } from '@/lib/engine/fleet'
import { failingNow } from '@/lib/engine/obstacles'
import { DAY } from '@/lib/engine/time'
import type { Instant } from '@/lib/engine/types'
import { classesOf, classPlaces, partition } from '../classes'
import { nextEventBody } from '../event'
import { evidenceOf } from '../evidence'
import { expiryOfChange, marksOf, refOf } from '../expiries'
import { failingBody } from '../failing-body'
import { type FleetIndex, memoizedProfile, stageBit } from '../fleet-index'
import { oncePerProcess } from '../kept'
import { Moves } from '../moves'
import { figuresByProfile, figuresOf, happensWithin, profilesInUse } from '../profile-figures'
import { type Member, projectSizes } from '../roster'
import { Steps, stepLength } from '../steps'
import { wholeShoot } from '../whole-shoot'
import { type Days, dayIndex, daysOf, spanOf } from '../zone'
import { minorsOverTime } from './minors'

/** How far the overview looks ahead, in days of 24 hours, and how many days of the calendar that touches. */
const aheadDays = 90
const shownDays = aheadDays + 1
const shownForced = 10
const shownStuck = 10

type Overview = Omit<GardenAnswer, 'garden'>

/** The overview: what needs attention, garden-wide. Days are those of `zone`. */
export function gardenView(index: FleetIndex, garden: GardenStatus, zone: string): GardenAnswer {
  return { ...overviewsOf(index).memo(zone).value, garden }
}

/** Resolves when the overview is known: that of many clusters takes a while. */
export async function overviewReady(index: FleetIndex, zone: string): Promise<void> {
  await overviewsOf(index).memo(zone).ready()
}

/** The same in every zone in which that of an earlier index was asked for. */
export async function overviewsReady(index: FleetIndex, before: FleetIndex): Promise<void> {
  for (const zone of overviewsOf(before).keys()) await overviewReady(index, zone)
}

/** Readers of one landscape live in few zones; an overview of many clusters takes a while. */
const keptZones = 16
const overviewsOf = oncePerProcess(
  'overviews',
  (index: FleetIndex) =>
    new LRUCache<string, Steps<Overview>>({ max: keptZones, memoMethod: (zone) => new Steps(overviewIn(index, zone)) }),
)

/** Goes through all clusters for each of its parts. */
type Part<K extends keyof Overview> = Generator<undefined, Overview[K]>

function* overviewIn(index: FleetIndex, zone: string): Generator<undefined, Overview> {
  yield* partition(index).rest()
  const days = yield* perDay(index, daysOf(zone, index.at, shownDays))
  return {
    ...evidenceOf(index),
    zone,
    figures: yield* figures(index, days),
    days,
    months: yield* perMonth(index, days, zone),
    nextForced: yield* nextForced(index),
    stuck: yield* stuck(index),
    minors: yield* minorsOverTime(index, zone),
    expiries: yield* expiries(index),
  }
}

function* figures(index: FleetIndex, perDay: GardenAnswer['days']): Part<'figures'> {
  const forced = { days7: 0, days30: 0, days90: 0 }
  const expired = { clusters: 0, forcedTonight: 0 }
  const stuck = { clusters: 0, failedLast: 0, alsoForced: 0 }
  const late = stageBit('expired') | stageBit('notInProfile')
  const unknown = { clusters: 0 }
  const tonight = { clusters: 0, moves: new Moves() }
  for (const [i, { forecast: ahead, profile, example, stages, clusters }] of classesOf(index).entries()) {
    if (i % stepLength === 0) yield
    if ((stages & stageBit('unknown')) !== 0) unknown.clusters += clusters
    const isLate = (stages & late) !== 0
    if (isLate) expired.clusters += clusters
    if (isLate && happensWithin(index, ahead, 'forced', 1)) expired.forcedTonight += clusters
    if (happensWithin(index, ahead, 'forced', 7)) forced.days7 += clusters
    if (happensWithin(index, ahead, 'forced', 30)) forced.days30 += clusters
    const isForced = happensWithin(index, ahead, 'forced', aheadDays)
    if (isForced) forced.days90 += clusters
    if (happensWithin(index, ahead, 'fails', aheadDays)) {
      stuck.clusters += clusters
      if (isForced) stuck.alsoForced += clusters
      // How the last maintenance came out is part of what makes shoots alike.
      if (example.lastMaintenance?.state === 'Failed') stuck.failedLast += clusters
    }
    const first = happensWithin(index, ahead, 'auto', 1) && ahead.events.find((event) => event.kind === 'auto')
    if (!first) continue
    tonight.clusters += clusters
    tonight.moves.add(profile, first.digest, clusters)
  }
  return {
    clusters: index.roster.members.length,
    projects: projectSizes(index.roster).size,
    expired,
    forced: { ...forced, updates90: perDay.reduce((sum, day) => sum + day.forced, 0) },
    stuck,
    unknown,
    autoTonight: { clusters: tonight.clusters, top: tonight.moves.top(1)[0] ?? null },
  }
}

function* perDay(index: FleetIndex, days: Days): Part<'days'> {
  const counts = days.dates.map((date) => ({
    date,
    forced: 0,
    rolling: 0,
    fails: 0,
    auto: 0,
    late: new Moves(),
    early: new Moves(),
  }))
  for (const [i, { forecast: ahead, profile, clusters }] of classesOf(index).entries()) {
    if (i % stepLength === 0) yield
    for (const event of ahead.events) {
      if (event.from > endOf(index)) break
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

/** Until when the overview looks ahead; what begins then still counts. */
function endOf(index: FleetIndex): number {
  return index.at + aheadDays * DAY
}

function* perMonth(index: FleetIndex, days: GardenAnswer['days'], zone: string): Part<'months'> {
  const dates = [...new Set(days.map(({ date }) => date.slice(0, 'YYYY-MM'.length)))]
  const months = dates.map((date) => ({ date, span: spanOf(zone, date), clusters: 0 }))
  for (const [i, { forecast: ahead, clusters }] of classesOf(index).entries()) {
    if (i % stepLength === 0) yield
    // Events are in order of time: those of a month stand together.
    let last: (typeof months)[number] | undefined
    for (const event of ahead.events) {
      const { from } = event
      if (from > endOf(index)) break
      if (!isLate(event) || (last !== undefined && from < last.span.to)) continue
      last = months.find(({ span }) => from >= span.from && from < span.to)
      if (last !== undefined) last.clusters += clusters
    }
  }
  return months.map(({ date, clusters }) => {
    const inMonth = days.filter((day) => day.date.startsWith(date))
    const sum = (kind: 'forced' | 'fails') => inMonth.reduce((all, day) => all + day[kind], 0)
    return { date, clusters, forced: sum('forced'), fails: sum('fails') }
  })
}

function* nextForced(index: FleetIndex): Part<'nextForced'> {
  const { total, first } = yield* firstOfKind(index, 'forced', shownForced)
  return { total, items: first.map((one) => comingShoot(one)) }
}

function* stuck(index: FleetIndex): Part<'stuck'> {
  const { total, first } = yield* firstOfKind(index, 'fails', shownStuck)
  return {
    total,
    items: first.map((one) => {
      const { lead } = one.event.digest
      const expiry = lead === null ? null : expiryOfChange(index, one.member.profile, lead)
      return {
        ...comingShoot(one),
        failing: failingOf(index, one.member),
        expiredAt: expiry === null || expiry > index.at ? null : onWire(expiry),
      }
    }),
  }
}

/** How long a cluster has failed: its first step tells on what, and it takes place within days. */
function failingOf(index: FleetIndex, member: Member): GardenAnswer['stuck']['items'][number]['failing'] {
  const profile = memoizedProfile(index, member.profile)
  if (profile === undefined) return null
  const shoot = wholeShoot(index, member)
  const { steps } = forecast(shoot, profile, { from: index.at, to: index.at + 7 * DAY })
  const failing = failingNow(shoot, profile, index.at, steps)
  const { state, triggeredTime: last } = shoot.lastMaintenance ?? {}
  // A failure before the last window counts too: more than that it happened is then not known.
  return failingBody(failing ?? (state === 'Failed' && last !== undefined ? { since: null, nights: null, last } : null))
}

interface Coming {
  readonly member: Member
  readonly event: Event
}

/** How many clusters have an event of a kind soon enough, and of those the first ones, by their first such event in order of time. */
function* firstOfKind(
  index: FleetIndex,
  kind: EventKind,
  shown: number,
): Generator<undefined, { readonly total: number; readonly first: readonly Coming[] }> {
  /** By class. */
  const events = new Map<number, { readonly event: Event; readonly from: Instant; readonly clusters: number }>()
  let total = 0
  for (const [place, { forecast, clusters }] of classesOf(index).entries()) {
    if (place % stepLength === 0) yield
    const event = forecast.events.find((one) => one.kind === kind)
    const from = event?.from ?? Number.POSITIVE_INFINITY
    if (event === undefined || from > endOf(index)) continue
    events.set(place, { event, from, clusters })
    total += clusters
  }
  yield
  const last = lastOf([...events.values()], shown)
  const found: (Coming & { readonly from: Instant })[] = []
  for (const [i, place] of classPlaces(index).entries()) {
    if (i % stepLength === 0) yield
    const known = events.get(place)
    const member = known && known.from <= last ? index.roster.members.at(i) : undefined
    if (known !== undefined && member !== undefined) found.push({ member, event: known.event, from: known.from })
  }
  // Those at the same time stay in the order of the roster.
  return { total, first: found.sort((a, b) => a.from - b.from).slice(0, shown) }
}

/** When the last of so many clusters is at its event, the first ones first; of fewer, the last of all. */
function lastOf(events: readonly { readonly from: Instant; readonly clusters: number }[], shown: number): Instant {
  let last = Number.NEGATIVE_INFINITY
  let count = 0
  const times = new Map<Instant, number>()
  for (const { from, clusters } of events) times.set(from, (times.get(from) ?? 0) + clusters)
  for (const from of [...times.keys()].sort((a, b) => a - b)) {
    if (count >= shown) break
    last = from
    count += times.get(from) ?? 0
  }
  return last
}

function comingShoot({ member: { shoot, project }, event }: Coming): GardenAnswer['nextForced']['items'][number] {
  const { namespace, name, profile } = shoot
  return { namespace, name, project, profile, next: nextEventBody(event, shoot) }
}

function* expiries(index: FleetIndex): Part<'expiries'> {
  yield* figuresByProfile(index).rest()
  const all = yield* marksOf(index).rest()
  // Of a profile that is missing it is not known when what expires.
  const known = profilesInUse(index).filter((profile) => index.snapshot.profiles.has(profile))
  return known.map((profile) => {
    const marks = all.get(profile) ?? []
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
