import type { ShootsQuery } from '@/lib/contract'
import type { Event } from '@/lib/engine/fleet'
import type { FleetIndex } from './fleet-index'
import { oncePer } from './kept'
import { compareTexts } from './version-text'

type Sort = ShootsQuery['sort']
type GroupBy = NonNullable<ShootsQuery['group']>

/** Positions in the roster in the order of `sort`; every order ends with project, name, which is that of the roster. */
export function shootOrder(index: FleetIndex, sort: Sort): Uint32Array {
  const orders = ordersOf(index)
  let order = orders.get(sort)
  if (order === undefined) {
    order = Uint32Array.from(index.roster.members, (_, position) => position)
    const compare = comparison(index, sort)
    if (compare !== null) order.sort((a, b) => compare(a, b) || a - b)
    orders.set(sort, order)
  }
  return order
}

const ordersOf: (index: FleetIndex) => Map<Sort, Uint32Array> = oncePer(() => new Map())

function comparison(index: FleetIndex, sort: Sort): ((a: number, b: number) => number) | null {
  const { members } = index.roster
  switch (sort) {
    case 'project':
      return null
    case 'name':
      return byText(members.map((m) => m.shoot.name))
    case 'profile':
      return byText(members.map((m) => m.profile))
    case 'version':
      return byVersion(members.map((m) => m.shoot.kubernetesVersion))
    case 'next':
      return byNumber(index.forecasts.map(({ next }) => next?.from ?? Number.POSITIVE_INFINITY))
    case 'attention':
      return byAttention((i) => index.forecasts.at(i)?.nextForced ?? index.forecasts.at(i)?.next)
  }
}

export interface Group {
  readonly value: string
  readonly positions: readonly number[]
}

/**
 * Positions by group, in their order. Projects and profiles come in the order of their first cluster; versions oldest first and
 * hours from midnight on, as nobody looks for them elsewhere.
 */
export function groupsOf(index: FleetIndex, group: GroupBy, positions: Iterable<number>): readonly Group[] {
  const groupOf = groupValue(index, group)
  const found = new Map<string, number[]>()
  for (const position of positions) {
    const value = groupOf(position)
    const members = found.get(value)
    if (members === undefined) found.set(value, [position])
    else members.push(position)
  }
  const groups = [...found].map(([value, members]) => ({ value, positions: members }))
  if (group === 'version') groups.sort((a, b) => compareTexts(a.value, b.value))
  if (group === 'window') groups.sort((a, b) => (a.value < b.value ? -1 : 1))
  return groups
}

/** How many clusters each group has in all. */
export function groupSizes(index: FleetIndex, group: GroupBy): ReadonlyMap<string, number> {
  const sizes = sizesOf(index)
  let known = sizes.get(group)
  if (known === undefined) {
    const all = shootOrder(index, 'project')
    known = new Map(groupsOf(index, group, all).map(({ value, positions }) => [value, positions.length]))
    sizes.set(group, known)
  }
  return known
}

const sizesOf: (index: FleetIndex) => Map<GroupBy, ReadonlyMap<string, number>> = oncePer(() => new Map())

function groupValue({ roster: { members } }: FleetIndex, group: GroupBy): (position: number) => string {
  switch (group) {
    case 'project':
      return (i) => members.at(i)?.project ?? ''
    case 'profile':
      return (i) => members.at(i)?.profile ?? ''
    case 'version':
      return (i) => members.at(i)?.shoot.kubernetesVersion ?? ''
    case 'window':
      return (i) => members.at(i)?.windowHour ?? ''
  }
}

/** By events of positions: fails, then forced, then auto, each by time, then nothing. */
export function byAttention(eventOf: (position: number) => Event | null | undefined): (a: number, b: number) => number {
  const known = new Map<number, { readonly rank: number; readonly time: number }>()
  const placeOf = (position: number) => {
    let place = known.get(position)
    if (place === undefined) {
      const event = eventOf(position)
      place = { rank: event ? RANKS[event.kind] : NOTHING, time: event?.from ?? 0 }
      known.set(position, place)
    }
    return place
  }
  return (a, b) => {
    const left = placeOf(a)
    const right = placeOf(b)
    return left.rank - right.rank || left.time - right.time
  }
}

const RANKS = { fails: 0, forced: 1, auto: 2, other: 3 } as const
const NOTHING = 4

function byNumber(values: readonly number[]): (a: number, b: number) => number {
  return (a, b) => {
    const left = values[a] ?? 0
    const right = values[b] ?? 0
    return left < right ? -1 : left > right ? 1 : 0
  }
}

function byText(values: readonly string[]): (a: number, b: number) => number {
  return (a, b) => {
    const left = values[a] ?? ''
    const right = values[b] ?? ''
    return left < right ? -1 : left > right ? 1 : 0
  }
}

/** Oldest first. There are few different versions: they are compared once, then by their ranks. */
function byVersion(values: readonly string[]): (a: number, b: number) => number {
  const distinct = [...new Set(values)].sort(compareTexts)
  const ranks = new Map<string, number>()
  let rank = 0
  for (const [i, version] of distinct.entries()) {
    const previous = distinct[i - 1]
    if (previous !== undefined && compareTexts(previous, version) !== 0) rank++
    ranks.set(version, rank)
  }
  return byNumber(values.map((version) => ranks.get(version) ?? 0))
}
