/** @module-tag processes */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE, SECOND } from '@/lib/engine/time'
import type { Snapshot } from '@/lib/garden/garden'
import { isCoded } from '@/lib/process/errors'
import { openStore, type Store } from '@/lib/store'
import { PostgresStore } from '@/lib/store/postgres'
import { describeEachStore, type Place } from '@/lib/store/testdata/kinds'
import { isDamaged, StoredHistory } from '.'
import { changed, contentsOf, day0, landscape, shoot, writingThrough } from './testdata/snapshots'

/** A process that records a garden, which changes every hundredth of a second from an instant on, and counts that as a second. */
const recording = `
  const { SECOND } = await import('@/lib/engine/time')
  const { changed, day0, landscape, shoot } = await import('@/lib/history/testdata/snapshots')
  const { StoredHistory } = await import('@/lib/history')
  const { openStore } = await import('@/lib/store')
  const history = new StoredHistory(openStore(process.env), {
    days: 400,
    onFailure: String,
    // What it saw while another one writes it keeps for a minute.
    clock: () => performance.now() * 20,
  })
  const begun = Number(process.argv[1])
  const now = () => Math.floor((Date.now() - begun) / 10)
  let last
  let snapshot = landscape()
  for (;;) {
    for (let i = last === undefined ? now() : last + 1; i <= now(); i++) {
      snapshot = changed(snapshot, { shoots: { api: shoot('api', { kubernetesVersion: '1.33.' + i }) } })
      history.record(snapshot, day0 + i * SECOND, last !== undefined)
      last = i
    }
    await history.settled()
    const { recorded } = history.state()
    if (recorded !== null) process.stdout.write(recorded + '\\n')
    await new Promise((done) => setTimeout(done, 3))
  }`

const api = { kind: 'Shoot', namespace: 'garden-core', name: 'api' } as const

