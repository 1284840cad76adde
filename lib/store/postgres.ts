import pg from 'pg'
import { log } from '@/lib/process/log'
import { type Rows, type Store, StoreError } from './store'

/** So many connections a process has at most: what it remembers is read and written rarely. */
const mostConnections = 4
/** How long it waits for a connection, for a statement, and for the process itself within a transaction, in milliseconds. */
const patience = { connection: 3000, statement: 5000, transaction: 10_000 }
/** After a failure it does not ask again for so long, twice as long each time, so that nobody waits for a database that is away. */
const pause = { first: 250, longest: 4000 }
/** Once it is back, that is noticed after so long at most by who asks all the time, in milliseconds. */
export const NOTICED = patience.connection + pause.longest
/** Of the lock that whoever does several things together holds: any number that nobody else uses in this database. */
const lock = 727_269_313

/** PostgreSQL, for any number of replicas. Goes on by itself once a database that was away is back. */
export class PostgresStore implements Store {
  readonly kept = 'database'
  private readonly pool: pg.Pool
  private away: { readonly until: number; readonly pause: number; readonly reason: string } | null = null

  constructor(connectionString: string) {
    this.pool = new pg.Pool({
      connectionString,
      application_name: 'almanac',
      max: mostConnections,
      connectionTimeoutMillis: patience.connection,
      statement_timeout: patience.statement,
      // The server ends a statement that takes too long; this is for a server that does not answer at all.
      query_timeout: patience.statement + 1000,
      idle_in_transaction_session_timeout: patience.transaction,
      keepAlive: true,
      allowExitOnIdle: true,
      types: { getTypeParser },
    })
    // A connection that nobody uses may end; without a listener that would end the process.
    this.pool.on('error', () => {})
  }

  readonly rows: Rows = async (statement, values = []) => {
    this.assertNear()
    return this.told(async () => (await this.pool.query(statement, [...values])).rows)
  }

  readonly together = async <T>(work: (rows: Rows) => Promise<T>): Promise<T> => {
    this.assertNear()
    const client = await this.told(() => this.pool.connect())
    const ask: Rows = (statement, values = []) =>
      this.told(async () => (await client.query(statement, [...values])).rows)
    let broken: Error | undefined
    // It may break between two statements too, when nobody waits for an answer; without a listener that would end the process.
    const onBroken = (error: Error) => {
      broken = error
    }
    client.on('error', onBroken)
    try {
      await ask('BEGIN')
      await ask('SELECT pg_advisory_xact_lock($1)', [lock])
      const result = await work(ask)
      await ask('COMMIT')
      return result
    } catch (error) {
      await client.query('ROLLBACK').catch((failure: Error) => {
        broken = failure
      })
      throw error
    } finally {
      client.off('error', onBroken)
      client.release(broken)
    }
  }

  async close(): Promise<void> {
    await this.pool.end()
  }

  /** Throws while it is known to be away. */
  private assertNear(): void {
    if (this.away !== null && performance.now() < this.away.until) throw new StoreError(this.away.reason)
  }

  /** What the database told, or a `StoreError` where it did not answer. */
  private async told<T>(ask: () => Promise<T>): Promise<T> {
    try {
      const result = await ask()
      this.isBack()
      return result
    } catch (error) {
      const code = codeOf(error)
      if (!isOfStatement(code)) throw this.isAway(error, code)
      this.isBack()
      throw error
    }
  }

  private isAway(error: unknown, code: string): StoreError {
    if (this.away === null) log.error({ err: error }, 'The database does not answer')
    const next = this.away === null ? pause.first : Math.min(pause.longest, this.away.pause * 2)
    const reason = `The database does not answer${code === '' ? '' : ` (${code})`}.`
    this.away = { until: performance.now() + next, pause: next, reason }
    return new StoreError(reason)
  }

  private isBack(): void {
    if (this.away !== null) log.info('The database answers again')
    this.away = null
  }
}

/** Counts and instants come as text, as not every 64-bit number fits a number of ours; all of ours do. */
function getTypeParser(type: number): (text: string) => unknown {
  return type === pg.types.builtins.INT8 ? Number : (text) => (type === pg.types.builtins.INT4 ? Number(text) : text)
}

/** SQLSTATE of PostgreSQL, or a code of the system, e.g. `ECONNREFUSED`; empty: neither. */
function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/**
 * Whether the server refused a statement, rather than us: connections (08), who we are (28), which database (3D), what it has too
 * little of (53), what an operator or a timeout ended (57), and what its system cannot do (58) are no fault of a statement.
 */
function isOfStatement(code: string): boolean {
  return /^[0-9A-Z]{5}$/.test(code) && !/^(08|28|3D|53|57|58|25006)/.test(code) && !/^E[A-Z]{4}$/.test(code)
}
