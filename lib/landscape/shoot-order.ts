import type { ShootsQuery } from '@/lib/contract/selection'
import { groupedBy } from '@/lib/engine/grouped'
import type { ClusterForecast, Event } from '@/lib/engine/outlook'
import type { FleetIndex } from './fleet-index'
import { compareTexts } from './version-text'

type Sort = ShootsQuery['sort']
type GroupBy = NonNullable<ShootsQuery['group']>

/**
 * Positions in the roster in the order of `sort`; every order ends with project, name, which is that of the roster.
 */
export function shootOrder(index: FleetIndex, sort: Sort): Uint32Array {
  const { members } = index.roster
  switch (sort) {
    case 'project':
      return everyPlace(members.length)
    case 'name':
      return placesInOrder(members.map((m) => m.shoot.name))
    case 'profile':
      return placesInOrder(members.map((m) => m.profile))
    case 'version':
      return placesInOrder(versionRanks(members.map((m) => m.shoot.kubernetesVersion)))
    case 'next':
      return placesInOrder(byClass(index, ({ next }) => next?.from ?? Number.POSITIVE_INFINITY))
    case 'attention':
      return placesInOrder(byClass(index, ({ nextForced, next }) => attentionOf(nextForced ?? next)))
  }
}

/** What follows from what is ahead of each cluster, which is one for all of a class. */
function byClass(index: FleetIndex, keyOf: (forecast: ClusterForecast) => number): readonly number[] {
  const keys = index.classes.all.map(({ forecast }) => keyOf(forecast))
  return Array.from(index.classes.places, (place) => keys[place] ?? Number.POSITIVE_INFINITY)
}

function everyPlace(length: number): Uint32Array {
  return Uint32Array.from({ length }, (_, position) => position)
}

/**
 * The places of values in their order; equal ones stay in the order in which they stand. Of 100,000 clusters most share what they are
 * ordered by with others: only what differs is compared.
 */
export function placesInOrder<T extends string | number>(values: readonly T[]): Uint32Array {
  const next = new Map<T, number>()
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as T
    next.set(value, (next.get(value) ?? 0) + 1)
  }
  let from = 0
  for (const value of [...next.keys()].sort((a, b) => (a < b ? -1 : 1))) {
    const count = next.get(value) ?? 0
    next.set(value, from)
    from += count
  }
  const places = new Uint32Array(values.length)
  for (let place = 0; place < values.length; place++) {
    const value = values[place] as T
    const at = next.get(value) ?? 0
    places[at] = place
    next.set(value, at + 1)
  }
  return places
}

export interface Group {
  readonly value: string
  readonly positions: readonly number[]
}

/**
 * Positions by group, in their order. Projects and profiles come in the order of their first cluster; versions oldest first and
 * hours from midnight on, as nobody looks for them elsewhere. Causes are those of the events that `eventOf` tells.
 */
export function groupsOf(
  index: FleetIndex,
  group: GroupBy,
  positions: Iterable<number>,
  eventOf: (position: number) => Event | null | undefined = () => null,
): readonly Group[] {
  const groupOf = groupValue(index, group, eventOf)
  const groups = [...groupedBy(positions, groupOf)].map(([value, members]) => ({ value, positions: members }))
  if (group === 'version') groups.sort((a, b) => compareTexts(a.value, b.value))
  if (group === 'window') groups.sort((a, b) => (a.value < b.value ? -1 : 1))
  return groups
}

/** How many clusters each group has in all. */
export function groupSizes(index: FleetIndex, group: GroupBy): ReadonlyMap<string, number> {
  const groups = groupsOf(index, group, everyPlace(index.roster.members.length))
  return new Map(groups.map(({ value, positions }) => [value, positions.length]))
}

function groupValue(
  { roster: { members } }: FleetIndex,
  group: GroupBy,
  eventOf: (position: number) => Event | null | undefined,
): (position: number) => string {
  switch (group) {
    case 'project':
      return (i) => members.at(i)?.project ?? ''
    case 'profile':
      return (i) => members.at(i)?.profile ?? ''
    case 'version':
      return (i) => members.at(i)?.shoot.kubernetesVersion ?? ''
    case 'window':
      return (i) => members.at(i)?.windowHour ?? ''
    case 'cause':
      return (i) => {
        const cause = eventOf(i)?.digest.cause ?? null
        return cause === null ? '-' : `${members.at(i)?.profile} ${cause}`
      }
  }
}

/** By events of positions: fails, then forced, then auto, each by time, then nothing. */
export function byAttention(eventOf: (position: number) => Event | null | undefined): (a: number, b: number) => number {
  const known = new Map<number, number>()
  const placeOf = (position: number) => {
    let place = known.get(position)
    if (place === undefined) {
      place = attentionOf(eventOf(position))
      known.set(position, place)
    }
    return place
  }
  return (a, b) => placeOf(a) - placeOf(b)
}

/** The less, the sooner: fails, then forced, then auto, each by time, then nothing. */
export function attentionOf(event: Event | null | undefined): number {
  return event ? RANKS[event.kind] * LATER_THAN_ALL + event.from : NOTHING * LATER_THAN_ALL
}

const RANKS = { fails: 0, forced: 1, auto: 2, other: 3 } as const
const NOTHING = 4
/** No instant is as late. With four times as much, numbers are still exact. */
const LATER_THAN_ALL = 2 ** 50

/** Oldest first. There are few different versions: they are compared once, then by their ranks. */
function versionRanks(values: readonly string[]): readonly number[] {
  const distinct = [...new Set(values)].sort(compareTexts)
  const ranks = new Map<string, number>()
  let rank = 0
  for (const [i, version] of distinct.entries()) {
    const previous = distinct[i - 1]
    if (previous !== undefined && compareTexts(previous, version) !== 0) rank++
    ranks.set(version, rank)
  }
  return values.map((version) => ranks.get(version) ?? 0)
}
