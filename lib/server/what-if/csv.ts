import type { WhatIfQuery, WhatIfRow } from '@/lib/contract'
import { type CsvValue, csvLine } from '@/lib/contract/csv'
import type { FleetIndex } from '../fleet-index'
import { listedRows, rowOf } from './rows'
import { computed } from './run'

const columns: readonly (readonly [title: string, value: (row: WhatIfRow) => CsvValue])[] = [
  ['project', (row) => row.project],
  ['namespace', (row) => row.namespace],
  ['cluster', (row) => row.name],
  ['change', (row) => row.change],
  ...(['before', 'after'] as const).flatMap((side): [string, (row: WhatIfRow) => CsvValue][] => [
    [`${side}: kind`, (row) => row[side]?.kind ?? null],
    [`${side}: window begins`, (row) => row[side]?.window.begin ?? null],
    [`${side}: what`, (row) => row[side]?.what ?? null],
    [`${side}: from`, (row) => row[side]?.from ?? null],
    [`${side}: to`, (row) => row[side]?.to ?? null],
    [`${side}: nodes`, (row) => row[side]?.effect ?? null],
    [`${side}: why it fails`, (row) => row[side]?.cause ?? null],
  ]),
  ['days between', (row) => row.shiftDays],
  ['nodes at least', (row) => (row.after ?? row.before)?.nodes.min ?? null],
  ['nodes at most', (row) => (row.after ?? row.before)?.nodes.max ?? null],
]

/** All clusters that the answer lists, as RFC 4180: the rows of every page, with a line of titles. */
export function whatIfCsv(index: FleetIndex, query: WhatIfQuery): string {
  const found = computed(index, query)
  const lines = listedRows(index, found, query).map((position) => {
    const row = rowOf(index, found, position)
    return csvLine(columns.map(([, value]) => value(row)))
  })
  return [csvLine(columns.map(([title]) => title)), ...lines].join('')
}
