import type { EventKind } from '@/lib/contract/common'
import { onWire } from '@/lib/contract/dates'
import type { ShootsQuery } from '@/lib/contract/selection'
import { IN_PLACE } from '@/lib/contract/words'
import { sumOf } from '@/lib/engine/grouped'
import type { ForecastEvent } from '@/lib/engine/outlook'
import { clusterEvent } from '@/lib/landscape/event'
import { evidenceOf, type FleetIndex } from '@/lib/landscape/fleet-index'
import { membersWhere } from '@/lib/landscape/lookup'
import { Outlook } from '@/lib/landscape/outlook'
import { indexOfProjects } from '@/lib/landscape/projects'
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
export async function shootsView(index: FleetIndex, query: ShootsQuery): Promise<ShootsAnswer> {
  const found = await lists.of(index, query)
  const { positions: rows, groups } = folded(found, query.fold ?? [])
  const end = query.offset + query.limit
  const positions = rows.slice(query.offset, end)
  // What is folded after the last row of all is told with that.
  const isHere = ({ from, folded, count }: GroupOfRows) =>
    folded
      ? from >= query.offset && (from < end || (from === rows.length && end >= rows.length))
      : from < end && from + count > query.offset
  return {
    ...headOf(index, found),
    rows: rows.length,
    groups: await withRemedies(index, found, groups.filter(isHere), query.group),
    items: positions.map((position) => onWire(itemOf(index, found, position))),
  }
}

type GroupOfRows = ShootsAnswer['groups'][number]

