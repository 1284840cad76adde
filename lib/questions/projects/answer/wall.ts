import { onWire } from '@/lib/contract/dates'
import { madeOnce, sumOf } from '@/lib/engine/grouped'
import { isDeepEqual } from '@/lib/engine/json'
import { type ForecastEvent, isNoticed } from '@/lib/engine/outlook'
import type { Period } from '@/lib/engine/types'
import type { ComputedDraft } from '@/lib/landscape/draft'
import type { WholeProfile } from '@/lib/landscape/edited-profiles'
import { clusterEvent } from '@/lib/landscape/event'
import { expiryOfChange, refOfProfileKey } from '@/lib/landscape/expiries'
import { evidenceOf, type Landscape } from '@/lib/landscape/landscape'
import { positionsOfProject, projectNamed, subjectBody } from '@/lib/landscape/projects'
import { RunningVersions } from '@/lib/landscape/running'
import { byEventAttention } from '@/lib/landscape/shoot-order'
import { type ReaderDays, readerDays, spanOf } from '@/lib/landscape/zone'
import { InvalidQuery } from '@/lib/process/errors'
import { lastPer } from '@/lib/process/last-per'
import { allNodes } from '@/lib/words/wording'
import type { WallAnswer, WallCellAnswer, WallCellQuery, WallQuery } from '../contract'
import {
  addEvent,
  addNodes,
  type DayLoad,
  draftWithin,
  type EventsOf,
  eventsAsTheyAre,
  eventsWith,
  noLoad,
  type ProjectSums,
  projectSums,
  standingOf,
} from './sums'

/**
 * Projects by days: what begins, and with a draft what would begin.
 * @param object see `draftOf`
 */
export async function wallView(landscape: Landscape, query: WallQuery, object?: WholeProfile): Promise<WallAnswer> {
  const { days, draft, rows, before } = await walls.of(landscape, { ...query, object })
  const projects = new Map(landscape.snapshot.projects.map((project) => [project.name, project]))
  const pinned = new Map(query.pinned.map((name, i) => [name, i]))
  const placeOf = ({ project }: ProjectSums) => pinned.get(project) ?? pinned.size
  const ordered = pinned.size === 0 ? rows : rows.toSorted((a, b) => placeOf(a) - placeOf(b))
  const ownerOf = (project: string) => projects.get(project)?.owner
  return {
    ...evidenceOf(landscape),
    zone: query.zone,
    draft,
    days: allDays(days, rows, before),
    figures: {
      projects: rows.length,
      clusters: sumOf(rows, ({ clusters }) => clusters),
      owned: sumOf(rows, ({ project }) => (ownerOf(project) === undefined ? 0 : 1)),
      ...totals(rows),
      before: before && totals([...before.values()]),
    },
    first: rows.slice(0, 2).map(({ project, behind, stuck }) => ({ project, behind, stuck })),
    alike: rows.slice(2).filter(({ behind, stuck }) => behind === rows[1]?.behind && stuck === rows[1]?.stuck).length,
    items: ordered
      .slice(query.offset, query.offset + query.limit)
      .map(({ project, clusters, behind, stuck, ...row }) => ({
        project,
        clusters,
        behind,
        stuck,
        nodes: row.nodes,
        owner: subjectBody(ownerOf(project)),
        failing: [...row.failing],
        days: rowDays(row, before?.get(project)),
      })),
  }
}

interface WallContent {
  readonly days: ReaderDays
  readonly draft: WallAnswer['draft']
  /** The projects, by attention. */
  readonly rows: readonly ProjectSums[]
  /** The sums without the draft, by project; null: there is no draft. */
  readonly before: ReadonlyMap<string, ProjectSums> | null
}

/** How many walls are kept for a landscape: a user scrolls through one, pins projects, and changes the range. */
const remembered = 8
const walls = lastPer('walls', remembered, {
  textOf: ({ zone, days, draft }: WallQuestion) => JSON.stringify([zone, days, draft]),
  make: compute,
})

/** A landscape is of one state of the object. */
interface WallQuestion extends WallQuery {
  readonly object?: WholeProfile | undefined
}

async function compute(landscape: Landscape, query: WallQuestion): Promise<WallContent> {
  const days = readerDays(query.zone, landscape.at, query.days)
  const events = eventsAsTheyAre(landscape)
  if (query.draft === undefined) {
    return { days, draft: null, rows: mostTroubledFirst(projectSums(landscape, days, events)), before: null }
  }
  const { draft: _, ...asTheyAre } = query
  const { rows } = await walls.of(landscape, asTheyAre)
  const found = await draftWithin(landscape, query.draft, query, query.object)
  return {
    days,
    draft: standingOf(found),
    rows: mostTroubledFirst(projectSums(landscape, days, eventsWith(found, events))),
    before: new Map(rows.map((row) => [row.project, row])),
  }
}

function mostTroubledFirst(rows: ProjectSums[]): readonly ProjectSums[] {
  return rows.sort((a, b) => b.stuck - a.stuck || b.behind - a.behind || (a.project < b.project ? -1 : 1))
}

const NOTHING: DayLoad = noLoad()

function rowDays(
  { loads }: Pick<ProjectSums, 'loads'>,
  before: ProjectSums | undefined,
): WallAnswer['items'][number]['days'] {
  const days = [...new Set([...loads.keys(), ...(before?.loads.keys() ?? [])])].sort((a, b) => a - b)
  return days.map((day) => {
    const load = loads.get(day) ?? NOTHING
    return { day, ...load, before: before === undefined ? null : unless(before.loads.get(day) ?? NOTHING, load) }
  })
}

