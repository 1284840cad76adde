import type { EventKind } from '@/lib/contract/common'
import { onWire } from '@/lib/contract/dates'
import type { GardenStatus } from '@/lib/contract/status'
import { madeOnce } from '@/lib/engine/grouped'
import { type FailureCause, type ForecastEvent, firstEventOf, isOfKind } from '@/lib/engine/outlook'
import type { Instant } from '@/lib/engine/types'
import {
  type ClassSum,
  classSums,
  failsAgain,
  figuresOf,
  happensWithin,
  profilesInUse,
} from '@/lib/landscape/class-sums'
import { type ClassedLandscape, type ShootClass, stageBit } from '@/lib/landscape/classes'
import { ClusterMoveCounts, clusterEvent } from '@/lib/landscape/event'
import { refOfProfileKey } from '@/lib/landscape/expiries'
import { evidenceOf, type Landscape } from '@/lib/landscape/landscape'
import { Outlook } from '@/lib/landscape/outlook'
import { landscapeOfProjects } from '@/lib/landscape/projects'
import { type AlikeClusters, remediesOf } from '@/lib/landscape/remedies'
import { type Member, projectSizes } from '@/lib/landscape/roster'
import { nightAhead, type ReaderNight } from '@/lib/landscape/zone'
import { lastPer } from '@/lib/process/last-per'
import { remedyBody } from '@/lib/words/remedies'
import type { GardenAnswer } from '../contract'
import { aheadDays, DaySum, endOf, MonthSum, overviewMonths } from './days'
import { MinorSum } from './minors'

type GardenOverview = Omit<GardenAnswer, 'garden'>

/** The overview: what needs attention, garden-wide, or in some projects alone. Days are those of `zone`. */
export async function gardenView(
  landscape: Landscape,
  garden: GardenStatus,
  zone: string,
  projects: readonly string[] = [],
): Promise<GardenAnswer> {
  return { ...(await overviews.of(landscape, { zone, projects })), garden }
}

/** Resolves when the overview is known: that of many clusters takes a while. */
export async function overviewReady(
  landscape: Landscape,
  zone: string,
  projects: readonly string[] = [],
): Promise<void> {
  await overviews.of(landscape, { zone, projects })
}

/** Makes the overviews of a landscape in all zones in which the overview of all clusters of an earlier landscape was asked for. */
export async function overviewsReady(landscape: Landscape, before: Landscape): Promise<void> {
  for (const { zone, projects } of overviews.asked(before))
    if (projects.length === 0) await overviewReady(landscape, zone)
}

/** Readers of one landscape live in few zones, and look at few lists of projects; an overview of many clusters takes a while. */
const keptOverviews = 16

const late = stageBit('expired') | stageBit('notInProfile')

/** How many clusters of each kind the overview names. */
const shown = 10

/** Classes that are forced soon enough, by when that begins. */
class ForcedSum implements ClassSum {
  private total = 0
  private readonly byTime = new Map<Instant, Set<ShootClass>>()
  private readonly end: Instant

  constructor(landscape: ClassedLandscape) {
    this.end = endOf(landscape)
  }

  add(shoots: ShootClass, times: 1 | -1): void {
    const from = firstEventOf(shoots.forecast, 'forced')
    if (from === undefined || from > this.end) return
    this.total += times * shoots.clusters
    const together = madeOnce(this.byTime, from, () => new Set<ShootClass>())
    if (times === 1) together.add(shoots)
    else together.delete(shoots)
    if (together.size === 0) this.byTime.delete(from)
  }

  told(landscape: ClassedLandscape) {
    const first = firstIn(landscape, this.first(), (event) => isOfKind(event, 'forced')).slice(0, shown)
    return { total: this.total, first }
  }

  /** The classes of the first clusters, and of all others that come at the same time as the last of these. */
  private first(): ReadonlySet<ShootClass> {
    const found = new Set<ShootClass>()
    let count = 0
    for (const from of Float64Array.from(this.byTime.keys()).sort()) {
      if (count >= shown) break
      for (const one of this.byTime.get(from) ?? []) {
        found.add(one)
        count += one.clusters
      }
    }
    return found
  }
}

/** How many causes the overview tells apart, and how many clusters of each it names. */
const shownCauses = 8
const namedStuck = 3

/** Clusters that fail for one cause. */
interface ClassesOfCause {
  readonly profile: string
  readonly cause: FailureCause
  clusters: number
  readonly classes: Set<ShootClass>
}

