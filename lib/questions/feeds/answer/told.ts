import type { Instant } from '@/lib/engine/types'
import { type FeedEntry, mostEntries } from './entries'

/** An entry as a feed told it last. */
export interface ToldEntry extends FeedEntry {
  readonly sequence: number
  readonly changedAt: Instant
  readonly isCancelled: boolean
}

export interface Telling {
  readonly now: Instant
  /** Entries after this instant were left out, so that one that is not there may still be ahead; null: all are there. */
  readonly cutAt: Instant | null
}

/**
 * What a feed tells, by what it told before: an entry that is as it was stays so, one that changed counts up, and one that is gone
 * is told as cancelled until its window is over. A window that has begun is not cancelled: it may have come as foretold.
 */
export function tell(
  before: readonly ToldEntry[],
  entries: readonly FeedEntry[],
  { now, cutAt }: Telling,
): readonly ToldEntry[] {
  const known = new Map(before.map((one) => [one.id, one]))
  const there = new Set(entries.map(({ id }) => id))
  const told = entries.map((entry): ToldEntry => {
    const one = known.get(entry.id)
    return one !== undefined && !one.isCancelled && isSame(one, entry)
      ? one
      : { ...entry, ...changed(one, now), isCancelled: false }
  })
  const gone = before.flatMap((one): ToldEntry[] => {
    if (there.has(one.id)) return []
    if (one.isCancelled) return one.end > now ? [one] : []
    if (one.begin <= now || (cutAt !== null && one.begin >= cutAt)) return []
    return [{ ...one, ...changed(one, now), isCancelled: true }]
  })
  return [...told, ...gone.slice(0, mostEntries)].sort((a, b) => a.begin - b.begin || (a.id < b.id ? -1 : 1))
}

/** For whoever asks once: nothing is known of before, and nothing will be remembered. */
export function tellOnce(entries: readonly FeedEntry[], at: Instant): readonly ToldEntry[] {
  return tell([], entries, { now: at, cutAt: null })
}

const CONTENT = ['begin', 'end', 'summary', 'description'] as const

function isSame(a: FeedEntry, b: FeedEntry): boolean {
  return CONTENT.every((field) => a[field] === b[field]) && a.categories.join('\n') === b.categories.join('\n')
}

const epoch = Date.UTC(2020, 0, 1)
const highest = 2 ** 31 - 1

/** By the clock, so that it grows also when what was told before is forgotten; by one at least. */
function changed(before: ToldEntry | undefined, now: Instant): Pick<ToldEntry, 'sequence' | 'changedAt'> {
  const byClock = Math.max(0, Math.floor((now - epoch) / 1000))
  return { sequence: Math.min(highest, Math.max(byClock, (before?.sequence ?? -1) + 1)), changedAt: now }
}
