import type { ShootsQuery } from '@/lib/contract/selection'
import { groupedBy } from '@/lib/engine/grouped'
import { remembered } from '@/lib/engine/once'
import type { ClusterForecast, ForecastEvent } from '@/lib/engine/outlook'
import type { Landscape } from './landscape'
import { compareTexts } from './version-text'

type ShootSort = ShootsQuery['sort']
type GroupBy = NonNullable<ShootsQuery['group']>

/**
 * Positions of the roster, which are given in its order, in the order of `sort`. Those that are alike in it stay as they are: by project
 * and name.
 */
export function shootOrder(landscape: Landscape, sort: ShootSort, positions: readonly number[]): readonly number[] {
  const { members } = landscape.roster
  const versionOf = (position: number) => members.at(position)?.shoot.kubernetesVersion ?? ''
  switch (sort) {
    case 'project':
      return positions
    case 'name':
      return positionsInOrder(positions, (position) => members.at(position)?.shoot.name ?? '')
    case 'profile':
      return positionsInOrder(positions, (position) => members.at(position)?.profile ?? '')
    case 'version': {
      const ranks = versionRanks(new Set(positions.map(versionOf)))
      return positionsInOrder(positions, (position) => ranks.get(versionOf(position)) ?? 0)
    }
    case 'next':
      return positionsInOrder(
        positions,
        byClass(landscape, ({ next }) => next?.from ?? Number.POSITIVE_INFINITY),
      )
    case 'attention':
      return positionsInOrder(
        positions,
        byClass(landscape, ({ nextForced, next }) => attentionOf(nextForced ?? next)),
      )
  }
}

/** What follows from what is ahead of each cluster, which is one for all of a class. */
function byClass({ classes }: Landscape, keyOf: (forecast: ClusterForecast) => number): (position: number) => number {
  const { all, places } = classes
  const keys = all.map(({ forecast }) => keyOf(forecast))
  return (position) => keys[places[position] ?? 0] ?? Number.POSITIVE_INFINITY
}

/**
 * Positions in the order of what belongs to each; where that is equal they stay in the order in which they stand. Of 100,000 clusters most
 * share what they are ordered by with others: only what differs is compared.
 */
export function positionsInOrder<T extends string | number>(
  positions: readonly number[],
  keyOf: (position: number) => T,
): readonly number[] {
  const keys = positions.map(keyOf)
  const next = new Map<T, number>()
  for (const key of keys) next.set(key, (next.get(key) ?? 0) + 1)
  let from = 0
  for (const key of [...next.keys()].sort((a, b) => (a < b ? -1 : 1))) {
    const count = next.get(key) ?? 0
    next.set(key, from)
    from += count
  }
  const ordered = positions.slice()
  for (const [i, key] of keys.entries()) {
    const place = next.get(key) ?? 0
    ordered[place] = positions[i] ?? 0
    next.set(key, place + 1)
  }
  return ordered
}

export interface ShootGroup {
  readonly value: string
  readonly positions: readonly number[]
}

/**
 * Positions by group, in their order. Projects and profiles come in the order of their first cluster; versions oldest first and
 * hours from midnight on, as users look for them there. Causes are those of the events that `eventOf` tells.
 */
export function groupsOf(
  landscape: Landscape,
  group: GroupBy,
  positions: Iterable<number>,
  eventOf: (position: number) => ForecastEvent | null | undefined = () => null,
): readonly ShootGroup[] {
  const groupOf = groupValue(landscape, group, eventOf)
  const groups = [...groupedBy(positions, groupOf)].map(([value, members]) => ({ value, positions: members }))
  if (group === 'version') groups.sort((a, b) => compareTexts(a.value, b.value))
  if (group === 'window') groups.sort((a, b) => (a.value < b.value ? -1 : 1))
  return groups
}

/** How many clusters each group has in all. */
export function groupSizes(landscape: Landscape, group: GroupBy): ReadonlyMap<string, number> {
  const groups = groupsOf(landscape, group, Array(landscape.roster.members.length).keys())
  return new Map(groups.map(({ value, positions }) => [value, positions.length]))
}

function groupValue(
  { roster: { members } }: Landscape,
  group: GroupBy,
  eventOf: (position: number) => ForecastEvent | null | undefined,
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

/** The order of positions by their events: those that fail, then forced, then automatic, each by time, then those without an event. */
export function byEventAttention(
  eventOf: (position: number) => ForecastEvent | null | undefined,
): (a: number, b: number) => number {
  const placeOf = remembered((position: number) => attentionOf(eventOf(position)))
  return (a, b) => placeOf(a) - placeOf(b)
}

/** The less, the sooner: fails, then forced, then auto, each by time, then nothing. */
export function attentionOf(event: ForecastEvent | null | undefined): number {
  return event ? RANKS[event.kind] * LATER_THAN_ALL + event.from : NOTHING * LATER_THAN_ALL
}

const RANKS = { fails: 0, forced: 1, auto: 2, other: 3 } as const
const NOTHING = 4
/** No instant is as late. With four times as much, numbers are still exact. */
const LATER_THAN_ALL = 2 ** 50

/** Oldest first: the same for versions that are equal. */
function versionRanks(versions: Iterable<string>): ReadonlyMap<string, number> {
  const ranks = new Map<string, number>()
  let rank = 0
  let previous: string | undefined
  for (const version of [...versions].sort(compareTexts)) {
    if (previous !== undefined && compareTexts(previous, version) !== 0) rank++
    ranks.set(version, rank)
    previous = version
  }
  return ranks
}
