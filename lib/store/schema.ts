import { isCoded } from '@/lib/process/errors'
import { type Store, StoreError } from './store'

/** The first version of the schema that Almanac was released with; those before it stay as they are, and are not read. */
const FIRST = 7

/**
 * What makes the schema of that version, and then one migration to each version after it. What stands here was run somewhere and is never
 * changed: a change is one more migration. It must leave what the version before it reads and writes usable, as replicas are replaced one by
 * one; but for what one of them alone writes, which then only the newest may.
 */
export const migrations: readonly (readonly string[])[] = [
  [
    // `place` orders entries, as several may be of the same second; kind, namespace and name are those of the object.
    `CREATE TABLE journal (
      id TEXT PRIMARY KEY,
      place BIGINT NOT NULL,
      at TEXT NOT NULL,
      kind TEXT,
      namespace TEXT,
      name TEXT,
      entry TEXT NOT NULL
    )`,
    'CREATE INDEX journal_by_place ON journal (place)',
    // Edits that were begun; the entry of the journal takes their place. alive counts up while the process that began them waits for
    // the outcome, and is an instant of its clock; unanswered: it waited in vain.
    `CREATE TABLE journal_intents (
      id TEXT PRIMARY KEY,
      kind TEXT NOT NULL,
      namespace TEXT,
      name TEXT NOT NULL,
      begun BIGINT NOT NULL,
      alive BIGINT NOT NULL,
      unanswered INTEGER NOT NULL,
      intent TEXT NOT NULL
    )`,
    // Projects that were told of a change, or were to be: no project is told twice. change_id is a hash of the change.
    `CREATE TABLE notices (
      change_id TEXT NOT NULL,
      project TEXT NOT NULL,
      begun BIGINT NOT NULL,
      PRIMARY KEY (change_id, project)
    )`,
    // `id` is a hash of what was asked for; `revision` counts up with every change.
    `CREATE TABLE feeds (
      id TEXT PRIMARY KEY,
      revision BIGINT NOT NULL,
      changed BIGINT NOT NULL,
      told TEXT NOT NULL
    )`,
    'CREATE INDEX feeds_by_change ON feeds (changed)',
    // What was revoked stays, so that it is known whose address it was.
    `CREATE TABLE feed_addresses (
      id TEXT PRIMARY KEY,
      kind TEXT NOT NULL,
      namespace TEXT NOT NULL,
      name TEXT NOT NULL,
      made_by TEXT NOT NULL,
      made_at BIGINT NOT NULL,
      revoked_by TEXT,
      revoked_at BIGINT
    )`,
    'CREATE INDEX feed_addresses_by_scope ON feed_addresses (kind, namespace, name)',
    // Of one process at a time. alive is the last moment up to which everything that was seen is written; both instants are of its
    // clock.
    `CREATE TABLE history_runs (
      id INTEGER PRIMARY KEY,
      begun BIGINT NOT NULL,
      alive BIGINT NOT NULL
    )`,
    `CREATE TABLE history_objects (
      id INTEGER PRIMARY KEY,
      kind TEXT NOT NULL,
      namespace TEXT NOT NULL,
      name TEXT NOT NULL,
      UNIQUE (kind, namespace, name)
    )`,
    `CREATE TABLE history_contents (
      id INTEGER PRIMARY KEY,
      hash TEXT NOT NULL UNIQUE,
      body TEXT NOT NULL
    )`,
    // What a part of an object became; without content: nothing. unseen_from: it came about between that moment and seen, -1:
    // it was so when recording began. resource_version is that of the object in which it was seen; null: none is known. Neither ids nor
    // moments ever go back.
    `CREATE TABLE history_states (
      id INTEGER PRIMARY KEY,
      object INTEGER NOT NULL,
      part INTEGER NOT NULL,
      seen BIGINT NOT NULL,
      unseen_from BIGINT,
      content INTEGER,
      resource_version TEXT
    )`,
    'CREATE UNIQUE INDEX history_states_by_object ON history_states (object, part, id)',
    'CREATE INDEX history_states_by_moment ON history_states (part, seen)',
    'CREATE INDEX history_states_by_content ON history_states (content)',
  ],
]

/** The version that steps lead to. */
export function schemaVersion(steps: typeof migrations): number {
  return FIRST - 1 + steps.length
}

/**
 * Brings the schema to the version that we know, each migration in a transaction of its own; of several processes that start at
 * once, one does it. Rejects when the schema is newer, or from before the first one.
 */
export async function migrate(store: Pick<Store, 'rows' | 'together'>, steps = migrations): Promise<void> {
  if (await isMigrated(store, steps)) return
  while (!(await migrateOnce(store, steps))) {}
}

/** Whether the schema is up to date, found without writing: a database that may only be read can be read then. */
async function isMigrated({ rows }: Pick<Store, 'rows'>, steps: typeof migrations): Promise<boolean> {
  try {
    const [row] = await rows('SELECT version FROM almanac_schema')
    return Number(row?.version) === schemaVersion(steps)
  } catch (error) {
    if (isCoded(error)) throw error
    // There is no schema yet.
    return false
  }
}

/** Resolves to whether nothing is left to do. */
function migrateOnce({ together }: Pick<Store, 'together'>, steps: typeof migrations): Promise<boolean> {
  return together(async (rows) => {
    await rows('CREATE TABLE IF NOT EXISTS almanac_schema (version INTEGER NOT NULL)')
    const [row] = await rows('SELECT version FROM almanac_schema')
    const version = row === undefined ? FIRST - 1 : Number(row.version)
    const known = schemaVersion(steps)
    if (version > known)
      throw new StoreError(
        `What is remembered was written by a newer Almanac: its schema has version ${version}, this one knows ${known}. Start the newer one, or restore a backup from before the update.`,
      )
    if (row !== undefined && version < FIRST)
      throw new StoreError(
        `What is remembered was written by an Almanac from before its first release: its schema has version ${version}, the first that is read has ${FIRST}. Keep it elsewhere, and name another DATA_DIR or another database.`,
      )
    const step = steps[version - FIRST + 1]
    if (step === undefined) return true
    for (const statement of step) await rows(statement)
    await rows(
      row === undefined ? 'INSERT INTO almanac_schema VALUES ($1)' : 'UPDATE almanac_schema SET version = $1',
      [version + 1],
    )
    return false
  })
}
