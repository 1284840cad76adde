import { doneWithin } from '@/lib/process/done-within'
import { CodedError } from '@/lib/process/errors'

/** What a column holds. JSON is kept as text, an instant as milliseconds or as it is sent. */
export type StoredValue = string | number | null
export type StoredRow = Readonly<Record<string, StoredValue>>

/**
 * Runs one statement and resolves to its rows; it is done as a whole or not at all. Values stand in it as `$1`, `$2`, …
 * Statements use what PostgreSQL and SQLite both know. Rejects with a `StoreError` when there is no database to run it.
 */
export type StatementRunner = (statement: string, values?: readonly StoredValue[]) => Promise<readonly StoredRow[]>

/** What Almanac must remember beyond an answer. */
export interface Store {
  /** `process`: it ends with the process; `file`: in `DATA_DIR`; `database`: in PostgreSQL. */
  readonly kept: 'process' | 'file' | 'database'
  readonly rows: StatementRunner
  /**
   * Everything that `work` does with its `rows` is done, or nothing. Only one at a time does this, of all processes that share the
   * store. `work` must not use the store itself meanwhile.
   */
  together<T>(work: (rows: StatementRunner) => Promise<T>): Promise<T>
  /**
   * What one process at a time does alone, of all that share the store: its lead, until it ends it or dies. Null: another one has it, or
   * this store has given it away already.
   */
  lead(): Promise<StoreLead | null>
  close(): Promise<void>
}

/** What the one process that has it does. */
export interface StoreLead {
  /** False: it is lost, and another process may have it. It is never given back by itself. */
  isHeld(): boolean
  /** As `together` of the store, but only as long as the lead is held: a process that has lost it writes nothing any more. */
  together<T>(work: (rows: StatementRunner) => Promise<T>): Promise<T>
  /** Another one may have it at once. Never rejects. */
  end(): Promise<void>
}

/** A caller that only wants to know whether it is up waits no longer for an answer, in milliseconds. */
const patience = 2000

/** Whether it answers now. Never rejects. */
export async function isUp(store: Pick<Store, 'rows'>): Promise<boolean> {
  return doneWithin(store.rows('SELECT 1'), patience).catch(() => false)
}

/** Why nothing can be read or written now: a sentence that all may be told, so without addresses and paths. */
export class StoreError extends CodedError {
  constructor(reason: string) {
    super('not-ready', reason, { hint: 'Ask again in a few seconds; pages go on meanwhile.' })
  }
}

/** SQLSTATE of PostgreSQL, of SQLite, e.g. `SQLITE_BUSY`, or of the system, e.g. `ECONNREFUSED`; empty: none of them. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
