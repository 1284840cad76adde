import type { EventKind } from '@/lib/contract/common'
import type { WallAnswer } from '@/lib/questions/projects/contract'
import type { Load } from '@/lib/words/wall'
import type { Column } from './columns'

export type WallRow = WallAnswer['items'][number]

/** What begins in one column. */
export interface Cell {
  readonly column: number
  readonly load: Load
  /** Without the draft; the same where it makes no difference. */
  readonly before: Load
}

export const NO_LOAD: Load = { forced: 0, fails: 0, auto: 0, nodes: { min: 0, max: 0 } }

/** The cells of a row in which anything begins, with the draft or without. Adds up days where a column has several. */
export function cellsOf(days: WallRow['days'], columns: readonly Column[]): readonly Cell[] {
  const cells: Cell[] = []
  let column = 0
  for (const { day, before, ...load } of days) {
    while ((columns[column]?.to ?? day) < day) column++
    const last = cells.at(-1)
    const one = { column, load, before: before ?? load }
    if (last?.column !== column) cells.push(one)
    else cells[cells.length - 1] = { column, load: plus(last.load, load), before: plus(last.before, one.before) }
  }
  return cells
}

/** The sums of all projects in every column. */
export function sumsOf(days: WallAnswer['days'], columns: readonly Column[]): readonly Cell[] {
  return columns.map(({ from, to }, column) => {
    const inside = days.slice(from, to + 1)
    return {
      column,
      load: inside.reduce<Load>(plus, NO_LOAD),
      before: inside.reduce<Load>((sum, { before, ...load }) => plus(sum, before ?? load), NO_LOAD),
    }
  })
}

function plus(a: Load, b: Load): Load {
  return {
    forced: a.forced + b.forced,
    fails: a.fails + b.fails,
    auto: a.auto + b.auto,
    nodes: { min: a.nodes.min + b.nodes.min, max: a.nodes.max + b.nodes.max },
  }
}

/** The one sign of a cell: what fails stands before what is forced, and that before what is automatic. */
export function signOf({ forced, fails, auto, nodes }: Load): EventKind | null {
  if (fails > 0) return 'fails'
  if (forced > 0) return 'forced'
  if (auto > 0) return 'auto'
  return nodes.max > 0 ? 'other' : null
}

/** From how many nodes on each step of ink is drawn. */
export const INK_STEPS = [1, 10, 30, 80] as const

/** 1 to 4; 0: no ink. */
export function inkOf(nodes: number): number {
  return INK_STEPS.filter((from) => nodes >= from).length
}

export function differs({ load, before }: Cell): boolean {
  return (
    load.nodes.max !== before.nodes.max ||
    load.forced !== before.forced ||
    load.fails !== before.fails ||
    load.auto !== before.auto
  )
}

/** Which sums have room for their figure: the largest first, none beside another; `apart` columns lie between two. */
export function figuresShown(sums: readonly Cell[], apart: number): ReadonlySet<number> {
  const shown = new Set<number>()
  const size = ({ load, before }: Cell) => Math.max(load.nodes.max, before.nodes.max)
  for (const { column } of sums.toSorted((a, b) => size(b) - size(a))) {
    const sum = sums[column]
    if (sum === undefined || size(sum) === 0) continue
    if ([...shown].every((other) => Math.abs(other - column) >= apart)) shown.add(column)
  }
  return shown
}
