import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { EmbeddedStore } from './embedded'
import { openStore, withSchema } from './index'
import { migrate, migrations, schemaVersion } from './schema'
import type { Store } from './store'
import { describeEachStore, type Place } from './testdata/kinds'

/** A process that adds one row after the other and says each as soon as it is acknowledged. */
const appending = `
  const { openStore } = await import('@/lib/store')
  const store = openStore(process.env)
  for (let i = 0; ; i++) {
    await store.rows('INSERT INTO feeds VALUES ($1, 1, 1, $2)', [process.argv[1] + i, 'x'.repeat(500)])
    process.stdout.write(i + '\\n')
  }`

function startAppending(env: Place['env'], name: string) {
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', appending, name], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  return {
    child,
    ended: once(child, 'close'),
    /** How many rows it was told are kept. */
    acknowledged: () => said.split('\n').length - 1,
  }
}

const countOf = async (store: Store, where = '') => {
  const [row] = await store.rows(`SELECT count(*) AS count FROM feeds ${where}`)
  return row?.count
}

describeEachStore('a store', (kind) => {
  let running: Awaited<ReturnType<typeof kind.start>>
  let place: Place
  const opened: Store[] = []
  const open = (env = place.env) => {
    const store = openStore(env)
    opened.push(store)
    return store
  }
  beforeAll(async () => {
    running = await kind.start()
  })
  afterAll(() => running?.stop())
  beforeEach(async () => {
    place = await running.place()
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    await Promise.all(opened.splice(0).map((store) => store.close()))
    await place.remove()
  })

  it.each([
    ['a NUL', 'a\0b'],
    ['half of a letter', 'a\ud83d'],
  ])('finds nothing by a text that no database can hold, and keeps none: %s', async (_, text) => {
    const store = open()
    await store.rows('INSERT INTO feeds VALUES ($1, 1, 1, $2)', ['a', ''])
    await store.rows('INSERT INTO feeds VALUES ($1, 1, 1, $2)', ['a\ufffd', ''])
    expect(await store.rows('SELECT id FROM feeds WHERE id = $1', [text])).toEqual([])
    expect(await store.together((rows) => rows('SELECT id FROM feeds WHERE id = $1', [text]))).toEqual([])
    await expect(store.rows('INSERT INTO feeds VALUES ($1, 1, 1, $2)', ['b', text])).rejects.toMatchObject({
      code: 'invalid',
    })
    expect(await countOf(store)).toBe(2)
  })

  it('finds nothing by a text that is longer than any index takes', async () => {
    expect(await open().rows('SELECT id FROM feeds WHERE id = $1', ['x'.repeat(1_000_000)])).toEqual([])
  })

  it('gives back what was put in: texts, numbers beyond 32 bits, nothing', async () => {
    const store = open()
    const values = ['a', Number.MAX_SAFE_INTEGER, '2026-11-21T18:00:00Z', null, null, null, 'é "\'\\ $1 $2']
    const inserted = await store.rows('INSERT INTO journal VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id', values)
    expect(inserted).toEqual([{ id: 'a' }])
    const [row] = await open().rows('SELECT * FROM journal')
    expect(Object.values(row ?? {})).toEqual(values)
  })

  it('knows nothing of a statement that failed, and goes on', async () => {
    const store = open()
    await expect(store.rows('SELECT nothing FROM nowhere')).rejects.toThrow()
    expect(await countOf(store)).toBe(0)
  })

  it('does all of what belongs together, or nothing', async () => {
    const store = open()
    const insert = (id: string) => ['INSERT INTO feeds VALUES ($1, 1, 1, $2)', [id, '']] as const
    await store.together(async (rows) => {
      await rows(...insert('a'))
      await rows(...insert('b'))
    })
    await expect(
      store.together(async (rows) => {
        await rows(...insert('c'))
        await rows(...insert('a'))
      }),
    ).rejects.toThrow()
    await expect(
      store.together(async (rows) => {
        await rows(...insert('d'))
        throw new Error('changed my mind')
      }),
    ).rejects.toThrow('changed my mind')
    expect(await countOf(open())).toBe(2)
  })

  it('does what belongs together one after the other, however many do it', async () => {
    const stores = [open(), open(), open()]
    await stores[0]?.rows("INSERT INTO feeds VALUES ('counter', 0, 0, '')")
    const addOne = (store: Store) =>
      store.together(async (rows) => {
        const [row] = await rows("SELECT revision FROM feeds WHERE id = 'counter'")
        await sleep(1)
        await rows("UPDATE feeds SET revision = $1 WHERE id = 'counter'", [Number(row?.revision) + 1])
      })
    await Promise.all(Array.from({ length: 30 }, (_, i) => addOne(stores[i % 3] as Store)))
    expect(await open().rows('SELECT revision FROM feeds')).toEqual([{ revision: 30 }])
  })

  it('is made once by processes that start at the same time', async () => {
    const stores = Array.from({ length: 6 }, () => open())
    expect(await Promise.all(stores.map((store) => countOf(store)))).toEqual([0, 0, 0, 0, 0, 0])
    expect(await open().rows('SELECT version FROM almanac_schema')).toEqual([{ version: schemaVersion(migrations) }])
  })

  it('is brought from version to version, and a migration that fails changes nothing', async () => {
    const store = open()
    const more = [...migrations, ["INSERT INTO feeds VALUES ('one', 1, 1, '')"]]
    const wrong = [...more, ["INSERT INTO feeds VALUES ('two', 1, 1, '')", 'INSERT INTO nowhere VALUES (1)']]
    await expect(migrate(store, wrong)).rejects.toThrow()
    expect(await store.rows('SELECT version FROM almanac_schema').catch(({ message }) => message)).toContain('newer')
    await migrate(store, more).catch(() => {})
    const raw = open()
    await expect(raw.rows('SELECT 1')).rejects.toThrow(
      `What is remembered was written by a newer Almanac: its schema has version ${schemaVersion(more)}, this one knows ${schemaVersion(migrations)}.`,
    )
  })

  it('is left as it is where it is from before the first release, and what to do is said', async () => {
    const raw = open()
    await raw.rows('UPDATE almanac_schema SET version = 3')
    await raw.rows("INSERT INTO feeds VALUES ('kept', 1, 1, '')")
    await expect(countOf(open())).rejects.toThrow(
      /^What is remembered was written by an Almanac from before its first release: its schema has version 3, .* Keep it elsewhere,/,
    )
    await raw.rows(`UPDATE almanac_schema SET version = ${schemaVersion(migrations)}`)
    expect(await countOf(open())).toBe(1)
  })

  it('keeps every row that was acknowledged when processes that write are killed', { tags: 'processes' }, async () => {
    await countOf(open())
    const writers = ['a', 'b'].map((name) => startAppending(place.env, name))
    const enough = () => writers.every(({ acknowledged }) => acknowledged() >= 20)
    while (!enough()) await sleep(5)
    for (const { child } of writers) child.kill('SIGKILL')
    await Promise.all(writers.map(({ ended }) => ended))
    const store = open()
    for (const [i, { acknowledged }] of writers.entries()) {
      const kept = Number(await countOf(store, `WHERE id LIKE '${'ab'[i]}%'`))
      expect(kept - acknowledged()).toBeGreaterThanOrEqual(0)
      // One may have been done just before it could be said.
      expect(kept - acknowledged()).toBeLessThanOrEqual(1)
    }
    await store.rows("INSERT INTO feeds VALUES ('after', 1, 1, '')")
  })

  if (kind.name === 'PostgreSQL') {
    it('loses nothing when the server is killed, and goes on by itself', { tags: 'processes' }, async () => {
      const { server } = place
      const store = open()
      let acknowledged = 0
      let refused = 0
      let isEnough = false
      const writing = (async () => {
        for (let i = 0; !isEnough; i++) {
          try {
            await store.rows('INSERT INTO feeds VALUES ($1, 1, 1, $2)', [String(i), ''])
            acknowledged++
          } catch (error) {
            expect(error).toMatchObject({
              name: 'StoreError',
              message: expect.stringMatching(/^The database does not answer/),
            })
            refused++
            await sleep(20)
          }
        }
      })()
      while (acknowledged < 50) await sleep(5)
      await server?.kill()
      while (refused < 10) await sleep(5)
      await server?.start()
      const before = acknowledged
      while (acknowledged < before + 50) await sleep(5)
      isEnough = true
      await writing
      expect(Number(await countOf(store))).toBeGreaterThanOrEqual(acknowledged)
    })

    it('is asked again by itself although the clock was set back while it was away', {
      tags: 'processes',
    }, async () => {
      const { server } = place
      const store = open()
      await store.rows('SELECT 1')
      await server?.kill()
      await expect(store.rows('SELECT 1')).rejects.toMatchObject({ name: 'StoreError' })
      const day = 86_400_000
      const clock = vi.spyOn(Date, 'now').mockImplementation(() => performance.timeOrigin + performance.now() - day)
      try {
        await server?.start()
        await vi.waitFor(() => store.rows('SELECT 1'), { timeout: 60_000, interval: 50 })
      } finally {
        clock.mockRestore()
      }
    })

    it('outlives a connection that breaks while nothing is asked of it', async () => {
      const store = open()
      const admin = open()
      const broken = store.together(async (rows) => {
        const [row] = await rows('SELECT pg_backend_pid() AS pid')
        await admin.rows('SELECT pg_terminate_backend($1)', [Number(row?.pid)])
        await sleep(100)
        await rows('SELECT 1')
      })
      await expect(broken).rejects.toMatchObject({ name: 'StoreError' })
      await expect.poll(() => countOf(store).catch(() => null)).toBe(0)
    })

    it('ends what takes too long', async () => {
      const store = open()
      expect(await store.rows('SHOW statement_timeout')).toEqual([{ statement_timeout: '5s' }])
      const sleeping = store.together(async (rows) => {
        await rows('SET LOCAL statement_timeout = 50')
        await rows('SELECT pg_sleep(60)')
      })
      await expect(sleeping).rejects.toThrow('The database does not answer (57014).')
    })

    it('tells nobody where a database is', async () => {
      const store = open({ DATABASE_URL: 'postgres://ada:secret@127.0.0.1:1/almanac' })
      await expect(store.rows('SELECT 1')).rejects.toThrow(/^The database does not answer \(ECONNREFUSED\)\.$/)
    })
  }

  if (kind.name === 'a file') {
    it('is readable for nobody else, and says what is wrong with its file', async () => {
      const folder = place.env.DATA_DIR ?? ''
      await countOf(open())
      expect((await stat(join(folder, 'almanac.db'))).mode & 0o777).toBe(0o600)
      const other = join(folder, 'other')
      await mkdir(other)
      await writeFile(join(other, 'almanac.db'), 'no database '.repeat(1000))
      await expect(countOf(open({ DATA_DIR: other }))).rejects.toThrow(
        /almanac\.db in DATA_DIR cannot be .*SQLITE_NOTADB/,
      )
      await expect(countOf(open({ DATA_DIR: join(other, 'almanac.db') }))).rejects.toThrow(
        'almanac.db in DATA_DIR cannot be opened (ENOTDIR).',
      )
      await chmod(other, 0o700)
    })

    it('waits for another process without holding up its own', async () => {
      const [one, two] = [open(), open()]
      await countOf(one)
      await countOf(two)
      let ticks = 0
      const timer = setInterval(() => ticks++, 5)
      const slow = one.together(async (rows) => {
        await rows("INSERT INTO feeds VALUES ('slow', 1, 1, '')")
        await sleep(200)
      })
      await sleep(20)
      await two.rows("INSERT INTO feeds VALUES ('quick', 1, 1, '')")
      await slow
      clearInterval(timer)
      expect(ticks).toBeGreaterThan(15)
      expect(await countOf(one)).toBe(2)
    })
  }
})

it('a store without a place lasts as long as the process', async () => {
  const store = withSchema(new EmbeddedStore(null))
  await store.rows("INSERT INTO feeds VALUES ('a', 1, 1, '')")
  expect([store.kept, await countOf(store), await countOf(openStore({}))]).toEqual(['process', 1, 0])
  await store.close()
})

it('while a database is away it is asked now and then: all others are told so at once, without waiting for it', async () => {
  // No server listens there.
  const store = openStore({ DATABASE_URL: 'postgres://almanac@127.0.0.1:1/almanac' })
  const connect = vi.spyOn(pg.Pool.prototype, 'connect')
  const clock = vi.spyOn(performance, 'now')
  const asked: number[] = []
  try {
    for (const at of [0, 0, 249, 250, 700, 749, 750]) {
      clock.mockReturnValue(at)
      await expect(store.rows('SELECT 1')).rejects.toThrow('The database does not answer')
      asked.push(connect.mock.calls.length)
    }
  } finally {
    vi.restoreAllMocks()
    await store.close()
  }
  expect(asked).toEqual([1, 1, 1, 2, 2, 2, 3])
})
