import { type CsvValue, csvLine } from '@/lib/contract/csv'
import { onWire } from '@/lib/contract/dates'
import type { NextEvent } from '@/lib/contract/steps'
import type { WhatIfQuery, WhatIfRow } from '@/lib/contract/what-if'
import { partOf } from '@/lib/contract/what-if-row'
import { WHAT_IF_CHANGES } from '@/lib/engine/kinds'
import { type Event, isLate, isNoticed } from '@/lib/engine/outlook'
import { type Compared, type Effect, effectOn, UNCHANGED, type WhatIf } from '@/lib/engine/outlook/difference'
import { DAY } from '@/lib/engine/time'
import type { Shoot } from '@/lib/engine/types'
import { classesOf, classPlaces } from '@/lib/landscape/classes'
import { type Computed, draftOf } from '@/lib/landscape/draft'
import { clusterEvent, clusterPart } from '@/lib/landscape/event'
import type { FleetIndex } from '@/lib/landscape/fleet-index'
import { Outlook } from '@/lib/landscape/outlook'
import { nodesOf } from '@/lib/landscape/roster'
import { eachOf } from '@/lib/process/turns'
import { causeText } from '@/lib/words/causes'
import { whatText } from '@/lib/words/event-words'

/** Positions in the roster of the clusters asked for, in the order asked for. */
export function listedRows(index: FleetIndex, computed: Computed, query: WhatIfQuery): number[] {
  const { members } = index.roster
  const { effects } = computed
  const places = classPlaces(index)
  const classes = classesOf(index)
  const wanted = query.change && new Set<Effect>(query.change)
  const projects = query.project && new Set(query.project)
  const words = query.q?.toLowerCase().split(/\s+/).filter(Boolean) ?? []
  const isListed = classes.map((one, place) => {
    const effect = effectOn(effects, place)
    if (effect === 'unchanged' && !computed.edited.profiles.has(one.profile)) return false
    if (query.counted !== undefined && effects.changed.get(place)?.counted.has(query.counted) !== true) return false
    return wanted === undefined ? effect !== 'unchanged' : wanted.has(effect)
  })
  const rows: number[] = []
  for (let i = 0; i < members.length; i++) {
    if (isListed[places[i] ?? 0] !== true) continue
    const member = members.at(i)
    if (member === undefined) continue
    if (projects !== undefined && !projects.has(member.project) && !projects.has(member.shoot.namespace)) continue
    if (words.length > 0 && !words.every((word) => member.search.includes(word))) continue
    rows.push(i)
  }
  return sorted(index, rows, computed, query)
}

export function rowOf(index: FleetIndex, computed: Computed, position: number): WhatIfRow {
  const place = classPlaces(index)[position]
  if (place === undefined) throw new RangeError(`no shoot at ${position}`)
  const outlook = new Outlook(index, position)
  const { member } = outlook
  const { shoot, project } = member
  const { edited, effects } = computed
  const change = effects.changed.get(place)
  const { effect, before, after } = change?.comparison ?? UNCHANGED
  const late = (change?.after ?? outlook.forecast.events).find(isLate)
  const nextForced = {
    before: onWire(outlook.nextForced),
    after: late ? onWire(clusterEvent(index, member, late, { edited })) : null,
  }
  const deciding = after ?? before
  const ahead = (events: readonly Event[], options: Parameters<typeof clusterEvent>[3]) =>
    events
      .filter((event) => event.from <= computed.until && isNoticed(event))
      .slice(0, MOST_EVENTS)
      .map((event) => onWire(clusterEvent(index, member, event, options)))
  return {
    namespace: shoot.namespace,
    name: shoot.name,
    project,
    profile: shoot.profile,
    change: effect,
    before: before ? onWire(clusterPart(index, member, before)) : nextForced.before,
    after: after ? onWire(clusterPart(index, member, after, { edited })) : nextForced.after,
    ofPart: { before: before !== null, after: after !== null },
    nextForced,
    shiftDays: shiftOf({ before, after }),
    outlook: {
      before: ahead(outlook.forecast.events, {}),
      after: ahead(change?.after ?? outlook.forecast.events, change === undefined ? {} : { edited }),
    },
    edits: deciding === null ? [] : [...computed.responsible.of(deciding, outlook.forecast.events)],
  }
}

/** So much of what is ahead of a cluster is told. */
const MOST_EVENTS = 8

/** Some of each change, where so many are asked for; they are listed with what worries most first. */
export function someOfEach(computed: Computed, index: FleetIndex, rows: readonly number[], each: number): number[] {
  const places = classPlaces(index)
  const seen = new Map<Effect, number>()
  return rows.filter((position) => {
    const effect = effectOn(computed.effects, places[position] ?? 0)
    const count = (seen.get(effect) ?? 0) + 1
    seen.set(effect, count)
    return count <= each
  })
}

function shiftOf({ before, after }: Pick<Compared, 'before' | 'after'>): number | null {
  if (before === null || after === null) return null
  return Math.round((after.event.window.begin - before.event.window.begin) / DAY)
}

