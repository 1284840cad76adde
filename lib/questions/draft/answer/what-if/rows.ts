import type { CsvValue } from '@/lib/contract/csv'
import { onWire } from '@/lib/contract/dates'
import type { NextEvent } from '@/lib/contract/steps'
import type { WhatIfQuery, WhatIfRow } from '@/lib/contract/what-if'
import { partOf } from '@/lib/contract/what-if'
import { WHAT_IF_CHANGES } from '@/lib/engine/kinds'
import { type ForecastEvent, isLate } from '@/lib/engine/outlook'
import { type ComparedEvents, effectOn, type PartComparisonEffect, UNCHANGED } from '@/lib/engine/outlook/difference'
import { DAY } from '@/lib/engine/time'
import { type CsvColumn, csvParts } from '@/lib/http/in-parts'
import { positionsOfClasses, type ShootClass } from '@/lib/landscape/classes'
import { type ComputedDraft, draftOf } from '@/lib/landscape/draft'
import type { WholeProfile } from '@/lib/landscape/edited-profiles'
import { clusterEvent, clusterPart, eventsAhead } from '@/lib/landscape/event'
import type { Landscape } from '@/lib/landscape/landscape'
import { Outlook } from '@/lib/landscape/outlook'
import { codedCauseText } from '@/lib/words/causes'
import { whatText } from '@/lib/words/event-words'

/** Positions in the roster of the clusters asked for. */
export function listedRows(landscape: Landscape, computed: ComputedDraft, query: WhatIfQuery): number[] {
  const { effects } = computed
  const wanted = query.change && new Set<PartComparisonEffect>(query.change)
  const projects = query.project && new Set(query.project)
  const words = query.q?.toLowerCase().split(/\s+/).filter(Boolean) ?? []
  const isListed = ({ profile }: ShootClass, place: number): boolean => {
    const effect = effectOn(effects, place)
    if (effect === 'unchanged' && !computed.edited.profiles.has(profile)) return false
    if (query.counted !== undefined && effects.changed.get(place)?.counted.has(query.counted) !== true) return false
    return wanted === undefined ? effect !== 'unchanged' : wanted.has(effect)
  }
  const places = landscape.classes.all.flatMap((one, place) => (isListed(one, place) ? [place] : []))
  const rows = Array.from(positionsOfClasses(landscape, places))
  const isAsked = (position: number): boolean => {
    const member = landscape.roster.members.at(position)
    if (member === undefined) return false
    if (projects !== undefined && !projects.has(member.project) && !projects.has(member.shoot.namespace)) return false
    return words.every((word) => member.search.includes(word))
  }
  const isAll = projects === undefined && words.length === 0
  return sorted(landscape, isAll ? rows : rows.filter(isAsked), computed)
}

export function whatIfRowOf(landscape: Landscape, computed: ComputedDraft, position: number): WhatIfRow {
  const place = landscape.classes.places[position]
  if (place === undefined) throw new RangeError(`no shoot at ${position}`)
  const outlook = new Outlook(landscape, position)
  const { member } = outlook
  const { shoot, project } = member
  const { edited, effects } = computed
  const change = effects.changed.get(place)
  const { effect, before, after } = change?.comparison ?? UNCHANGED
  const late = (change?.after ?? outlook.forecast.events).find(isLate)
  const nextForced = {
    before: onWire(outlook.nextForced),
    after: late ? onWire(clusterEvent(landscape, member, late, { edited })) : null,
  }
  const deciding = after ?? before
  const ahead = (events: readonly ForecastEvent[], options: Parameters<typeof clusterEvent>[3]) =>
    onWire(eventsAhead(landscape, member, events, computed.until, options))
  return {
    namespace: shoot.namespace,
    name: shoot.name,
    project,
    profile: shoot.profile,
    change: effect,
    before: before ? onWire(clusterPart(landscape, member, before)) : nextForced.before,
    after: after ? onWire(clusterPart(landscape, member, after, { edited })) : nextForced.after,
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

/** Some of each change, where so many are asked for. */
export function someOfEach(
  computed: ComputedDraft,
  landscape: Landscape,
  rows: readonly number[],
  each: number,
): number[] {
  const places = landscape.classes.places
  const seen = new Map<PartComparisonEffect, number>()
  return rows.filter((position) => {
    const effect = effectOn(computed.effects, places[position] ?? 0)
    const count = (seen.get(effect) ?? 0) + 1
    seen.set(effect, count)
    return count <= each
  })
}

function shiftOf({ before, after }: Pick<ComparedEvents, 'before' | 'after'>): number | null {
  if (before === null || after === null) return null
  return Math.round((after.event.window.begin - before.event.window.begin) / DAY)
}

/** What worries most first, then what comes first; equal ones stay as the roster has them. There are far fewer keys than rows: only keys are sorted. */
function sorted(landscape: Landscape, rows: readonly number[], { effects }: ComputedDraft): number[] {
  const places = landscape.classes.places
  const keys = landscape.classes.all.map((_, place) => attentionOf(effects.changed.get(place)?.comparison ?? UNCHANGED))
  const byKey = new Map<number, number[]>(keys.map((key) => [key, []]))
  for (const row of rows) byKey.get(keys[places[row] ?? 0] ?? 0)?.push(row)
  return [...byKey].sort(([a], [b]) => a - b).flatMap(([, equal]) => equal)
}

function attentionOf({ effect, before, after }: ComparedEvents): number {
  return WHAT_IF_CHANGES.indexOf(effect) * 1e14 + ((after ?? before)?.event.from ?? 0)
}

const columns: readonly CsvColumn<WhatIfRow>[] = [
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
export async function whatIfCsv(landscape: Landscape, query: WhatIfQuery, object?: WholeProfile): Promise<string> {
  const found = await draftOf(landscape, query, object)
  function* rows(): Generator<WhatIfRow> {
    for (const position of listedRows(landscape, found, query)) yield whatIfRowOf(landscape, found, position)
  }
  let text = ''
  for await (const part of csvParts(columns, rows())) text += part
  return text
}

function whatOf(event: NextEvent | null): string | null {
  return event && whatText(event)
}

function whyOf(event: NextEvent | null): string | null {
  return event === null || event.cause === null ? null : codedCauseText(event.cause)
}