/** The clusters that are stuck, by profile and cause. */
class StuckSum implements ClassSum {
  private total = 0
  private readonly groups = new Map<string, ClassesOfCause>()

  constructor(private readonly landscape: ClassedLandscape) {}

  add(shoots: ShootClass, times: 1 | -1): void {
    const { forecast, profile, clusters } = shoots
    if (!happensWithin(this.landscape, forecast, 'fails', aheadDays)) return
    this.total += times * clusters
    for (const cause of new Set(forecast.events.flatMap((one) => stuckBy(one, endOf(this.landscape)) ?? []))) {
      const key = `${profile} ${cause}`
      const group = madeOnce(this.groups, key, () => ({ profile, cause, clusters: 0, classes: new Set() }))
      group.clusters += times * clusters
      if (times === 1) group.classes.add(shoots)
      else group.classes.delete(shoots)
      if (group.clusters === 0) this.groups.delete(key)
    }
  }

  told(landscape: ClassedLandscape) {
    const shown = [...this.groups.values()]
      .toSorted((a, b) => b.clusters - a.clusters || (`${a.profile} ${a.cause}` < `${b.profile} ${b.cause}` ? -1 : 1))
      .slice(0, shownCauses)
    const end = endOf(landscape)
    const found = shown.map(({ profile, cause, clusters, classes }) => {
      const first = firstIn(landscape, classes, (event) => stuckBy(event, end) === cause).slice(0, namedStuck)
      const alike = landscape.classes.inOrder([...classes]).flatMap(([place, one]): AlikeClusters[] => {
        const [position] = landscape.classes.of(place)
        return position === undefined ? [] : [{ position, clusters: one.clusters }]
      })
      return { profile, cause, clusters, first, alike }
    })
    return { total: this.total, causes: this.groups.size, groups: found }
  }
}

/** Why an event fails that begins by then; null: it does not. */
function stuckBy(event: ForecastEvent, end: Instant): FailureCause | null {
  return event.from <= end && isOfKind(event, 'fails') ? event.digest.cause : null
}

/** How many clusters need attention, and for what. */
class FigureSum implements ClassSum {
  readonly forced = { tonight: 0, days7: 0, days30: 0, days90: 0 }
  readonly expired = { clusters: 0, forcedTonight: 0 }
  readonly stuck = { clusters: 0, failedLast: 0 }
  readonly unknown = { clusters: 0 }
  readonly tonight = { clusters: 0, moves: new ClusterMoveCounts() }

  private readonly night: ReaderNight

  constructor(
    private readonly landscape: ClassedLandscape,
    zone: string,
  ) {
    this.night = nightAhead(zone, landscape.at)
  }

  add({ forecast: ahead, profile, example, stages, clusters: own }: ShootClass, times: 1 | -1): void {
    const { landscape, forced, expired, stuck, unknown, tonight } = this
    const clusters = times * own
    if ((stages & stageBit('unknown')) !== 0) unknown.clusters += clusters
    const isLate = (stages & late) !== 0
    if (isLate) expired.clusters += clusters
    const isTonight = ({ from }: ForecastEvent) => from >= this.night.begin && from < this.night.end
    if (ahead.events.some((event) => isTonight(event) && isOfKind(event, 'forced'))) {
      forced.tonight += clusters
      if (isLate) expired.forcedTonight += clusters
    }
    if (happensWithin(landscape, ahead, 'forced', 7)) forced.days7 += clusters
    if (happensWithin(landscape, ahead, 'forced', 30)) forced.days30 += clusters
    if (happensWithin(landscape, ahead, 'forced', aheadDays)) forced.days90 += clusters
    if (happensWithin(landscape, ahead, 'fails', aheadDays)) {
      stuck.clusters += clusters
      if (failsAgain(landscape, ahead.events, example)) stuck.failedLast += clusters
    }
    const first = ahead.events.find((event) => isTonight(event) && isOfKind(event, 'auto'))
    if (first === undefined) return
    tonight.clusters += clusters
    tonight.moves.add(profile, first.digest, clusters)
  }

  told(landscape: ClassedLandscape): GardenAnswer['figures'] {
    const { forced, expired, stuck, unknown, tonight } = this
    return {
      clusters: landscape.roster.members.length,
      projects: projectSizes(landscape.roster).size,
      expired: { ...expired },
      forced: { ...forced },
      stuck: { ...stuck },
      unknown: { ...unknown },
      autoTonight: { clusters: tonight.clusters, top: tonight.moves.top(1)[0] ?? null },
    }
  }
}

