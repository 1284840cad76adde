import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { Instant } from '@/lib/engine/types'
import { processWide } from '@/lib/process/kept'
import { log } from '@/lib/process/log'
import { type Store, theStore } from '@/lib/store'
import { type FeedEntry, mostEntries } from './entries'

/** What a feed told last. */
export interface LastFeed {
  readonly entries: readonly PublishedEntry[]
  /** Counts up whenever it tells something else; 0: nothing is known. */
  readonly revision: number
}

/** How many entries are kept in memory, for all feeds together. Feeds that were asked for last are kept. */
const mostInMemory = 50_000
/** How many feeds are kept in a store. Those that changed longest ago are dropped. */
const mostStored = 1000

/** No revision of the store: what is told while it is away. */
const unsaved = -1

const nothing: LastFeed = { entries: [], revision: 0 }

/**
 * What feeds told last, by their keys: what is asked for, without host and alarm. In what all replicas share, so that each tells the
 * same. What is in memory is asked for only when it changed, and stands in while the store is away. What cannot be read counts as none.
 */
export class Feeds {
  private readonly memory = new LRUCache<string, LastFeed>({
    maxSize: mostInMemory,
    sizeCalculation: ({ entries }) => entries.length + 1,
  })

  /** @param store null: what is told is known for as long as the process lives */
  constructor(private readonly store: Store | null) {}

  async read(key: string): Promise<LastFeed> {
    const known = this.memory.get(key) ?? nothing
    if (this.store === null) return known
    try {
      const [row] = await this.store.rows(
        'SELECT revision, CASE WHEN revision = $2 THEN NULL ELSE told END AS told FROM feeds WHERE id = $1',
        [idOf(key), known.revision],
      )
      if (row === undefined) return nothing
      if (row.told === null) return known
      const told = { entries: readEntries(String(row.told)), revision: Number(row.revision) }
      this.memory.set(key, told)
      return told
    } catch (error) {
      warn(error)
      return known
    }
  }

  /** Resolves to false where something else was told since `before` was read: nothing is written then. */
  async write(key: string, before: LastFeed, entries: readonly PublishedEntry[]): Promise<boolean> {
    const revision = before.revision + 1
    try {
      if (this.store !== null && !(await isWritten(this.store, key, revision, entries))) return false
      this.memory.set(key, { entries, revision })
    } catch (error) {
      warn(error)
      // It was told, and the next one who asks here is told the same; once the store is back what it has counts.
      this.memory.set(key, { entries, revision: unsaved })
    }
    return true
  }
}

async function isWritten(
  { rows }: Store,
  key: string,
  revision: number,
  entries: readonly PublishedEntry[],
): Promise<boolean> {
  const values = [idOf(key), revision, Date.now(), JSON.stringify(entries)]
  const isFirst = revision === 1
  const written = await rows(
    isFirst
      ? 'INSERT INTO feeds VALUES ($1, $2, $3, $4) ON CONFLICT (id) DO NOTHING RETURNING id'
      : 'UPDATE feeds SET revision = $2, changed = $3, told = $4 WHERE id = $1 AND revision = $5 RETURNING id',
    isFirst ? values : [...values, revision - 1],
  )
  if (written.length === 0) return false
  if (isFirst)
    await rows('DELETE FROM feeds WHERE id NOT IN (SELECT id FROM feeds ORDER BY changed DESC LIMIT $1)', [mostStored])
  return true
}

function idOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}

function readEntries(text: string): readonly PublishedEntry[] {
  try {
    return toldEntries.parse(JSON.parse(text))
  } catch {
    return []
  }
}

function warn(error: unknown): void {
  log.error({ err: error }, 'What a feed told could not be kept')
}

const publishedEntry = z.strictObject({
  id: z.string(),
  begin: z.number(),
  end: z.number(),
  summary: z.string(),
  description: z.string(),
  categories: z.array(z.string()).readonly(),
  namespace: z.string(),
  name: z.string(),
  sequence: z.int(),
  /** The time of the change, in milliseconds. */
  changedAt: z.number(),
  isCancelled: z.boolean(),
})

const toldEntries = z.array(publishedEntry)

/** The feeds of this process. If nothing is stored, only their memory is bounded. */
export function theFeeds(): Feeds {
  return processWide('feeds', () => {
    const store = theStore()
    return new Feeds(store.kept === 'process' ? null : store)
  })
}

/** An entry as a feed told it last. */
export type PublishedEntry = Readonly<z.infer<typeof publishedEntry>>

export interface FeedTime {
  readonly now: Instant
  /** Entries after this instant were left out, so that one that is not there may still be ahead; null: all are there. */
  readonly cutAt: Instant | null
}

/**
 * What a feed tells, by what it told before: an entry that is as it was stays so, one that changed counts up, and one that is gone
 * is told as cancelled until its window is over. A window that has begun is not cancelled: it may have come as foretold.
 */
export function publishEntries(
  before: readonly PublishedEntry[],
  entries: readonly FeedEntry[],
  { now, cutAt }: FeedTime,
): readonly PublishedEntry[] {
  const known = new Map(before.map((one) => [one.id, one]))
  const there = new Set(entries.map(({ id }) => id))
  const told = entries.map((entry): PublishedEntry => {
    const one = known.get(entry.id)
    return one !== undefined && !one.isCancelled && isSame(one, entry)
      ? one
      : { ...entry, ...changed(one, now), isCancelled: false }
  })
  const gone = before.flatMap((one): PublishedEntry[] => {
    if (there.has(one.id)) return []
    if (one.isCancelled) return one.end > now ? [one] : []
    if (one.begin <= now || (cutAt !== null && one.begin >= cutAt)) return []
    return [{ ...one, ...changed(one, now), isCancelled: true }]
  })
  return [...told, ...gone.slice(0, mostEntries)].sort((a, b) => a.begin - b.begin || (a.id < b.id ? -1 : 1))
}

const CONTENT = ['begin', 'end', 'summary', 'description'] as const

function isSame(a: FeedEntry, b: FeedEntry): boolean {
  return CONTENT.every((field) => a[field] === b[field]) && a.categories.join('\n') === b.categories.join('\n')
}

const epoch = Date.UTC(2020, 0, 1)
const highest = 2 ** 31 - 1

/**
 * The number and time of a change. The number follows the clock, so that it grows also if what was told before is forgotten; by one at
 * least.
 */
function changed(before: PublishedEntry | undefined, now: Instant): Pick<PublishedEntry, 'sequence' | 'changedAt'> {
  const byClock = Math.max(0, Math.floor((now - epoch) / 1000))
  return { sequence: Math.min(highest, Math.max(byClock, (before?.sequence ?? -1) + 1)), changedAt: now }
}