/** Of those that fail for one cause, what helps them. */
async function withRemedies(
  index: FleetIndex,
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
    told.push({ ...group, remedies: await remediesOf(index, alike, remedyBody) })
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
export async function allShoots(index: FleetIndex, query: AllShootsQuery) {
  const found = await lists.of(index, { ...query, offset: 0, limit: 0 })
  return { head: headOf(index, found), items: itemsOf(index, found) }
}

/** The items alone, for which nothing is counted. */
export function allItems(index: FleetIndex, query: AllShootsQuery): Iterable<ListedItem> {
  return itemsOf(index, listed(index, { ...query, offset: 0, limit: 0 }, shootFilter(index, query)))
}

function* itemsOf(index: FleetIndex, found: ListedClusters): Generator<ListedItem> {
  for (const position of found.positions) yield itemOf(index, found, position)
}

function headOf(
  index: FleetIndex,
  { positions, eventOf: _, kind: _kind, ...figures }: FilteredShoots,
): Omit<ShootsAnswer, 'items'> {
  const total = positions.length
  return { ...evidenceOf(index), ...figures, total, rows: total, all: index.roster.members.length }
}

/** A row of the list, with its instants as numbers. */
export type ListedItem = ReturnType<typeof itemOf>

function itemOf(index: FleetIndex, { eventOf, kind }: ListedClusters, position: number) {
  const outlook = new Outlook(index, position)
  const asked = eventOf?.(position)
  return Object.assign(shootRowOf(outlook), {
    asked: asked ? clusterEvent(index, outlook.member, asked, { asked: kind }) : null,
  })
}

type EventOf = (position: number) => ForecastEvent | null | undefined

interface ListedClusters extends Pick<ShootsAnswer, 'groups'> {
  /** In order. */
  readonly positions: readonly number[]
  /** The event that is asked for; null when none is. */
  readonly eventOf: EventOf | null
  /** The one kind of event that is asked for; undefined: several or any. */
  readonly kind: EventKind | undefined
}

type FilteredShoots = ListedClusters & Pick<ShootsAnswer, 'projects' | 'rolling' | 'month' | 'facets'>

/** So many lists are remembered of a landscape at an instant: readers scroll through one page by page. */
const remembered = 8
const lists = lastPer('lists', remembered, {
  textOf: (query: ShootsQuery) =>
    JSON.stringify({ ...query, at: undefined, fold: undefined, offset: undefined, limit: undefined }),
  make: find,
})

/** So many lists are made again for the next landscape: what a reader may just be looking at. */
const renewed = 3

/** The lists of an index are known that were asked for last of an earlier one: readers go on with them. */
export async function listsReady(index: FleetIndex, before: FleetIndex): Promise<void> {
  for (const query of lists.asked(before).slice(0, renewed)) await shootsReady(index, query)
}

/** Resolves when it is known which shoots match, and in which order: of many that takes a while. */
export async function shootsReady(index: FleetIndex, query: AllShootsQuery): Promise<void> {
  await lists.of(index, { ...query, offset: 0, limit: 0 })
}

/**
 * How many clusters each view of them has.
 * @param nightIndex the landscape in which the night is seen
 * @param shown the night, and of which projects the views are
 */
export async function viewCounts(
  all: FleetIndex,
  nightIndex: FleetIndex,
  shown: ShownNight,
): Promise<ClusterViewsAnswer> {
  const project = shown.filters?.project
  const index = project === undefined ? all : await indexOfProjects(all, project)
  // As the filters `FORCED` and `STUCK` have it.
  const figures = [...index.figures.values()]
  const isInPlace = shootFilter(index, allShootsQuery.parse(IN_PLACE))
  return {
    ...evidenceOf(index),
    all: index.roster.members.length,
    tonight: await tonightCount(nightIndex, shown),
    forced: sumOf(figures, ({ forced90 }) => forced90),
    stuck: sumOf(figures, ({ stuck }) => stuck),
    inPlace: membersWhere(index, (member, position) => isInPlace(position, member)).length,
  }
}

async function find(index: FleetIndex, query: ShootsQuery): Promise<FilteredShoots> {
  const left = await leftOf(index, query)
  const { events, ...found } = listed(index, query, left.isLeft)
  return {
    ...found,
    projects: left.projectCount,
    rolling: rollingOf(events, left.leftOf),
    month: monthOf(index, query),
    facets: await facetsOf(index, query, left),
  }
}

/** The clusters that are left, in order. `events`: what the rows of each class show, by its place. */
function listed(index: FleetIndex, query: ShootsQuery, isLeft: (position: number) => boolean) {
  const asked = askedEvent(index, query)
  const places = index.classes.places
  const events = index.classes.all.map(({ forecast }) =>
    asked === null ? (forecast.nextForced ?? forecast.next) : asked(forecast),
  )
  const shownEvent: EventOf = (i) => events[places[i] ?? 0]
  const eventOf = asked && shownEvent
  const left = membersWhere(index, (_, position) => isLeft(position))
  let ordered = shootOrder(index, query.sort, left)
  // What is asked for is what the rows show, so it also makes their order.
  if (eventOf !== null && query.sort === 'attention')
    ordered = positionsInOrder(ordered, (i) => attentionOf(eventOf(i)))
  if (eventOf !== null && query.sort === 'next')
    ordered = positionsInOrder(ordered, (i) => eventOf(i)?.from ?? Number.MAX_SAFE_INTEGER)
  return {
    ...grouped(index, query.group, ordered, shownEvent),
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
  index: FleetIndex,
  by: ShootsQuery['group'],
  positions: readonly number[],
  eventOf: EventOf,
): Pick<FilteredShoots, 'positions' | 'groups'> {
  if (by === undefined) return { positions, groups: [] }
  const found = groupsOf(index, by, positions, eventOf)
  const sizes = by === 'cause' ? new Map<string, number>() : groupSizes(index, by)
  let from = 0
  const groups = found.map(({ value, positions: { length: count } }) => {
    const group = { value, from, folded: false, count, all: sizes.get(value) ?? count, remedies: [] }
    from += count
    return group
  })
  return { positions: found.flatMap((group) => group.positions), groups }
}

/** The same question for all of the month that the day of a query is in. */
function monthOf(index: FleetIndex, query: ShootsQuery): ShootsAnswer['month'] {
  const { date } = query
  if (date === undefined || date.length !== 'YYYY-MM-DD'.length) return null
  const month = date.slice(0, 'YYYY-MM'.length)
  const matches = shootFilter(index, { ...query, date: month })
  let total = 0
  for (let position = 0; position < index.roster.members.length; position++) {
    if (matches(position)) total++
  }
  return { date: month, total }
}