/** Every order, turned round or not, ends with that of the roster: project, then name. */
function sorted(
  index: FleetIndex,
  rows: number[],
  { effects }: Computed,
  { sort, order }: Pick<WhatIfQuery, 'sort' | 'order'>,
): number[] {
  const { members } = index.roster
  const turn = order === undefined || order === (sort === 'nodes' ? 'desc' : 'asc') ? 1 : -1
  if (sort === 'project' && turn === 1) return rows
  if (sort === 'name' || sort === 'project') {
    const text = (i: number) => (sort === 'name' ? members.at(i)?.shoot.name : members.at(i)?.project) ?? ''
    return rows.sort((a, b) => turn * (text(a) < text(b) ? -1 : text(a) > text(b) ? 1 : 0) || a - b)
  }
  const places = classPlaces(index)
  const ranks = new Float64Array(classesOf(index).length)
  for (let i = 0; i < ranks.length; i++) ranks[i] = turned(rankOf(effects, i, sort), turn)
  const keys = new Float64Array(rows.length)
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] ?? 0
    const place = places[row] ?? 0
    keys[i] =
      sort === 'nodes'
        ? turn * rankByNodes(members.at(row)?.shoot, effects.changed.get(place)?.comparison)
        : (ranks[place] ?? NEVER)
  }
  return inOrder(rows, keys)
}

const NEVER = Number.MAX_VALUE

function rankOf({ changed }: WhatIf, place: number, sort: WhatIfQuery['sort']): number {
  const comparison = changed.get(place)?.comparison
  if (comparison === undefined) return NEVER
  const { effect, before, after } = comparison
  if (sort === 'before' || sort === 'after') return comparison[sort]?.event.from ?? NEVER
  // Earlier first; what is new or gone has no distance.
  if (sort === 'shift') return shiftOf(comparison) ?? NEVER
  const begin = (after ?? before)?.event.from ?? 0
  return WHAT_IF_CHANGES.indexOf(effect) * 1e14 + begin
}

/** What has no such date stays at the end. */
function turned(rank: number, turn: 1 | -1): number {
  return rank === NEVER ? NEVER : turn * rank
}

function rankByNodes(shoot: Shoot | undefined, comparison: Compared | undefined): number {
  const event = comparison?.after?.event
  if (shoot === undefined || !event) return 0
  const { rolls, inPlace } = event.digest
  return -nodesOf(shoot, [...rolls, ...inPlace]).max
}

/** By key; equal ones stay in order. There are far fewer keys than rows: only keys are sorted, rows are dealt out. */
function inOrder(rows: readonly number[], keys: Float64Array): number[] {
  const numbers = new Map<number, number>()
  const numberOf = new Uint32Array(rows.length)
  const counts: number[] = []
  for (let i = 0; i < rows.length; i++) {
    const key = keys[i] ?? 0
    const number = numbers.get(key) ?? numbers.size
    if (number === numbers.size) numbers.set(key, number)
    numberOf[i] = number
    counts[number] = (counts[number] ?? 0) + 1
  }
  const nextPlace = new Uint32Array(numbers.size)
  let begin = 0
  for (const [, number] of [...numbers].sort(([a], [b]) => a - b)) {
    nextPlace[number] = begin
    begin += counts[number] ?? 0
  }
  const sorted: number[] = new Array(rows.length).fill(0)
  for (let i = 0; i < rows.length; i++) {
    const number = numberOf[i] ?? 0
    const place = nextPlace[number] ?? 0
    sorted[place] = rows[i] ?? 0
    nextPlace[number] = place + 1
  }
  return sorted
}

const columns: readonly (readonly [title: string, value: (row: WhatIfRow) => CsvValue])[] = [
  ['project', (row) => row.project],
  ['namespace', (row) => row.namespace],
  ['cluster', (row) => row.name],
  ['change', (row) => row.change],
  ...(['before', 'after'] as const).flatMap((side): [string, (row: WhatIfRow) => CsvValue][] => [
    [`${side}: kind`, (row) => partOf(row, side)?.kind ?? null],
    [`${side}: window begins`, (row) => partOf(row, side)?.window.begin ?? null],
    [`${side}: what`, (row) => whatOf(partOf(row, side))],
    [`${side}: from`, (row) => partOf(row, side)?.from ?? null],
    [`${side}: to`, (row) => partOf(row, side)?.to ?? null],
    [`${side}: nodes`, (row) => partOf(row, side)?.effect ?? null],
    [`${side}: why it fails`, (row) => whyOf(partOf(row, side))],
    [`${side}: next forced: kind`, (row) => row.nextForced[side]?.kind ?? null],
    [`${side}: next forced: window begins`, (row) => row.nextForced[side]?.window.begin ?? null],
    [`${side}: next forced: what`, (row) => whatOf(row.nextForced[side])],
    [`${side}: next forced: from`, (row) => row.nextForced[side]?.from ?? null],
    [`${side}: next forced: to`, (row) => row.nextForced[side]?.to ?? null],
  ]),
  ['days between', (row) => row.shiftDays],
  ['nodes at least', (row) => (partOf(row, 'after') ?? partOf(row, 'before'))?.nodes.min ?? null],
  ['nodes at most', (row) => (partOf(row, 'after') ?? partOf(row, 'before'))?.nodes.max ?? null],
]

/** All clusters that the answer lists, as RFC 4180: the rows of every page, with a line of titles. */
export async function whatIfCsv(index: FleetIndex, query: WhatIfQuery): Promise<string> {
  const found = await draftOf(index, query)
  const lines = [csvLine(columns.map(([title]) => title))]
  await eachOf(listedRows(index, found, query), (position) => {
    const row = rowOf(index, found, position)
    lines.push(csvLine(columns.map(([, value]) => value(row))))
  })
  return lines.join('')
}

function whatOf(event: NextEvent | null): string | null {
  return event && whatText(event)
}

function whyOf(event: NextEvent | null): string | null {
  return event === null || event.cause === null ? null : causeText(event.cause)
}
