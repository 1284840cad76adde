import type { TonightAnswer } from '@/lib/questions/clusters/contract'
import { profileName } from '@/lib/words/phrases'
import { countOf, countText, ms } from '@/lib/words/time-text'

export type TonightTableRow = TonightAnswer['rows'][number]
export type TonightCluster = TonightTableRow['members'][number]

/** A line of the night: one cluster, or several to which the same happens. `row` tells of those of the line alone. */
export interface TonightLine {
  readonly key: string
  readonly row: TonightTableRow
  readonly name: { readonly cluster: TonightCluster } | { readonly text: string }
  /** How many more lines it stands for, and whether they are shown below it; absent: it is all there is. */
  readonly more?: { readonly isOpen: boolean }
}

/** How many that are alike become one line. */
const MOST_ALIKE = 3
const OF_A_BOARD = 15

/** The rows with those of the user's own projects first in each state; all else stays as it is, and nothing is hidden. */
export function ownFirst(rows: readonly TonightTableRow[], own: readonly string[]): readonly TonightTableRow[] {
  if (own.length === 0) return rows
  const isOwn = ({ project }: TonightCluster) => own.includes(project)
  const states = [...new Set(rows.map(({ state }) => state))]
  return rows
    .map((row) => ({ ...row, members: row.members.toSorted((a, b) => Number(isOwn(b)) - Number(isOwn(a))) }))
    .toSorted(
      (a, b) =>
        states.indexOf(a.state) - states.indexOf(b.state) ||
        Number(b.members.some(isOwn)) - Number(a.members.some(isOwn)),
    )
}

/** How the rows of a night are arranged; the first of each is how they come. */
export const NIGHT_GROUPS = { state: 'Grouped by state', profile: 'Grouped by profile', none: 'Not grouped' } as const
export const NIGHT_SORTS = { attention: 'Sorted by attention', time: 'Sorted by time' } as const

export interface NightOrder {
  readonly group: keyof typeof NIGHT_GROUPS
  readonly sort: keyof typeof NIGHT_SORTS
}

/** What the group of a row is of; empty: there are no groups. */
export function groupOf({ state, profile }: TonightTableRow, group: NightOrder['group']): string {
  return { state, profile: profileName(profile), none: '' }[group]
}

/** Groups in the order in which they come, in each the rows as they come or by when their first window begins. */
export function arrangedRows(
  rows: readonly TonightTableRow[],
  { group, sort }: NightOrder,
): readonly TonightTableRow[] {
  const groups = [...new Set(rows.map((row) => groupOf(row, group)))]
  const beginOf = ({ windows: [first] }: TonightTableRow) => (first === undefined ? 0 : ms(first.begin))
  const sorted = sort === 'time' ? rows.toSorted((a, b) => beginOf(a) - beginOf(b)) : rows
  return groups.flatMap((name) => sorted.filter((row) => groupOf(row, group) === name))
}

/** One line for each cluster; of three or more that are alike one for the first, and one for all others, which may be open. */
export function tonightLines(rows: readonly TonightTableRow[], open: ReadonlySet<string>): readonly TonightLine[] {
  return rows.flatMap((row): readonly TonightLine[] => {
    const { members, clusters } = row
    if (clusters < MOST_ALIKE) return members.map((member) => lineOf(row, member))
    const [first, ...others] = members
    if (first === undefined) return []
    const key = `more ${keyOf(row, first)}`
    const isOpen = open.has(key)
    const text = `${countText(clusters - 1)} more of ${row.profile.name}`
    return [
      lineOf(row, first),
      { key, row: without(row, first), name: { text }, more: { isOpen } },
      ...(isOpen ? others.map((member) => lineOf(row, member)) : []),
      ...(isOpen && clusters > members.length ? [unnamed(row)] : []),
    ]
  })
}

/** The lines for a board: one line for all that are alike. If there is no room, the last line says how many clusters are left. */
export function boardLines(rows: readonly TonightTableRow[]): {
  readonly lines: readonly TonightLine[]
  readonly left: number
} {
  const lines = rows.flatMap((row): readonly TonightLine[] => {
    const [first] = row.members
    if (first === undefined) return []
    if (row.clusters === 1) return [lineOf(row, first)]
    const isOne = row.clusters === row.members.length && row.members.every(({ project }) => project === first.project)
    const text = isOne ? `${countText(row.clusters)} of ${first.project}` : countOf(row.clusters, 'cluster')
    return [{ key: keyOf(row, first), row, name: { text } }]
  })
  const shown = lines.slice(0, OF_A_BOARD)
  return { lines: shown, left: lines.slice(OF_A_BOARD).reduce((sum, { row }) => sum + row.clusters, 0) }
}

/** Of each window the share from its begin on that those drawn after it leave free: there its figure has room. */
export function freeShares(
  windows: readonly Pick<TonightTableRow['windows'][number], 'begin' | 'end'>[],
): readonly number[] {
  return windows.map(({ begin, end }, i) => {
    const next = Math.min(ms(end), ...windows.slice(i + 1).map((later) => Math.max(ms(begin), ms(later.begin))))
    return (next - ms(begin)) / (ms(end) - ms(begin))
  })
}

/** The line for clusters of which the answer has no names. */
function unnamed(row: TonightTableRow): TonightLine {
  const left = row.clusters - row.members.length
  const text = `${countOf(left, 'more cluster')} not named here`
  return { key: `unnamed ${row.profile.name} ${row.kind} ${row.what}`, row: { ...row, clusters: left }, name: { text } }
}

function keyOf({ state, kind, what, to }: TonightTableRow, { namespace, name }: TonightCluster): string {
  return `${namespace}/${name} ${state} ${kind} ${what} ${to}`
}

/** The line for one cluster of a row. */
function lineOf(row: TonightTableRow, member: TonightCluster): TonightLine {
  const { window, nodes } = member
  const own = { ...row, clusters: 1, windows: [{ ...window, clusters: 1 }], nodes, members: [member] }
  return { key: keyOf(row, member), row: own, name: { cluster: member } }
}

function without(row: TonightTableRow, { window, nodes }: TonightCluster): TonightTableRow {
  const isIts = ({ begin, end }: TonightTableRow['windows'][number]) => begin === window.begin && end === window.end
  return {
    ...row,
    clusters: row.clusters - 1,
    nodes: { ...row.nodes, min: row.nodes.min - nodes.min, max: row.nodes.max - nodes.max },
    windows: row.windows.flatMap((one) =>
      !isIts(one) ? one : one.clusters === 1 ? [] : { ...one, clusters: one.clusters - 1 },
    ),
  }
}