function allDays(days: ReaderDays, rows: readonly ProjectSums[], before: WallContent['before']): WallAnswer['days'] {
  const after = added(days, rows)
  const was = before && added(days, [...before.values()])
  return days.dates.map((date, day) => {
    const load = after[day] ?? NOTHING
    return { date, ...load, before: was && unless(was[day] ?? NOTHING, load) }
  })
}

/** The first; null: the second is the same. */
function unless(before: DayLoad, load: DayLoad): DayLoad | null {
  return isDeepEqual(before, load) ? null : before
}

function added(days: ReaderDays, rows: readonly ProjectSums[]): DayLoad[] {
  const all = days.dates.map(noLoad)
  for (const { loads } of rows) {
    for (const [day, { nodes, ...counts }] of loads) {
      const load = all[day]
      if (load === undefined) continue
      for (const kind of ['forced', 'fails', 'auto'] as const) load[kind] += counts[kind]
      addNodes(load.nodes, nodes)
    }
  }
  return all
}

function totals(rows: readonly ProjectSums[]) {
  return {
    behind: sumOf(rows, ({ behind }) => behind),
    stuck: sumOf(rows, ({ stuck }) => stuck),
    nodes: allNodes(rows),
  }
}

const listed = 5
const mostCauses = 3

/**
 * What begins in one project on some days: sums, what brings it, and the first of its clusters.
 * @param object see `draftOf`
 */
export async function wallCellView(
  landscape: Landscape,
  query: WallCellQuery,
  object?: WholeProfile,
): Promise<WallCellAnswer> {
  const { project, zone, draft } = query
  const { members } = landscape.roster
  const positions = positionsOfProject(landscape, project)
  if (query.to < query.from) throw new InvalidQuery([{ field: 'to', reason: 'must not be before from' }])
  const span = spanOf(zone, `${query.from}..${query.to}`)
  const asTheyAre = eventsAsTheyAre(landscape)
  const found = draft && (await draftWithin(landscape, draft, { zone, days: daysUntil(landscape, query) }, object))
  const events = found === undefined ? asTheyAre : eventsWith(found, asTheyAre)
  const places = landscape.classes.places
  const begins = new Map<number, ForecastEvent>()
  let again = 0
  for (const position of positions) {
    const { inside, previous } = within(events(places[position] ?? 0), span)
    const event = strongest(inside)
    if (event !== undefined) begins.set(position, event)
    else if (previous?.kind === 'fails' && inside.length === 0) again++
  }
  const load = loadOf(landscape, positions, events, span)
  const ordered = [...begins.keys()].sort(byEventAttention((position) => begins.get(position)))
  return {
    ...evidenceOf(landscape),
    project,
    owner: subjectBody(projectNamed(landscape.snapshot, project)?.owner),
    ...load,
    before: found === undefined ? null : loadOf(landscape, positions, asTheyAre, span),
    total: begins.size,
    again,
    causes: causesOf(landscape, begins, found),
    items: ordered.slice(0, listed).flatMap((position) => {
      const member = members.at(position)
      const event = begins.get(position)
      if (member === undefined || event === undefined) return []
      const { namespace, name, profile } = member.shoot
      return [
        { namespace, name, profile, next: onWire(clusterEvent(landscape, member, event, { edited: found?.edited })) },
      ]
    }),
  }
}

/** How many days of the calendar it takes, from the day of the landscape on, to reach the end of what is asked for. */
function daysUntil(landscape: Landscape, { zone, to }: WallCellQuery): number {
  const { dates } = readerDays(zone, landscape.at, 365)
  const place = dates.indexOf(to)
  return place === -1 ? 365 : place + 1
}

function within(events: readonly ForecastEvent[], { from, to }: Period) {
  const inside = events.filter((event) => event.from >= from && event.from < to)
  return { inside, previous: events.findLast((event) => event.from < from) }
}

const WEIGHTS = { fails: 3, forced: 2, auto: 1, other: 0 } as const

/** What fails before what is forced before what is automatic; the first of them. */
function strongest(events: readonly ForecastEvent[]): ForecastEvent | undefined {
  return events.filter(isNoticed).toSorted((a, b) => WEIGHTS[b.kind] - WEIGHTS[a.kind])[0]
}

function loadOf(landscape: Landscape, positions: readonly number[], eventsOf: EventsOf, span: Period): DayLoad {
  const places = landscape.classes.places
  const load = noLoad()
  for (const position of positions) {
    const shoot = landscape.roster.members.at(position)?.shoot
    if (shoot === undefined) continue
    for (const { digest } of within(eventsOf(places[position] ?? 0), span).inside) addEvent(load, digest, shoot)
  }
  return load
}

function causesOf(
  landscape: Landscape,
  begins: ReadonlyMap<number, ForecastEvent>,
  draft: ComputedDraft | undefined,
): WallCellAnswer['causes'] {
  const running = (profile: string) => {
    const edited = draft?.edited.profiles.get(profile)
    return edited === undefined ? landscape.running(profile) : new RunningVersions(edited.after, landscape.at)
  }
  const causes = new Map<string, WallCellAnswer['causes'][number]>()
  for (const [position, { digest, kind }] of begins) {
    const profile = landscape.roster.members.at(position)?.profile
    const { lead } = digest
    if (profile === undefined || lead === null || lead.why === 'auto' || kind === 'auto') continue
    const key = `${profile} ${lead.what} ${lead.from}`
    const cause = madeOnce(causes, key, () => {
      const at = expiryOfChange({ running }, profile, lead)
      const { what, from: version } = lead
      return { profile: refOfProfileKey(landscape, profile), what, version, at: onWire(at), clusters: 0 }
    })
    cause.clusters++
  }
  return [...causes.values()].sort((a, b) => b.clusters - a.clusters).slice(0, mostCauses)
}
