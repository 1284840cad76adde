import { type CsvValue, csvLine } from '@/lib/contract/csv'
import type { NextEvent } from '@/lib/contract/steps'
import type { WhatIfQuery, WhatIfRow } from '@/lib/contract/what-if'
import { partOf } from '@/lib/contract/what-if-row'
import { draftOf } from '@/lib/landscape/draft/run'
import type { FleetIndex } from '@/lib/landscape/fleet-index'
import { Steps, stepLength } from '@/lib/process/steps'
import { causeText } from '@/lib/words/causes'
import { whatText } from '@/lib/words/event-words'
import { listedRows, rowOf } from './rows'

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
export function whatIfCsv(index: FleetIndex, query: WhatIfQuery): string {
  return csvSteps(index, query).value
}

/** The same step by step. */
export function csvSteps(index: FleetIndex, query: WhatIfQuery): Steps<string> {
  return new Steps(linesOf(index, query))
}

function* linesOf(index: FleetIndex, query: WhatIfQuery): Generator<undefined, string> {
  const found = yield* draftOf(index, query).rest()
  const lines = [csvLine(columns.map(([title]) => title))]
  for (const [i, position] of listedRows(index, found, query).entries()) {
    if (i % stepLength === 0) yield
    const row = rowOf(index, found, position)
    lines.push(csvLine(columns.map(([, value]) => value(row))))
  }
  return lines.join('')
}

function whatOf(event: NextEvent | null): string | null {
  return event && whatText(event)
}

function whyOf(event: NextEvent | null): string | null {
  return event === null || event.cause === null ? null : causeText(event.cause)
}
