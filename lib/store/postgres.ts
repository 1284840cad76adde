import pg from 'pg'
import { log } from '@/lib/process/log'
import { codeOf, type StatementRunner, type Store, StoreError, type StoreLead } from './store'

/** How many connections a process has at most: what it remembers is read and written rarely. */
const mostConnections = 4
/** How long it waits for a connection, for a statement, and for the process itself within a transaction, in milliseconds. */
const patience = { connection: 3000, statement: 5000, transaction: 10_000 }
/** For how long it does not ask again after a failure, twice as long each time, so that no client waits for a database that is away. */
const pause = { first: 250, longest: 4000 }
/** Once it is back, that is noticed after so long at most by who asks all the time, in milliseconds. */
export const NOTICED = patience.connection + pause.longest
/** The number of the lock that a transaction holds: any number that has no other use in this database. */
const lock = 727_269_313
/** The number of the lock that the process with the lead holds as long as its connection lasts. */
const lockOfLead = lock + 1
/**
 * After how many seconds of silence the server asks whether the process with the lead is still there, how many seconds it waits for a word,
 * and how often it asks before it gives the lead to another one: by itself it would wait for hours for a machine that has lost its power.
 */
const keepalive = { idle: 10, interval: 5, count: 3 }

/** PostgreSQL, for any number of replicas. Goes on by itself once a database that was away is back. */
export class PostgresStore implements Store {
  readonly kept = 'database'
  private readonly pool: pg.Pool
  /** What holds the lead, if it is ours. */
  private held: PostgresSession | null = null
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
    // A connection that is not in use may end; without a listener that would end the process.
    this.pool.on('error', () => {})
  }

  readonly rows: StatementRunner = async (statement, values = []) => {
    this.assertNear()
    return this.told(async () => (await this.pool.query(statement, [...values])).rows)
  }

  readonly together = async <T>(work: (rows: StatementRunner) => Promise<T>): Promise<T> => {
    const session = await this.session()
    try {
      return await session.together(work)
    } finally {
      session.end()
    }
  }

  /** An advisory lock of one connection, through which everything is written that is written with it: both end together. */
  async lead(): Promise<StoreLead | null> {
    if (this.held?.isWhole) return null
    this.held?.end()
    this.held = null
    const session = await this.session()
    try {
      const { idle, interval, count } = keepalive
      const [row] = await session.rows(
        `SELECT CASE WHEN pg_try_advisory_lock($1) THEN 1 ELSE 0 END AS is_ours, set_config('tcp_keepalives_idle', $2, false),
           set_config('tcp_keepalives_interval', $3, false), set_config('tcp_keepalives_count', $4, false)`,
        [lockOfLead, String(idle), String(interval), String(count)],
      )
      if (row?.is_ours !== 1) return null
      this.held = session
    } finally {
      if (this.held === null) session.end()
    }
    return {
      isHeld: () => session.isWhole,
      together: (work) => session.together(work),
      end: () => this.endLead(session),
    }
  }

  async close(): Promise<void> {
    if (this.held !== null) await this.endLead(this.held)
    await this.pool.end()
  }

  private async endLead(session: PostgresSession): Promise<void> {
    if (this.held !== session) return
    this.held = null
    // Where that fails, the connection is closed, and with it the lock is gone too.
    await session.rows('SELECT pg_advisory_unlock($1)', [lockOfLead]).catch(() => session.spoil())
    session.end()
  }

  private async session(): Promise<PostgresSession> {
    this.assertNear()
    const client = await this.told(() => this.pool.connect())
    return new PostgresSession(client, (ask) => this.told(ask))
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

/** One connection, for as long as a caller needs it alone. */
class PostgresSession {
  private broken: Error | undefined

  constructor(
    private readonly client: pg.PoolClient,
    private readonly told: <T>(ask: () => Promise<T>) => Promise<T>,
  ) {
    // It may break between two statements too, when none waits for an answer; without a listener that would end the process.
    client.on('error', this.onBroken)
  }

  private readonly onBroken = (error: Error) => {
    this.broken = error
  }

  get isWhole(): boolean {
    return this.broken === undefined
  }

  /** Marks the session as one that is not used again. */
  spoil(): void {
    this.broken ??= new Error('not to be used again')
  }

  readonly rows: StatementRunner = (statement, values = []) =>
    this.told(async () => (await this.client.query(statement, [...values])).rows)

  async together<T>(work: (rows: StatementRunner) => Promise<T>): Promise<T> {
    try {
      await this.rows('BEGIN')
      await this.rows('SELECT pg_advisory_xact_lock($1)', [lock])
      const result = await work(this.rows)
      await this.rows('COMMIT')
      return result
    } catch (error) {
      await this.client.query('ROLLBACK').catch(this.onBroken)
      throw error
    }
  }

  /** Gives the connection back, or closes it where it is broken. */
  end(): void {
    this.client.off('error', this.onBroken)
    this.client.release(this.broken)
  }
}

/** Counts and instants come as text, as not every 64-bit number fits a number of ours; all of ours do. */
function getTypeParser(type: number): (text: string) => unknown {
  return type === pg.types.builtins.INT8 ? Number : (text) => (type === pg.types.builtins.INT4 ? Number(text) : text)
}

/**
 * Whether the server refused a statement, rather than us: connections (08), who we are (28), which database (3D), what it has too
 * little of (53), what an operator or a timeout ended (57), and what its system cannot do (58) are no fault of a statement.
 */
function isOfStatement(code: string): boolean {
  return /^[0-9A-Z]{5}$/.test(code) && !/^(08|28|3D|53|57|58|25006)/.test(code) && !/^E[A-Z]{4}$/.test(code)
}
