/** For tests of what is remembered: they run on every kind of store that this machine has. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe } from 'vitest'
import { findPostgres, startPostgres } from '@/tools/postgres.mjs'
import { PostgresStore } from '../postgres'

export type Server = Awaited<ReturnType<typeof startPostgres>>
type Env = Readonly<Record<string, string>>

/** Somewhere to keep things, empty at first. */
export interface Place {
  /** What tells a process to keep things there. */
  readonly env: Env
  readonly server: Server | null
  remove(): Promise<void>
}

export interface Kind {
  readonly name: string
  readonly isThere: boolean
  start(): Promise<{ place(): Promise<Place>; stop(): Promise<void> }>
}

const embedded: Kind = {
  name: 'a file',
  isThere: true,
  start: async () => ({
    place: async () => {
      const folder = await mkdtemp(join(tmpdir(), 'almanac-store-'))
      return {
        env: { DATA_DIR: join(folder, 'data') },
        server: null,
        remove: () => rm(folder, { recursive: true, force: true }),
      }
    },
    stop: async () => {},
  }),
}

const bin = findPostgres()
if (bin === null) console.warn('No PostgreSQL on this machine: its tests are skipped.')

const postgres: Kind = {
  name: 'PostgreSQL',
  isThere: bin !== null,
  start: async () => {
    const server = await startPostgres(bin ?? '')
    let made = 0
    return {
      place: async () => {
        const database = `almanac${++made}`
        const store = new PostgresStore(server.url())
        await store.rows(`CREATE DATABASE ${database}`)
        await store.close()
        return { env: { DATABASE_URL: server.url(database) }, server, remove: async () => {} }
      },
      stop: server.stop,
    }
  },
}

/** The same tests for each kind of store; those of one that is not there are counted as skipped. */
export function describeEachStore(name: string, tests: (kind: Kind) => void): void {
  for (const kind of [embedded, postgres]) describe.skipIf(!kind.isThere)(`${name}, in ${kind.name}`, () => tests(kind))
}