function startRecording(env: Place['env'], begun: number) {
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', recording, String(begun)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const ended = once(child, 'close')
  return {
    /** Up to which moment it was told that all is recorded. */
    recorded: () => Number(said.split('\n').at(-2) ?? 0),
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}

describeEachStore('what was recorded', (kind) => {
  let running: Awaited<ReturnType<typeof kind.start>>
  let place: Place
  const stores: Store[] = []
  const openPlace = (env = place.env) => {
    const store = openStore(env)
    stores.push(store)
    return store
  }
  const open = (store = openPlace(), days = 400) => {
    const onFailure = (error: unknown) => (isCoded(error) || isDamaged(error) ? error.message : `untold: ${error}`)
    return new StoredHistory(store, { days, onFailure, clock: () => 0, lead: 0 })
  }
  /** Another process, after all those before are gone. */
  const openAnother = async (snapshot: Snapshot, seen: number, days = 400) => {
    await Promise.all(stores.splice(0).map((store) => store.close()))
    const history = open(openPlace(), days)
    history.record(snapshot, seen)
    await history.settled()
    return history
  }
  const shown = async (history: StoredHistory, at: number) => {
    const known = await history.snapshotAt(at)
    return known.kind === 'known' ? contentsOf(known.snapshot) : null
  }
  const versionsOf = async (history: StoredHistory) =>
    (await history.statesOf(api)).map(({ value }) => value?.kubernetesVersion)

  beforeAll(async () => {
    running = await kind.start()
  })
  afterAll(() => running?.stop())
  beforeEach(async () => {
    place = await running.place()
  })
  afterEach(async () => {
    await Promise.all(stores.splice(0).map((store) => store.close()))
    await place.remove()
  })

  const first = landscape()
  /** With more than still fits where something is kept already. */
  const second = changed(first, {
    shoots: {
      api: shoot('api', { kubernetesVersion: '1.33.2' }),
      ...Object.fromEntries(
        Array.from({ length: 200 }, (_, i) => [`more-${i}`, shoot(`more-${i}`, { creationTimestamp: day0 + i })]),
      ),
    },
  })
  const third = changed(second, { shoots: { web: null } })

  /** What is recorded stays and is told, what is new waits, and all is recorded once `mend` has come. */
  const survives = async (
    store: Store,
    spoil: () => Promise<unknown>,
    { problem, mend, isRead = true }: { problem: RegExp; mend: () => Promise<unknown>; isRead?: boolean },
  ) => {
    const history = open(store)
    history.record(first, day0)
    await history.settled()
    await spoil()
    history.record(second, day0 + MINUTE)
    await history.settled()
    history.record(third, day0 + 2 * MINUTE)
    await history.settled()
    expect(history.state()).toMatchObject({ waiting: 2, recorded: day0, problem: expect.stringMatching(problem) })
    if (isRead) {
      await expect.poll(() => shown(history, day0).catch(() => null)).toEqual(contentsOf(first))
      await expect.poll(() => shown(history, day0 + MINUTE).catch(() => null)).toEqual(contentsOf(second))
    } else await expect(history.snapshotAt(day0)).rejects.toSatisfy(isCoded)
    await mend()
    await expect
      .poll(
        async () => {
          await history.settled()
          return history.state()
        },
        { timeout: 20_000 },
      )
      .toMatchObject({ waiting: 0, recorded: day0 + 2 * MINUTE, problem: null })
    const other = open()
    for (const [i, snapshot] of [first, second, third].entries())
      expect(await shown(other, day0 + i * MINUTE)).toEqual(contentsOf(snapshot))
    expect((await other.statesOf(api)).map(({ seen, after }) => [seen, after])).toEqual([
      [day0, null],
      [day0 + MINUTE, undefined],
    ])
    expect(await other.gaps()).toEqual([])
  }

  it('stays when there is no room for more, and the rest is recorded once there is', async () => {
    const store = openPlace()
    if (kind.name === 'a file') {
      await survives(
        store,
        async () => {
          const [row] = await store.rows('PRAGMA page_count')
          await store.rows(`PRAGMA max_page_count = ${row?.page_count}`)
        },
        {
          problem: /^almanac\.db in DATA_DIR cannot be used \(SQLITE_FULL\)\.$/,
          mend: () => store.rows('PRAGMA max_page_count = 1000000'),
        },
      )
      return
    }
    const admin = openPlace()
    await survives(
      store,
      async () => {
        await admin.rows(
          `CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
           'BEGIN RAISE EXCEPTION ''No space left on device'' USING ERRCODE = ''disk_full''; END'`,
        )
        await admin.rows(
          'CREATE TRIGGER full_disk BEFORE INSERT ON history_contents FOR EACH ROW EXECUTE FUNCTION full_disk()',
        )
      },
      {
        problem: /^The database does not answer \(53100\)\.$/,
        mend: () => admin.rows('DROP FUNCTION full_disk CASCADE'),
      },
    )
  })

  it('stays when nothing may be written, and the rest is recorded once it may be', async () => {
    const store = openPlace()
    if (kind.name === 'a file') {
      await survives(store, () => store.rows('PRAGMA query_only = 1'), {
        problem: /^almanac\.db in DATA_DIR cannot be used \(SQLITE_READONLY\)\.$/,
        mend: () => store.rows('PRAGMA query_only = 0'),
      })
      return
    }
    const admin = new PostgresStore(place.server?.url() ?? '')
    stores.push(admin)
    const name = new URL(place.env.DATABASE_URL ?? '').pathname.slice(1)
    const set = async (isReadOnly: boolean) => {
      await admin.rows(`ALTER DATABASE ${name} SET default_transaction_read_only = ${isReadOnly}`)
      await admin.rows('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name])
      await sleep(50)
    }
    await survives(store, () => set(true), { problem: /^The database does not answer/, mend: () => set(false) })
  })

  it('stays when the store is away, and the rest is recorded once it is back', async () => {
    if (kind.name === 'PostgreSQL') {
      const { server } = place
      await survives(openPlace(), async () => server?.kill(), {
        problem: /^The database does not answer/,
        mend: async () => server?.start(),
        isRead: false,
      })
      return
    }
    // A folder that is not there yet: nothing was recorded in it.
    const folder = place.env.DATA_DIR ?? ''
    await writeFile(folder, '')
    const history = open()
    history.record(first, day0)
    await history.settled()
    expect(history.state()).toMatchObject({
      recorded: null,
      problem: expect.stringMatching(/^almanac\.db in DATA_DIR cannot be opened/),
    })
    await expect(history.snapshotAt(day0)).rejects.toSatisfy(isCoded)
    await rm(folder)
    history.record(second, day0 + MINUTE)
    await history.settled()
    expect(history.state()).toMatchObject({ waiting: 0, recorded: day0 + MINUTE, problem: null })
    expect(await shown(open(), day0)).toEqual(contentsOf(first))
  })

  it('is found as the difference where more happened than waits in memory', async () => {
    const store = openPlace()
    let isAway = false
    const history = open(writingThrough(store, (write) => (isAway ? Promise.reject(new Error('away')) : write())))
    history.record(first, day0)
    await history.settled()
    isAway = true
    let snapshot = first
    const last = 700
    for (let i = 1; i <= last; i++) {
      snapshot = changed(snapshot, { shoots: { api: shoot('api', { kubernetesVersion: `1.33.${i + 1}` }) } })
      history.record(snapshot, day0 + i * SECOND)
    }
    await history.settled()
    expect(history.state().waiting).toBe(500)
    isAway = false
    await history.settled()
    const states = await open().statesOf(api)
    expect(states).toHaveLength(501)
    expect(states.filter(({ after }) => after !== undefined).map(({ seen, after }) => [seen, after])).toEqual([
      [day0, null],
      // The first one that waited was being written all the time.
      [day0 + (last - 498) * SECOND, day0 + SECOND],
    ])
    expect(await shown(open(), day0 + last * SECOND)).toEqual(contentsOf(snapshot))
  })

  /** Each version that there was, and nothing else, except in gaps; up to the moment that was told at least. */
  const expectWhole = async (told: number, pauses: number) => {
    const states = await open().statesOf(api)
    const made = states.map(({ value }) => Number(value?.kubernetesVersion.slice('1.33.'.length)))
    for (const [i, { seen, after }] of states.entries()) {
      if (after !== undefined) continue
      expect(made[i]).toBe((made[i - 1] ?? 0) + 1)
      expect(seen).toBeGreaterThan(states[i - 1]?.seen ?? 0)
    }
    expect(states.filter(({ after }) => after !== undefined)).toHaveLength(1 + pauses)
    expect(made.at(-1)).toBeGreaterThanOrEqual((told - day0) / SECOND)
  }

  it('is there when the process that wrote is killed, and another one goes on after it', async () => {
    const begun = Date.now()
    let told = 0
    for (let round = 0; round < 3; round++) {
      const writer = startRecording(place.env, begun)
      while (writer.recorded() < told + 20 * SECOND) await sleep(2)
      await writer.kill()
      told = writer.recorded()
      await expectWhole(told, round)
    }
    const history = await openAnother(third, told + DAY)
    expect(await shown(history, told + DAY)).toEqual(contentsOf(third))
    expect(await history.gaps()).not.toEqual([])
  }, 60_000)

  it('is whole and there once where several processes record, and the one that writes is killed', async () => {
    const begun = Date.now()
    const writers = [startRecording(place.env, begun)]
    const told = () => Math.max(...writers.map(({ recorded }) => recorded()))
    const isTold = async (moment: number) => {
      while (told() < moment) await sleep(5)
    }
    await isTold(day0)
    writers.push(startRecording(place.env, begun), startRecording(place.env, begun))
    while (writers.some(({ recorded }) => recorded() === 0)) await sleep(5)
    await isTold(told() + 100 * SECOND)
    for (const victim of [0, 1]) {
      const before = told()
      await writers[victim]?.kill()
      await isTold(before + 300 * SECOND)
    }
    await writers[2]?.kill()
    await expectWhole(told(), 0)
  }, 60_000)

  it('is not forgotten by a clock that was wrong for some hours, which is told', async () => {
    const history = open(openPlace(), 10)
    history.record(first, day0)
    for (let i = 1; i <= 40; i++) history.record(first, day0 + i * HOUR, true)
    const year = day0 + 365 * DAY
    history.record(second, year)
    history.record(second, year + 2 * HOUR, true)
    await history.settled()
    await history.forgetOld()
    expect(await history.since()).toBe(day0)
    expect(await shown(history, day0 + HOUR)).toEqual(contentsOf(first))
    expect(history.state().problem).toBeNull()
    history.record(third, day0 + 44 * HOUR)
    await history.settled()
    await history.forgetOld()
    expect(history.state().problem).toBe(
      'The clock was ahead: until it is 2027-11-01T12:00:00.001Z, what is seen counts as of then.',
    )
    const other = await openAnother(third, day0 + 45 * HOUR, 10)
    expect(await other.since()).toBe(day0)
    expect(await versionsOf(other)).toEqual(['1.33.1', '1.33.2'])
    expect(await other.snapshotAt(day0 + 45 * HOUR)).toMatchObject({ kind: 'known', gap: { from: day0 + 40 * HOUR } })
    expect(await shown(other, year + DAY)).toEqual(contentsOf(third))
    expect(other.state().problem).toMatch(/^The clock was ahead/)
    // In earnest it is as late as that.
    other.record(third, year + 2 * DAY, true)
    await other.settled()
    await other.forgetOld()
    expect(await other.since()).toBe(year + 2 * DAY - 10 * DAY)
  })

  it('is never told as something else where it is damaged', async () => {
    const history = open()
    history.record(first, day0)
    history.record(second, day0 + MINUTE)
    await history.settled()
    await history.close()
    const store = openPlace()
    await store.rows("UPDATE history_contents SET body = replace(body, '1.33.1', '1.33.7')")
    const other = open(store)
    await expect(other.snapshotAt(day0)).rejects.toSatisfy(isDamaged)
    await expect(other.statesOf(api)).rejects.toThrow('What was recorded is damaged: it is not what was written.')
    other.record(third, day0 + HOUR)
    await other.settled()
    expect(other.state()).toMatchObject({ waiting: 1, problem: expect.stringContaining('damaged') })
    // What happens now is told all the same.
    expect(await other.since()).toBe(day0)
    await store.rows("UPDATE history_contents SET body = replace(body, '1.33.7', '1.33.1')")
    await other.settled()
    expect(other.state()).toMatchObject({ waiting: 0, problem: null })
    expect(await shown(other, day0)).toEqual(contentsOf(first))
  })

  if (kind.name === 'a file') {
    it('is told as it was, or not at all, whichever page of the file is corrupted', async () => {
      const many = changed(landscape(), {
        shoots: Object.fromEntries(
          Array.from({ length: 300 }, (_, i) => [`s${i}`, shoot(`s${i}`, { creationTimestamp: i })]),
        ),
      })
      const after = changed(many, { shoots: { s7: null, s8: shoot('s8', { hibernated: true }) } })
      const history = open()
      history.record(many, day0)
      history.record(after, day0 + MINUTE)
      await history.settled()
      await history.close()
      await Promise.all(stores.splice(0).map((store) => store.close()))
      const path = join(place.env.DATA_DIR ?? '', 'almanac.db')
      const whole = await readFile(path)
      const pages = whole.length / 4096
      const told = { as: 0, not: 0 }
      for (let page = 0; page < pages; page++) {
        const bytes = Buffer.from(whole)
        for (let i = 200; i < 3000; i += 7) bytes[page * 4096 + i] = (bytes[page * 4096 + i] ?? 0) ^ 0x15
        const folder = join(dirname(path), `page-${page}`)
        const env = { DATA_DIR: folder }
        await openPlace(env)
          .rows('SELECT 1')
          .then(() => Promise.all(stores.splice(0).map((store) => store.close())))
        await writeFile(join(folder, 'almanac.db'), bytes)
        const other = open(openPlace(env))
        for (const [at, snapshot] of [
          [day0, many],
          [day0 + MINUTE, after],
        ] as const) {
          try {
            const known = await other.snapshotAt(at)
            if (known.kind === 'known') {
              expect(contentsOf(known.snapshot)).toEqual(contentsOf(snapshot))
              told.as++
            } else told.not++
          } catch (error) {
            expect(isCoded(error) || isDamaged(error), String(error)).toBe(true)
            told.not++
          }
        }
        // Pages of today go on whatever it is.
        other.record(after, day0 + HOUR)
        await other.settled()
        expect(other.state().problem ?? '').not.toContain('untold')
      }
      expect(told.not).toBeGreaterThan(10)
    }, 60_000)
  }
})
