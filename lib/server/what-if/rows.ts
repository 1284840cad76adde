import type { WhatIfQuery, WhatIfRow } from '@/lib/contract'
import { DAY } from '@/lib/engine/time'
import type { ClassComparison, Effect } from '@/lib/engine/what-if'
import { classesOf, classPlaces, type ShootClass } from '../classes'
import { nextEventBody, nodesOf } from '../event'
import type { FleetIndex } from '../fleet-index'
import { oncePer } from '../once-per'
import type { Computed } from './run'

/** What worries most comes first. */
const order: readonly Effect[] = ['stuck', 'forced', 'earlier', 'target', 'later', 'freed', 'auto', 'unchanged']

type Compared = ClassComparison<ShootClass>

/** Positions in the roster of the clusters asked for, in the order asked for. */
export function listedRows(index: FleetIndex, computed: Computed, query: WhatIfQuery): number[] {
  const { members } = index.roster
  const changes = changesOf(computed)
  const places = classPlaces(index)
  const classes = classesOf(index)
  const wanted = query.change && new Set<Effect>(query.change)
  const projects = query.project && new Set(query.project)
  const words = query.q?.toLowerCase().split(/\s+/).filter(Boolean) ?? []
  const byPlace = classes.map((one) => changes.get(one))
  const changeOf = (position: number) => byPlace[places[position] ?? 0]
  const isListed = classes.map((one, place) => {
    const change = byPlace[place]
    if (change === undefined && !computed.draft.profiles.has(one.profile)) return false
    return wanted === undefined ? change !== undefined : wanted.has(change?.effect ?? 'unchanged')
  })
  const rows: number[] = []
  for (let i = 0; i < members.length; i++) {
    const member = members[i]
    if (member === undefined || isListed[places[i] ?? 0] !== true) continue
    if (projects !== undefined && !projects.has(member.project) && !projects.has(member.shoot.namespace)) continue
    if (words.length > 0 && !words.every((word) => member.search.includes(word))) continue
    rows.push(i)
  }
  return sorted(index, rows, changeOf, query.sort)
}

export function rowOf(index: FleetIndex, computed: Computed, position: number): WhatIfRow {
  const member = index.roster.members[position]
  const one = classesOf(index)[classPlaces(index)[position] ?? 0]
  if (member === undefined || one === undefined) throw new RangeError(`no shoot at ${position}`)
  const { shoot, project } = member
  const { effect, before, after } = changesOf(computed).get(one) ?? { effect: 'unchanged', before: null, after: null }
  return {
    namespace: shoot.namespace,
    name: shoot.name,
    project,
    profile: shoot.profile,
    change: effect,
    before: before && nextEventBody(before, shoot),
    after: after && nextEventBody(after, shoot),
    shiftDays: shiftOf({ before, after }),
  }
}

function shiftOf({ before, after }: Pick<Compared, 'before' | 'after'>): number | null {
  return before === null || after === null ? null : Math.round((after.window.begin - before.window.begin) / DAY)
}

export const changesOf: (computed: Computed) => ReadonlyMap<ShootClass, Compared> = oncePer(
  ({ effects }) => new Map(effects.changed.map((one) => [one.class, one])),
)

/** Every order ends with that of the roster: project, then name. Numbers are looked up once per cluster. */
function sorted(
  index: FleetIndex,
  rows: number[],
  changeOf: (position: number) => Compared | undefined,
  sort: WhatIfQuery['sort'],
): number[] {
  if (sort === 'project') return rows
  const { members } = index.roster
  if (sort === 'name') {
    const name = (i: number) => members[i]?.shoot.name ?? ''
    return rows.sort((a, b) => (name(a) < name(b) ? -1 : name(a) > name(b) ? 1 : a - b))
  }
  const never = Number.MAX_VALUE
  const keys = new Map<Compared | undefined, number>()
  const rankOf = (change: Compared | undefined): number => {
    if (change === undefined) return never
    const { effect, before, after } = change
    if (sort === 'before') return before?.from ?? never
    if (sort === 'after') return after?.from ?? never
    // Earlier first; what is new or gone has no distance.
    if (sort === 'shift') return shiftOf(change) ?? never
    return order.indexOf(effect) * 1e14 + (after?.from ?? before?.from ?? 0)
  }
  const nodes = (i: number) => {
    const shoot = members[i]?.shoot
    const event = changeOf(i)?.after ?? changeOf(i)?.before
    return shoot === undefined || !event ? 0 : -nodesOf(shoot, event.digest.rolls).max
  }
  const keyed = Float64Array.from(rows, (i) => {
    if (sort === 'nodes') return nodes(i)
    const change = changeOf(i)
    let key = keys.get(change)
    if (key === undefined) {
      key = rankOf(change)
      keys.set(change, key)
    }
    return key
  })
  const places = Uint32Array.from(rows.keys())
  places.sort((a, b) => (keyed[a] ?? 0) - (keyed[b] ?? 0) || a - b)
  return Array.from(places, (place) => rows[place] ?? 0)
}
