import type { PastUpdateBody, ShootPastAnswer } from '@/lib/questions/cluster/contract/past'
import { ms } from '@/lib/words/time-text'

export type PastRow =
  | { readonly kind: 'gap'; readonly at: string; readonly gap: ShootPastAnswer['gaps'][number] }
  /** `first`: where it failed in the same way in one maintenance after the other, the oldest of them; else the same as `update`. */
  | {
      readonly kind: 'updates'
      readonly at: string
      readonly update: PastUpdateBody
      readonly first: PastUpdateBody
      readonly count: number
    }

/** Updates and gaps, newest first. Failures that repeat each other are one row. */
export function pastRows({ updates, gaps }: Pick<ShootPastAnswer, 'updates' | 'gaps'>): PastRow[] {
  const all = [
    ...updates.map((update) => ({ at: update.at, update, gap: null })),
    ...gaps.map((gap) => ({ at: gap.from, update: null, gap })),
  ].sort((a, b) => ms(b.at) - ms(a.at))
  const rows: PastRow[] = []
  for (const { at, update, gap } of all) {
    const last = rows.at(-1)
    if (gap !== null) rows.push({ kind: 'gap', at, gap })
    else if (last?.kind === 'updates' && failsAlike(last.first, update)) {
      rows[rows.length - 1] = { ...last, first: update, count: last.count + 1 }
    } else rows.push({ kind: 'updates', at, update, first: update, count: 1 })
  }
  return rows
}

/** How often it had failed in the same way by then, without anything else in between: 1 is the first time. */
export function timesFailed(updates: readonly PastUpdateBody[], update: PastUpdateBody): number {
  const before = updates.slice(updates.indexOf(update) + 1)
  const other = before.findIndex((one) => !failsAlike(update, one))
  return 1 + (other < 0 ? before.length : other)
}

function failsAlike(a: PastUpdateBody, b: PastUpdateBody): boolean {
  return (
    a.cause === 'fails' &&
    b.cause === 'fails' &&
    a.step?.failureReason === b.step?.failureReason &&
    JSON.stringify(a.moves) === JSON.stringify(b.moves)
  )
}
