import type { EventKind } from '@/lib/contract/common'
import { onWire } from '@/lib/contract/dates'
import type { ShootsQuery } from '@/lib/contract/selection'
import { IN_PLACE } from '@/lib/contract/words'
import { sumOf } from '@/lib/engine/grouped'
import type { ForecastEvent } from '@/lib/engine/outlook'
import { clusterEvent } from '@/lib/landscape/event'
import { evidenceOf, type Landscape } from '@/lib/landscape/landscape'
import { membersWhere } from '@/lib/landscape/lookup'
import { Outlook } from '@/lib/landscape/outlook'
import { landscapeOfProjects } from '@/lib/landscape/projects'
import { remediesOf } from '@/lib/landscape/remedies'
import { askedEvent, shootFilter } from '@/lib/landscape/shoot-filter'
import { attentionOf, groupSizes, groupsOf, positionsInOrder, shootOrder } from '@/lib/landscape/shoot-order'
import { shootRowOf } from '@/lib/landscape/shoot-row'
import { lastPer } from '@/lib/process/last-per'
import { remedyBody } from '@/lib/words/remedies'
import { type AllShootsQuery, allShootsQuery, type ClusterViewsAnswer, type ShootsAnswer } from '../contract'
import { facetsOf, leftOf } from './facets'
import { type ShownNight, tonightCount } from './tonight'

/** The clusters table: the matching shoots in order, one page of them as rows. */
export async function shootsView(landscape: Landscape, query: ShootsQuery): Promise<ShootsAnswer> {
  const found = await lists.of(landscape, query)
  const { positions: rows, groups } = folded(found, query.fold ?? [])
  const end = query.offset + query.limit
  const positions = rows.slice(query.offset, end)
  // What is folded after the last row of all is told with that.
  const isHere = ({ from, folded, count }: GroupOfRows) =>
    folded
      ? from >= query.offset && (from < end || (from === rows.length && end >= rows.length))
      : from < end && from + count > query.offset
  return {
    ...headOf(landscape, found),
    rows: rows.length,
    groups: await withRemedies(landscape, found, groups.filter(isHere), query.group),
    items: positions.map((position) => onWire(itemOf(landscape, found, position))),
  }
}

type GroupOfRows = ShootsAnswer['groups'][number]

/** Adds to groups of clusters that fail for one cause what helps these. */
async function withRemedies(
  landscape: Landscape,
  { positions, groups }: FilteredShoots,
  shown: readonly GroupOfRows[],
  by: ShootsQuery['group'],
): Promise<GroupOfRows[]> {
  const told: GroupOfRows[] = []
  for (const group of shown) {
    const all = groups.find(({ value }) => value === group.value)
    const isStuck = by === 'cause' && group.value !== '-' && all !== undefined
    const own = isStuck ? positions.slice(all.from, all.from + all.count) : []
    const alike = own.map((position) => ({ position, clusters: 1 }))
    told.push({ ...group, remedies: await remediesOf(landscape, alike, remedyBody) })
  }
  return told
}

/** The rows that are left when the clusters of some groups are not shown. */
function folded(
  { positions, groups }: FilteredShoots,
  values: readonly string[],
): Pick<FilteredShoots, 'positions' | 'groups'> {
  const away = new Set(values)
  if (!groups.some(({ value }) => away.has(value))) return { positions, groups }
  const left: number[][] = []
  let from = 0
  const after = groups.map((group) => {
    const isFolded = away.has(group.value)
    const moved = { ...group, from, folded: isFolded }
    if (!isFolded) {
      left.push(positions.slice(group.from, group.from + group.count))
      from += group.count
    }
    return moved
  })
  return { positions: left.flat(), groups: after }
}

/** Everything but the items, and the items one by one: for files with all of them. */
export async function allShoots(landscape: Landscape, query: AllShootsQuery) {
  const found = await lists.of(landscape, { ...query, offset: 0, limit: 0 })
  return { head: headOf(landscape, found), items: itemsOf(landscape, found) }
}

/** The items alone, for which nothing is counted. */
export function allItems(landscape: Landscape, query: AllShootsQuery): Iterable<ListedItem> {
  return itemsOf(landscape, listed(landscape, { ...query, offset: 0, limit: 0 }, shootFilter(landscape, query)))
}

function* itemsOf(landscape: Landscape, found: ListedClusters): Generator<ListedItem> {
  for (const position of found.positions) yield itemOf(landscape, found, position)
}

function headOf(
  landscape: Landscape,
  { positions, eventOf: _, kind: _kind, ...figures }: FilteredShoots,
): Omit<ShootsAnswer, 'items'> {
  const total = positions.length
  return { ...evidenceOf(landscape), ...figures, total, rows: total, all: landscape.roster.members.length }
}

/** A row of the list, with its instants as numbers. */
export type ListedItem = ReturnType<typeof itemOf>

function itemOf(landscape: Landscape, { eventOf, kind }: ListedClusters, position: number) {
  const outlook = new Outlook(landscape, position)
  const asked = eventOf?.(position)
  return Object.assign(shootRowOf(outlook), {
    asked: asked ? clusterEvent(landscape, outlook.member, asked, { asked: kind }) : null,
  })
}

type EventOf = (position: number) => ForecastEvent | null | undefined

interface ListedClusters extends Pick<ShootsAnswer, 'groups'> {
  /** The positions in the roster, in the order of the list. */
  readonly positions: readonly number[]
  /** The event that is asked for; null when none is. */
  readonly eventOf: EventOf | null
  /** The one kind of event that is asked for; undefined: several or any. */
  readonly kind: EventKind | undefined
}