export const overviewSums = classSums('overview', {
  figures: FigureSum,
  days: DaySum,
  months: MonthSum,
  forced: ForcedSum,
  stuck: StuckSum,
  minors: MinorSum,
})

const overviews = lastPer('overviews', keptOverviews, {
  textOf: ({ zone, projects }: { zone: string; projects: readonly string[] }) =>
    JSON.stringify([zone, ...projects.toSorted()]),
  make: async (landscape: Landscape, { zone, projects }) =>
    overviewIn(projects.length === 0 ? landscape : await landscapeOfProjects(landscape, [...projects]), zone),
})

async function overviewIn(landscape: Landscape, zone: string): Promise<GardenOverview> {
  const { figures, days, months, forced, stuck, minors } = await overviewSums(landscape, zone)
  return {
    ...evidenceOf(landscape),
    zone,
    figures,
    days,
    months: overviewMonths(months, days),
    nextForced: { total: forced.total, items: forced.first.map((one) => comingShoot(landscape, one, 'forced')) },
    stuck: await stuckBody(landscape, stuck),
    minors,
    expiries: expiries(landscape),
  }
}

async function stuckBody(
  landscape: Landscape,
  { total, causes, groups }: ReturnType<StuckSum['told']>,
): Promise<GardenOverview['stuck']> {
  const told: GardenAnswer['stuck']['groups'] = []
  const items: GardenAnswer['stuck']['items'] = []
  for (const { profile, cause, clusters, first, alike } of groups) {
    told.push({
      profile: refOfProfileKey(landscape, profile),
      cause,
      clusters,
      remedies: await remediesOf(landscape, alike, remedyBody),
    })
    items.push(...first.map((one) => stuckShoot(landscape, one)))
  }
  return { total, causes, groups: told, items }
}

function stuckShoot(landscape: Landscape, one: ComingEvent): GardenAnswer['stuck']['items'][number] {
  const failing = onWire(new Outlook(landscape, one.position).stuck?.failing ?? null)
  return { ...comingShoot(landscape, one), failing }
}

function comingShoot(
  landscape: Landscape,
  { member, event }: ComingEvent,
  asked?: EventKind,
): GardenAnswer['nextForced']['items'][number] {
  const { namespace, name, profile } = member.shoot
  const next = onWire(clusterEvent(landscape, member, event, { asked }))
  return { namespace, name, project: member.project, profile, next }
}

function expiries(landscape: Landscape): GardenOverview['expiries'] {
  // Of a profile that is missing it is not known when what expires.
  const known = profilesInUse(landscape).filter((profile) => landscape.snapshot.profiles.has(profile))
  return known.map((profile) => {
    const marks = landscape.expiries.get(profile) ?? []
    const next = marks[0]
    const { clusters, stuck } = figuresOf(landscape, profile)
    return {
      profile: refOfProfileKey(landscape, profile),
      clusters,
      stuck,
      next: next === undefined ? null : { at: onWire(next.at), what: next.what, version: next.version },
      marks: onWire(marks.map(({ at, what, version, clusters }) => ({ at, what, version, clusters }))),
    }
  })
}

/** A cluster and its first event of a kind. */
interface ComingEvent {
  /** The position of the cluster in the roster. */
  readonly position: number
  readonly member: Member
  readonly event: ForecastEvent
}

/** The clusters of some classes by their first event that is asked for; those at the same time stay in the order of the roster. */
function firstIn(
  landscape: ClassedLandscape,
  wanted: ReadonlySet<ShootClass>,
  isAsked: (event: ForecastEvent) => boolean,
): readonly ComingEvent[] {
  const classes = landscape.classes.all
  const isWanted = new Uint8Array(classes.length)
  for (let place = 0; place < classes.length; place++) {
    const one = classes[place]
    if (one !== undefined && wanted.has(one)) isWanted[place] = 1
  }
  const places = landscape.classes.places
  const found: ComingEvent[] = []
  for (let i = 0; i < places.length; i++) {
    if (isWanted[places[i] ?? 0] !== 1) continue
    const member = landscape.roster.members.at(i)
    const event = landscape.forecasts.at(i)?.events.find(isAsked)
    if (member !== undefined && event !== undefined) found.push({ position: i, member, event })
  }
  return found.sort((a, b) => a.event.from - b.event.from)
}
