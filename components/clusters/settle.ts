import type { NamespacedName } from '@/lib/engine/types'
import type { ShootsAnswer } from '@/lib/questions/clusters/contract'

/**
 * New data must not move rows under the pointer. The table therefore shows *settled* pages: a newer answer replaces one
 * at once when the same clusters stand in the same order (figures and countdowns may change in place), and is offered
 * otherwise: "3 changes, show".
 */

/** Answers by their offset in the whole list. */
export type AnswersByOffset = ReadonlyMap<number, ShootsAnswer>

export interface SettledPages {
  /** The query without its page: other filters are another list, and replace what is shown. */
  readonly list: string
  readonly pages: AnswersByOffset
  /** Read while the garden was still being read: the next answer takes its place, as there is more of everything. */
  readonly isPartial?: boolean
}

export interface ChangesOffer {
  /** How many clusters moved, are new, are gone; null when too little of the list is read to tell. */
  readonly counts: { readonly moved: number; readonly added: number; readonly gone: number } | null
  /** When the list that is shown was read. */
  readonly since: string
}

/**
 * What to show after `latest` has been read for `list`: `before` itself when nothing changes. Pages that are no longer
 * asked for are forgotten. An empty table has no rows to move, and fills up by itself. So does one of a garden that is still
 * being read for the first time (`isReading`).
 */
export function settle(before: SettledPages, list: string, latest: AnswersByOffset, isReading = false): SettledPages {
  const settled = settlePages(before, list, latest)
  // What the last answer of a first reading brings may come after the news that it is over.
  const isPartial = isReading || (before.isPartial === true && settled === before)
  if (isPartial === (settled.isPartial ?? false)) return settled
  const { list: shown, pages } = settled
  return { list: shown, pages, ...(isPartial && { isPartial }) }
}

function settlePages(before: SettledPages, list: string, latest: AnswersByOffset): SettledPages {
  if (before.list !== list) {
    // The old rows stay until the first page of the new list is there: no flash of an empty table.
    return latest.size > 0 || before.pages.size === 0 ? { list, pages: latest } : before
  }
  const pages = new Map<number, ShootsAnswer>()
  for (const [offset, answer] of latest) {
    const shown = before.pages.get(offset)
    const isFree = before.isPartial === true || shown === undefined || shown.items.length === 0
    pages.set(offset, isFree || sameOrder(shown, answer) ? answer : shown)
  }
  const isSame = pages.size === before.pages.size && [...pages].every(([key, page]) => before.pages.get(key) === page)
  return isSame ? before : { list, pages }
}

/** What is offered: null when what is shown is the latest. */
export function offerOf(shown: SettledPages, list: string, latest: AnswersByOffset): ChangesOffer | null {
  if (shown.list !== list) return null
  const newer = [...latest].filter(([offset, answer]) => shown.pages.get(offset) !== answer)
  if (newer.length === 0) return null
  const first = shown.pages.get(Math.min(...shown.pages.keys()))
  const since = first?.at ?? ''
  return { counts: counted(shown.pages, latest), since }
}

export function rowKey(row: NamespacedName): string {
  return `${row.namespace}/${row.name}`
}

function sameOrder(a: ShootsAnswer, b: ShootsAnswer): boolean {
  return (
    a.total === b.total &&
    a.items.length === b.items.length &&
    a.items.every((row, i) => {
      const other = b.items[i]
      return other !== undefined && rowKey(row) === rowKey(other)
    })
  )
}

/** The counts of a list that was read from its beginning without a gap; of others it is only known that they changed. */
function counted(before: AnswersByOffset, after: AnswersByOffset): ChangesOffer['counts'] {
  const offsets = [...after.keys()].sort((a, b) => a - b)
  const old: string[] = []
  const now: string[] = []
  for (const offset of offsets) {
    const shown = before.get(offset)
    const latest = after.get(offset)
    if (shown === undefined || latest === undefined || offset !== now.length) return null
    old.push(...shown.items.map(rowKey))
    now.push(...latest.items.map(rowKey))
  }
  const wasThere = new Set(old)
  const isThere = new Set(now)
  const added = now.filter((key) => !wasThere.has(key)).length
  const more = (after.get(0)?.total ?? 0) - (before.get(0)?.total ?? 0)
  const moved = movedCount(
    old.filter((key) => isThere.has(key)),
    now.filter((key) => wasThere.has(key)),
  )
  // Clusters pushed over the edge of what is read are not gone: the totals tell how many are.
  return { moved, added, gone: Math.max(0, added - more) }
}

/** The fewest clusters that must be moved to turn one order into the other: all but the longest run that keeps its order. */
export function movedCount(before: readonly string[], after: readonly string[]): number {
  const rank = new Map(before.map((key, i) => [key, i]))
  const tails: number[] = []
  for (const key of after) {
    const value = rank.get(key)
    if (value === undefined) continue
    let low = 0
    let high = tails.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((tails[middle] ?? 0) < value) low = middle + 1
      else high = middle
    }
    tails[low] = value
  }
  return after.length - tails.length
}