type FilteredShoots = ListedClusters & Pick<ShootsAnswer, 'projects' | 'rolling' | 'month' | 'facets'>

/** How many lists are kept for a landscape: users scroll through one list page by page. */
const remembered = 8
const lists = lastPer('lists', remembered, {
  textOf: (query: ShootsQuery) =>
    JSON.stringify({ ...query, at: undefined, fold: undefined, offset: undefined, limit: undefined }),
  make: find,
})

/** How many lists are made again for the next landscape, as users may be looking at them. */
const renewed = 3

/** The lists of a landscape are known that were asked for last of an earlier one: readers go on with them. */
export async function listsReady(landscape: Landscape, before: Landscape): Promise<void> {
  for (const query of lists.asked(before).slice(0, renewed)) await shootsReady(landscape, query)
}

/** Resolves when it is known which shoots match, and in which order: of many that takes a while. */
export async function shootsReady(landscape: Landscape, query: AllShootsQuery): Promise<void> {
  await lists.of(landscape, { ...query, offset: 0, limit: 0 })
}

/**
 * How many clusters each view of them has.
 * @param nightLandscape the landscape in which the night is seen
 * @param shown the night, and of which projects the views are
 */
export async function viewCounts(
  all: Landscape,
  nightLandscape: Landscape,
  shown: ShownNight,
): Promise<ClusterViewsAnswer> {
  const project = shown.filters?.project
  const landscape = project === undefined ? all : await landscapeOfProjects(all, project)
  // As the filters `FORCED` and `STUCK` have it.
  const figures = [...landscape.figures.values()]
  const isInPlace = shootFilter(landscape, allShootsQuery.parse(IN_PLACE))
  return {
    ...evidenceOf(landscape),
    all: landscape.roster.members.length,
    tonight: await tonightCount(nightLandscape, shown),
    forced: sumOf(figures, ({ forced90 }) => forced90),
    stuck: sumOf(figures, ({ stuck }) => stuck),
    inPlace: membersWhere(landscape, (member, position) => isInPlace(position, member)).length,
  }
}

async function find(landscape: Landscape, query: ShootsQuery): Promise<FilteredShoots> {
  const left = await leftOf(landscape, query)
  const { events, ...found } = listed(landscape, query, left.isLeft)
  return {
    ...found,
    projects: left.projectCount,
    rolling: rollingOf(events, left.leftOf),
    month: monthOf(landscape, query),
    facets: await facetsOf(landscape, query, left),
  }
}

/** The clusters that are left, in order. `events`: what the rows of each class show, by its place. */
function listed(landscape: Landscape, query: ShootsQuery, isLeft: (position: number) => boolean) {
  const asked = askedEvent(landscape, query)
  const places = landscape.classes.places
  const events = landscape.classes.all.map(({ forecast }) =>
    asked === null ? (forecast.nextForced ?? forecast.next) : asked(forecast),
  )
  const shownEvent: EventOf = (i) => events[places[i] ?? 0]
  const eventOf = asked && shownEvent
  const left = membersWhere(landscape, (_, position) => isLeft(position))
  let ordered = shootOrder(landscape, query.sort, left)
  // What is asked for is what the rows show, so it also makes their order.
  if (eventOf !== null && query.sort === 'attention')
    ordered = positionsInOrder(ordered, (i) => attentionOf(eventOf(i)))
  if (eventOf !== null && query.sort === 'next')
    ordered = positionsInOrder(ordered, (i) => eventOf(i)?.from ?? Number.MAX_SAFE_INTEGER)
  return {
    ...grouped(landscape, query.group, ordered, shownEvent),
    events,
    eventOf,
    kind: query.event?.length === 1 ? query.event[0] : undefined,
  }
}

/** How many of the clusters that are left have nodes replaced by the event that their rows show, which is one for all of a class. */
function rollingOf(events: readonly (ForecastEvent | null | undefined)[], leftOf: (place: number) => number): number {
  let rolling = 0
  for (const [place, event] of events.entries()) if (event?.digest.effect === 'rolling') rolling += leftOf(place)
  return rolling
}

function grouped(
  landscape: Landscape,
  by: ShootsQuery['group'],
  positions: readonly number[],
  eventOf: EventOf,
): Pick<FilteredShoots, 'positions' | 'groups'> {
  if (by === undefined) return { positions, groups: [] }
  const found = groupsOf(landscape, by, positions, eventOf)
  const sizes = by === 'cause' ? new Map<string, number>() : groupSizes(landscape, by)
  let from = 0
  const groups = found.map(({ value, positions: { length: count } }) => {
    const group = { value, from, folded: false, count, all: sizes.get(value) ?? count, remedies: [] }
    from += count
    return group
  })
  return { positions: found.flatMap((group) => group.positions), groups }
}

/** The month of the day that is asked for, and how many clusters match in all of it. */
function monthOf(landscape: Landscape, query: ShootsQuery): ShootsAnswer['month'] {
  const { date } = query
  if (date === undefined || date.length !== 'YYYY-MM-DD'.length) return null
  const month = date.slice(0, 'YYYY-MM'.length)
  const matches = shootFilter(landscape, { ...query, date: month })
  let total = 0
  for (let position = 0; position < landscape.roster.members.length; position++) {
    if (matches(position)) total++
  }
  return { date: month, total }
}
