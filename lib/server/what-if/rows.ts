import type { WhatIfQuery, WhatIfRow } from '@/lib/contract'
import { DAY } from '@/lib/engine/time'
import type { Comparison, Effect } from '@/lib/engine/what-if'
import { classesOf, classPlaces } from '../classes'
import { nextEventBody, nodesOf } from '../event'
import type { FleetIndex } from '../fleet-index'
import type { Computed } from './run'

/** What worries most comes first. */
const attention: readonly Effect[] = ['stuck', 'forced', 'earlier', 'target', 'later', 'freed', 'auto', 'unchanged']

/** Positions in the roster of the clusters asked for, in the order asked for. */
export function listedRows(index: FleetIndex, computed: Computed, query: WhatIfQuery): number[] {
  const { members } = index.roster
  const { comparisons } = computed.effects
  const places = classPlaces(index)
  const classes = classesOf(index)
  const wanted = query.change && new Set<Effect>(query.change)
  const projects = query.project && new Set(query.project)
  const words = query.q?.toLowerCase().split(/\s+/).filter(Boolean) ?? []
  const changeOf = (position: number) => comparisons[places[position] ?? 0]
  const isListed = classes.map((one, place) => {
    const change = comparisons[place]
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
  return sorted(index, rows, changeOf, query)
}

export function rowOf(index: FleetIndex, computed: Computed, position: number): WhatIfRow {
  const member = index.roster.members[position]
  const place = classPlaces(index)[position]
  if (member === undefined || place === undefined) throw new RangeError(`no shoot at ${position}`)
  const { shoot, project } = member
  const { effect, before, after } = computed.effects.comparisons[place] ?? UNCHANGED
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

const UNCHANGED: Comparison = { effect: 'unchanged', before: null, after: null }

function shiftOf({ before, after }: Pick<Comparison, 'before' | 'after'>): number | null {
  return before === null || after === null ? null : Math.round((after.window.begin - before.window.begin) / DAY)
}

/** Every order, turned round or not, ends with that of the roster: project, then name. Numbers are looked up once per cluster. */
function sorted(
  index: FleetIndex,
  rows: number[],
  changeOf: (position: number) => Comparison | undefined,
  { sort, order }: Pick<WhatIfQuery, 'sort' | 'order'>,
): number[] {
  const { members } = index.roster
  const turn = order === undefined || order === (sort === 'nodes' ? 'desc' : 'asc') ? 1 : -1
  if (sort === 'project' && turn === 1) return rows
  if (sort === 'name' || sort === 'project') {
    const text = (i: number) => (sort === 'name' ? members[i]?.shoot.name : members[i]?.project) ?? ''
    return rows.sort((a, b) => turn * (text(a) < text(b) ? -1 : text(a) > text(b) ? 1 : 0) || a - b)
  }
  const never = Number.MAX_VALUE
  const keys = new Map<Comparison | undefined, number>()
  const rankOf = (change: Comparison | undefined): number => {
    if (change === undefined) return never
    const { effect, before, after } = change
    if (sort === 'before') return before?.from ?? never
    if (sort === 'after') return after?.from ?? never
    // Earlier first; what is new or gone has no distance.
    if (sort === 'shift') return shiftOf(change) ?? never
    return attention.indexOf(effect) * 1e14 + (after?.from ?? before?.from ?? 0)
  }
  const nodes = (i: number) => {
    const shoot = members[i]?.shoot
    const event = changeOf(i)?.after
    return shoot === undefined || !event ? 0 : -nodesOf(shoot, event.digest.rolls).max
  }
  const keyed = Float64Array.from(rows, (i) => {
    if (sort === 'nodes') return turn * nodes(i)
    const change = changeOf(i)
    let key = keys.get(change)
    if (key === undefined) {
      const rank = rankOf(change)
      // What has no such date stays at the end.
      key = rank === never ? never : turn * rank
      keys.set(change, key)
    }
    return key
  })
  return inOrder(rows, keyed)
}

/** By key; equal ones stay in order. There are far fewer keys than rows: only keys are sorted, rows are dealt out. */
function inOrder(rows: readonly number[], keys: Float64Array): number[] {
  const nextPlace = new Map([...new Set(keys)].sort((a, b) => a - b).map((key) => [key, 0]))
  for (const key of keys) nextPlace.set(key, (nextPlace.get(key) ?? 0) + 1)
  let begin = 0
  for (const [key, count] of nextPlace) {
    nextPlace.set(key, begin)
    begin += count
  }
  const sorted: number[] = new Array(rows.length).fill(0)
  for (const [i, key] of keys.entries()) {
    const place = nextPlace.get(key) ?? 0
    sorted[place] = rows[i] ?? 0
    nextPlace.set(key, place + 1)
  }
  return sorted
}
