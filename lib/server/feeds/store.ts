import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { processWide } from '../kept'
import type { ToldEntry } from './told'

/** What feeds told last, by their keys: what is asked for, without host and alarm. */
export interface FeedStore {
  read(key: string): Promise<readonly ToldEntry[]>
  write(key: string, told: readonly ToldEntry[]): Promise<void>
}

/** So many entries are kept in memory, of all feeds together: those of the feeds that were asked for last. */
const mostInMemory = 50_000
/** So many feeds are kept in files; those that were written longest ago are dropped. */
const mostFiles = 1000

/** For as long as the process lives. */
export class MemoryFeeds implements FeedStore {
  private readonly feeds = new LRUCache<string, readonly ToldEntry[]>({
    maxSize: mostInMemory,
    sizeCalculation: (told) => told.length + 1,
  })

  async read(key: string): Promise<readonly ToldEntry[]> {
    return this.feeds.get(key) ?? []
  }

  async write(key: string, told: readonly ToldEntry[]): Promise<void> {
    this.feeds.set(key, told)
  }
}

/** A file for each feed, with what is in memory before it. A file is replaced as a whole; one that cannot be read counts as none. */
export class FileFeeds implements FeedStore {
  private readonly memory = new MemoryFeeds()
  private writing: Promise<void> = Promise.resolve()

  constructor(private readonly folder: string) {}

  async read(key: string): Promise<readonly ToldEntry[]> {
    const told = await this.memory.read(key)
    if (told.length > 0) return told
    const text = await readFile(this.pathOf(key), 'utf8').catch(() => null)
    if (text === null) return []
    try {
      return toldEntries.parse(JSON.parse(text))
    } catch {
      return []
    }
  }

  async write(key: string, told: readonly ToldEntry[]): Promise<void> {
    await this.memory.write(key, told)
    const written = this.writing.then(() => this.replace(this.pathOf(key), JSON.stringify(told)))
    this.writing = written.catch((error: unknown) =>
      console.error(`A feed could not be kept in ${this.folder}:`, error),
    )
    await this.writing
  }

  private pathOf(key: string): string {
    return join(this.folder, `${createHash('sha256').update(key).digest('base64url')}.json`)
  }

  private async replace(path: string, text: string): Promise<void> {
    await mkdir(this.folder, { recursive: true })
    const isNew = (await stat(path).catch(() => null)) === null
    await writeFile(`${path}.new`, text, { mode: 0o600 })
    await rename(`${path}.new`, path)
    if (isNew) await this.dropOldest()
  }

  private async dropOldest(): Promise<void> {
    const names = (await readdir(this.folder)).filter((name) => name.endsWith('.json'))
    if (names.length <= mostFiles) return
    const files = await Promise.all(
      names.map(async (name) => ({ name, at: (await stat(join(this.folder, name))).mtimeMs })),
    )
    files.sort((a, b) => a.at - b.at)
    for (const { name } of files.slice(0, names.length - mostFiles)) await rm(join(this.folder, name), { force: true })
  }
}

const toldEntries = z.array(
  z.strictObject({
    id: z.string(),
    begin: z.number(),
    end: z.number(),
    summary: z.string(),
    description: z.string(),
    categories: z.array(z.string()),
    namespace: z.string(),
    name: z.string(),
    sequence: z.int(),
    changedAt: z.number(),
    isCancelled: z.boolean(),
  }),
)

/** Of this process: in the folder `DATA_DIR` if that is set. */
export function theFeeds(): FeedStore {
  return processWide('feeds', () => {
    const folder = process.env.DATA_DIR?.trim()
    return folder ? new FileFeeds(join(folder, 'feeds')) : new MemoryFeeds()
  })
}
