import { processWide } from '@/lib/process/kept'
import { EmbeddedStore } from './embedded'
import { PostgresStore } from './postgres'
import { migrate } from './schema'
import { storable } from './storable'
import type { Store } from './store'

/** The one store of this process: PostgreSQL where `DATABASE_URL` is set, else a file in `DATA_DIR`, else in memory. */
export function theStore(): Store {
  return processWide('store', () => openStore(process.env))
}

/** Nothing is opened before the first question, and one that fails is followed by another try: a page never waits for a store. */
export function openStore(env: Readonly<Record<string, string | undefined>>): Store {
  const url = env.DATABASE_URL?.trim()
  return withSchema(url ? new PostgresStore(url) : new EmbeddedStore(env.DATA_DIR?.trim() || null))
}

/** With the schema that we know before anything is asked. After a failure it is looked at again: the database may be another one. */
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
    close: () => store.close(),
  }
}
