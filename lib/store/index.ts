import { CodedError } from '@/lib/process/errors'
import { processWide } from '@/lib/process/kept'
import { EmbeddedStore } from './embedded'
import { PostgresStore } from './postgres'
import { migrate } from './schema'
import type { StatementRunner, Store, StoredValue } from './store'

/** What Almanac must remember: one set of statements for PostgreSQL and for the embedded SQLite. */
export { isUp, type StatementRunner, type Store, type StoredRow, type StoredValue, type StoreLead } from './store'

/** The one store of this process: PostgreSQL where `DATABASE_URL` is set, else a file in `DATA_DIR`, else in memory. */
export function theStore(): Store {
  return processWide('store', () => openStore(process.env))
}

/** Opens a store. Nothing is opened before the first question, and after a failure it tries again: a page never waits for a store. */
export function openStore(env: Readonly<Record<string, string | undefined>>): Store {
  const url = env.DATABASE_URL?.trim()
  return withSchema(url ? new PostgresStore(url) : new EmbeddedStore(env.DATA_DIR?.trim() || null))
}

/**
 * A store whose schema is brought up to date before anything is asked. After a failure this is checked again: the database may be another
 * one.
 */
export function withSchema(store: Store): Store {
  let ready: Promise<void> | null = null
  const prepared = async <T>(ask: () => Promise<T>): Promise<T> => {
    try {
      ready ??= migrate(store)
      await ready
      return await ask()
    } catch (error) {
      ready = null
      throw error
    }
  }
  return {
    kept: store.kept,
    rows: storable((statement, values) => prepared(() => store.rows(statement, values))),
    together: (work) => prepared(() => store.together((rows) => work(storable(rows)))),
    lead: async () => {
      const lead = await prepared(() => store.lead())
      return lead && { ...lead, together: (work) => lead.together((rows) => work(storable(rows))) }
    },
    close: () => store.close(),
  }
}

/**
 * What a client asks with may be any text, and not every text can stand in a database: PostgreSQL takes no NUL, and half of a
 * letter is no UTF-8. A search for such a text finds nothing, as with any other that is not there. No such text is written.
 */
function storable(rows: StatementRunner): StatementRunner {
  return async (statement, values = []) => {
    if (values.every(isStorable)) return rows(statement, values)
    if (/^\s*SELECT\b/i.test(statement)) return []
    throw new CodedError('invalid', 'A text has a letter that cannot be kept: a NUL, or a half of a pair.')
  }
}

function isStorable(value: StoredValue): boolean {
  return typeof value !== 'string' || !(value.includes('\0') || /\p{Surrogate}/u.test(value))
}
