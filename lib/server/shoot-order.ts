import type { ShootsQuery } from '@/lib/contract'
import type { Event } from '@/lib/engine/fleet'
import type { FleetIndex } from './fleet-index'
import { oncePer } from './kept'
import { compareTexts } from './version-text'

type Sort = ShootsQuery['sort']

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
