import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type Database from 'libsql/promise'
import { LRUCache } from 'lru-cache'
import { isCoded } from '@/lib/process/errors'
import { log } from '@/lib/process/log'
import {
  codeOf,
  type StatementRunner,
  type Store,
  type StoredRow,
  type StoredValue,
  StoreError,
  type StoreLead,
} from './store'

interface PreparedStatement {
  all(values: StoredValue[]): Promise<readonly StoredRow[]>
}

/** How long a statement waits for other processes that use the same file, in milliseconds. */
const patience = 5000

/**
 * SQLite in `almanac.db` of a folder, which several processes of one machine may use at once, or without a folder in memory. What was
 * written is flushed to the disk before it is acknowledged. A rollback journal rather than a write-ahead log: there is one file to
 * copy, and no memory to share. Statements run in other threads, so that this one does not wait for the disk.
 */
export class EmbeddedStore implements Store {
  readonly kept: 'process' | 'file'
  private opened: Promise<Database> | null = null
  private turn: Promise<unknown> = Promise.resolve()
  private isClosed = false
  /** What holds the lead, if it is ours. */
  private held: Pick<Database, 'close'> | null = null
  /** Prepared statements: preparing one that reads one of hundreds of values takes longer than running it. */
  private readonly prepared = new LRUCache<string, PreparedStatement>({ max: 30 })

  constructor(private readonly folder: string | null) {
    this.kept = folder === null ? 'process' : 'file'
  }

  readonly rows: StatementRunner = (statement, values) => this.together((rows) => rows(statement, values))

  /**
   * A statement by itself is a transaction too: then only its first and its last step can find the file busy, and these leave nothing
   * behind. A statement that found it busy would keep its lock until it is collected.
   */
  readonly together = <T>(work: (rows: StatementRunner) => Promise<T>): Promise<T> =>
    this.inTurn(async (database) => {
      await patient(() => begin(database))
      try {
        const result = await work(async (statement, values = []) =>
          attempt(() => this.all(database, statement, values)),
        )
        await patient(() => database.exec('COMMIT'))
        return result
      } catch (error) {
        if ('inTransaction' in database && database.inTransaction === true) await database.exec('ROLLBACK')
        throw error
      }
    })

  /**
   * A lock of another file, in which nothing is ever written: SQLite has the system hold it, which takes it from a process that dies. In
   * memory there is no other process.
   */
  async lead(): Promise<StoreLead | null> {
    if (this.held !== null) return null
    const lock = await this.locked()
    if (lock === null) return null
    this.held = lock
    return { isHeld: () => this.held === lock, together: this.together, end: async () => this.endLead(lock) }
  }

  private endLead(lock: Pick<Database, 'close'>): void {
    if (this.held !== lock) return
    this.held = null
    lock.close()
  }

  private async locked(): Promise<Pick<Database, 'close'> | null> {
    // The folder is made with the database.
    await this.rows('SELECT 1')
    if (this.folder === null) return { close: () => {} }
    const { default: Libsql } = await import('libsql/promise')
    const path = join(this.folder, 'almanac.lock')
    await (await open(path, 'a', 0o600)).close()
    const lock = new Libsql(path, {})
    try {
      if (await isDone(() => lock.exec('BEGIN EXCLUSIVE'))) return lock
    } catch (error) {
      lock.close()
      throw error
    }
    lock.close()
    return null
  }

  async close(): Promise<void> {
    this.isClosed = true
    if (this.held !== null) this.endLead(this.held)
    await this.turn
    this.prepared.clear()
    const database = await this.opened?.catch(() => null)
    database?.close()
  }

  /** There is one connection, and a transaction takes several statements: each call waits for those before. */
  private inTurn<T>(work: (database: Database) => Promise<T>): Promise<T> {
    const done = this.turn.then(async () => work(await this.database()))
    this.turn = done.catch(() => {})
    return done
  }

  private async all(
    database: Database,
    statement: string,
    values: readonly StoredValue[],
  ): Promise<readonly StoredRow[]> {
    const known = this.prepared.get(statement)
    const prepared: PreparedStatement = known ?? (await database.prepare(statement.replaceAll(/\$(?=\d)/g, '?')))
    // What failed is not run again, as it may not have ended.
    if (known !== undefined) this.prepared.delete(statement)
    const result = await prepared.all([...values])
    this.prepared.set(statement, prepared)
    return result
  }

  private database(): Promise<Database> {
    if (this.isClosed) throw new StoreError('Almanac is ending.')
    this.opened ??= this.open().catch((error: unknown) => {
      this.opened = null
      throw error
    })
    return this.opened
  }

  private async open(): Promise<Database> {
    // Where nothing is remembered nothing is loaded either.
    const { default: Libsql } = await import('libsql/promise')
    if (this.folder === null) return new Libsql(':memory:', {})
    const path = join(this.folder, 'almanac.db')
    try {
      // Those above it were made at the start; Node's way to make them all never ends in some file systems.
      await mkdir(this.folder).catch((error: unknown) => {
        if (codeOf(error) !== 'EEXIST') throw error
      })
      // SQLite would let all users of this machine read what it makes.
      await (await open(path, 'a', 0o600)).close()
      const database = new Libsql(path, {})
      await patient(() => database.exec('PRAGMA journal_mode = TRUNCATE'))
      await attempt(() => database.exec('PRAGMA synchronous = FULL'))
      // In KiB: with less, what is written together is written to the disk in several pieces, and each waits for it.
      await attempt(() => database.exec('PRAGMA cache_size = -16384'))
      return database
    } catch (error) {
      if (isCoded(error)) throw error
      log.error({ err: error }, `${path} cannot be opened`)
      throw new StoreError(`almanac.db in DATA_DIR cannot be opened (${codeOf(error) || 'the log says why'}).`)
    }
  }
}

/** Begins with a database. If nothing can be written, what is there can still be read. */
async function begin(database: Database): Promise<void> {
  try {
    await database.exec('BEGIN IMMEDIATE')
  } catch (error) {
    if (codeOf(error) !== 'SQLITE_READONLY') throw error
    await database.exec('BEGIN')
  }
}

/** Runs it again while another process has the file. The waiting is ours, as SQLite would stop this whole process meanwhile. */
async function patient(run: () => Promise<unknown>): Promise<void> {
  const until = performance.now() + patience
  while (!(await isDone(run))) {
    if (performance.now() > until) throw new StoreError('almanac.db in DATA_DIR is kept busy by another process.')
    await sleep(5 + Math.random() * 20)
  }
}

/** Whether it could be run; not while another process has the file. */
async function isDone(run: () => Promise<unknown>): Promise<boolean> {
  try {
    await run()
    return true
  } catch (error) {
    if (codeOf(error) === 'SQLITE_BUSY') return false
    throw told(error)
  }
}

async function attempt<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    throw told(error)
  }
}

/** What goes wrong with the disk or the file is told as such; the rest is wrong with the statement. */
function told(error: unknown): unknown {
  const code = codeOf(error)
  if (!/^SQLITE_(FULL|IOERR|READONLY|CANTOPEN|CORRUPT|NOTADB)/.test(code)) return error
  log.error({ err: error }, 'almanac.db cannot be used')
  return new StoreError(`almanac.db in DATA_DIR cannot be used (${code}).`)
}
