import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { JournalEntry } from '@/lib/contract/apply'
import { log } from '@/lib/process/log'
import { openStore, type Store } from '@/lib/store'
import { NOTICED } from '@/lib/store/postgres'
import { describeEachStore, type Place } from '@/lib/store/testdata/kinds'
import { journalProblemText } from '@/lib/words/journal'
import { Journal, type JournalQuestion, TRIED_AGAIN } from './journal'

const entry = (id: string, at = '2026-11-21T18:00:00Z', profile = 'aws'): JournalEntry => ({
  kind: 'profile',
  id,
  at,
  who: 'ada',
  profile: profile.includes('/')
    ? { kind: 'NamespacedCloudProfile', namespace: profile.split('/')[0] ?? '', name: profile.split('/')[1] ?? '' }
    : { kind: 'CloudProfile', name: profile },
  base: '1',
  resourceVersion: '2',
  edits: [{ kind: 'expire', image: null, version: '1.34.6', expirationDate: '2026-12-24T00:00:00Z' }],
  inverse: [{ kind: 'restore', image: null, version: '1.34.6', life: {} }],
  effect: {
    clusters: 3,
    changes: {
      stuck: 0,
      stuckSooner: 0,
      stuckLater: 0,
      unforced: 0,
      freed: 0,
      forced: 1,
      earlier: 0,
      later: 0,
      target: 0,
      auto: 0,
    },
  },
})

const ids = async (journal: Journal, question?: JournalQuestion) =>
  (await journal.read(question)).entries.map(({ id }) => id)

const intent = (id: string, at?: string, profile?: string) => ({
  entry: { ...entry(id, at, profile), resourceVersion: '1' },
  parts: [{ path: ['spec', 'a'], value: 1 }],
})

const standings = async (journal: Journal, question?: JournalQuestion) =>
  (await journal.read(question)).begun.map(({ entry: { id }, standing }) => [id, standing])

/** A process that keeps one entry after the other and says each as soon as it is written. */
const keeping = `
  const { theJournal } = await import('@/lib/apply/journal')
  const entry = JSON.parse(process.argv[1])
  for (let i = 0; ; i++) if (await theJournal().keep({ ...entry, id: String(i) })) process.stdout.write(i + '\\n')`

describeEachStore('the journal', (kind) => {
  let running: Awaited<ReturnType<typeof kind.start>>
  let place: Place
  let folder: string
  let store: Store
  let said: string[]
  const opened: Store[] = []
  const another = () => {
    const more = openStore(place.env)
    opened.push(more)
    return new Journal(more)
  }
  beforeAll(async () => {
    running = await kind.start()
  })
  afterAll(() => running?.stop())
  beforeEach(async () => {
    said = []
    for (const level of ['error', 'info'] as const) {
      vi.spyOn(log, level).mockImplementation((...told: unknown[]) => {
        for (const one of told) said.push(typeof one === 'string' ? one : JSON.stringify(one))
      })
    }
    place = await running.place()
    store = openStore(place.env)
    opened.push(store)
    folder = await mkdtemp(join(tmpdir(), 'almanac-journal-'))
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    await Promise.all(opened.splice(0).map((one) => one.close()))
    await place.remove()
    await rm(folder, { recursive: true })
  })

  it('is empty before anything was applied, and then the same for every process', async () => {
    expect(await another().read()).toEqual({ entries: [], begun: [], unreadable: 0, problems: [] })
    expect(await another().keep(entry('a'))).toBe(true)
    expect(await another().keep(entry('b'))).toBe(true)
    expect(await another().read()).toEqual({
      entries: [entry('b'), entry('a')],
      begun: [],
      unreadable: 0,
      problems: [],
    })
  })

  it('keeps the order of entries that come at once', async () => {
    const journal = another()
    await Promise.all(['a', 'b', 'c'].map((id) => journal.keep(entry(id))))
    expect(await ids(another())).toEqual(['c', 'b', 'a'])
  })

  it('keeps an entry once, however often it is written', async () => {
    await another().keep(entry('a'))
    await another().keep(entry('a'))
    expect(await ids(another())).toEqual(['a'])
  })

  it('counts what cannot be read, as a newer Almanac may have written it', async () => {
    await another().keep(entry('a'))
    const other = { ...entry('b'), novelty: true }
    for (const [i, text] of [JSON.stringify(other), '{"id": 1}', 'null', '{'].entries()) {
      await store.rows('INSERT INTO journal VALUES ($1, $2, $3, $4, $5, $6, $7)', [
        `x${i}`,
        i,
        '',
        null,
        null,
        null,
        text,
      ])
    }
    expect(await another().read()).toEqual({ entries: [entry('a')], begun: [], unreadable: 4, problems: [] })
  })

  it('tells only what concerns objects that somebody sees, also where these are few', async () => {
    const journal = another()
    await journal.keep(entry('old', undefined, 'garden-dev/own'))
    await store.together(async (rows) => {
      for (let i = 0; i < 1200; i++) {
        const text = i % 2 === 0 ? JSON.stringify(entry(`n${i}`)) : '{'
        await rows('INSERT INTO journal VALUES ($1, $2, $3, $4, $5, $6, $7)', [
          ...[`n${i}`, 9e15 + i, '', 'CloudProfile', null, 'aws', text],
        ])
      }
    })
    const sees: JournalQuestion['sees'] = (object) => object?.namespace === 'garden-dev'
    expect(await journal.read({ sees })).toMatchObject({ entries: [{ id: 'old' }], unreadable: 0 })
    expect(await ids(journal, { sees: (object) => object?.name === 'gcp' })).toEqual([])
    expect(await ids(journal, { most: 2 })).toEqual(['n1198', 'n1196'])
    expect((await journal.read()).entries).toHaveLength(500)
  })

  it('has what was begun until its outcome takes its place', async () => {
    const journal = another()
    expect(await journal.begin(intent('a'))).toBe(true)
    expect(await journal.begin(intent('b'))).toBe(true)
    const [last] = (await another().read()).begun
    expect(last).toMatchObject({ ...intent('b'), standing: 'open' })
    await journal.keep(entry('a'))
    await journal.withdraw('b')
    expect(await another().read()).toEqual({ entries: [entry('a')], begun: [], unreadable: 0, problems: [] })
  })

  it('tells what was begun only to who sees the object, and counts what it cannot read', async () => {
    await another().begin(intent('a'))
    const cells = ['x', 'CloudProfile', null, 'aws', 1, 1, 0, '{"novelty": true}']
    await store.rows('INSERT INTO journal_intents VALUES ($1, $2, $3, $4, $5, $6, $7, $8)', cells)
    expect(await another().read()).toMatchObject({ begun: [{ entry: { id: 'a' } }], unreadable: 1 })
    expect(await another().read({ sees: (object) => object?.name === 'gcp' })).toMatchObject({
      begun: [],
      unreadable: 0,
    })
  })

  it('knows what nobody answered, and what a process left that ended', async () => {
    const [living, other] = [another(), another()]
    await living.begin(intent('unanswered'))
    await living.leave('unanswered')
    await living.begin(intent('living'))
    await store.rows(
      'INSERT INTO journal_intents SELECT $1, kind, namespace, name, 1, alive, 0, intent FROM journal_intents WHERE id = $2',
      ['ended', 'living'],
    )
    const row = JSON.stringify(intent('ended'))
    await store.rows('UPDATE journal_intents SET intent = $1 WHERE id = $2', [row, 'ended'])
    const now = vi.spyOn(performance, 'now')
    const since = performance.now()
    const all = async (of: Journal) => Object.fromEntries(await standings(of))
    expect(await all(other)).toEqual({ unanswered: 'unanswered', living: 'open', ended: 'open' })
    // A process that lives says so in between; clocks of machines need not agree.
    await store.rows('UPDATE journal_intents SET alive = alive + 1 WHERE id = $1', ['living'])
    now.mockReturnValue(since + 15_000)
    expect(await all(other)).toEqual({ unanswered: 'unanswered', living: 'open', ended: 'ended' })
    expect(await all(living), 'who never looked before has heard nothing yet').toMatchObject({ ended: 'open' })
    await store.rows('UPDATE journal_intents SET alive = 1 WHERE id = $1', ['ended'])
    expect(await all(another()), 'but so long ago is over').toMatchObject({ ended: 'ended' })
  })

  it('loses no entry that was written when the process is killed', { tags: 'processes' }, async () => {
    const node = ['--import', 'tsx', '--input-type=module', '-e', keeping, JSON.stringify(entry('x'))]
    const child = spawn(process.execPath, node, {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, ...place.env },
    })
    let written = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      written += text
      if (written.length > 60) child.kill('SIGKILL')
    })
    await once(child, 'close')
    const { entries, unreadable } = await another().read()
    expect(entries.length).toBeGreaterThanOrEqual(written.trim().split('\n').length)
    expect(unreadable).toBe(0)
  })

  if (kind.name === 'a file') {
    it('tells what it could not write, and writes it once that can be done', async () => {
      await writeFile(join(folder, 'data'), 'no folder')
      const blocked = openStore({ DATA_DIR: join(folder, 'data') })
      opened.push(blocked)
      const journal = new Journal(blocked)
      expect(await journal.begin(intent('a')), 'edits do not wait for it').toBe(false)
      expect(await journal.keep(entry('a'))).toBe(false)
      expect(await journal.keep(entry('b', '2026-11-22T18:00:00Z'))).toBe(false)
      expect(said.join('\n')).toContain(JSON.stringify(entry('a')))
      const { entries, problems } = await journal.read()
      expect(entries.map(({ id }) => id)).toEqual(['b', 'a'])
      expect(journalProblemText(problems)).toContain(
        'The last 2 edits could not be written down yet: almanac.db in DATA_DIR cannot be opened (ENOTDIR).',
      )
      const sees: JournalQuestion['sees'] = (object) => object?.name === 'gcp'
      expect(await ids(journal, { sees }), 'nor is it told to who may not see it').toEqual([])
      await rm(join(folder, 'data'))
      expect(await journal.read()).toMatchObject({ entries: [{ id: 'b' }, { id: 'a' }], problems: [] })
      expect(await ids(new Journal(blocked))).toEqual(['b', 'a'])
    })
  }

  if (kind.name === 'PostgreSQL') {
    it('goes on without its server, and writes by itself what happened meanwhile', { tags: 'processes' }, async () => {
      const journal = another()
      await journal.keep(entry('before'))
      await journal.begin(intent('meanwhile'))
      await journal.begin(intent('nothing'))
      await place.server?.kill()
      expect(await journal.begin(intent('later')), 'edits do not wait for it').toBe(false)
      expect(await journal.withdraw('nothing')).toBe(false)
      expect(await journal.keep(entry('meanwhile', '2026-11-22T18:00:00Z'))).toBe(false)
      const { entries, problems } = await journal.read()
      expect(entries).toEqual([entry('meanwhile', '2026-11-22T18:00:00Z')])
      expect(journalProblemText(problems)).toMatch(
        /^The last edit could not be written down yet: The database does not answer.* The journal cannot be read: The database does not answer/,
      )
      await place.server?.start()
      await vi.waitFor(() => expect(said).toContain('Everything is written into the journal now'), { timeout: 50_000 })
      expect(await another().read()).toMatchObject({
        entries: [{ id: 'meanwhile' }, { id: 'before' }],
        begun: [],
        problems: [],
      })
    })
  }
})

it('what waits is written within 10 s of the return of a database, however long it was away', () => {
  expect(TRIED_AGAIN + NOTICED).toBeLessThan(10_000)
})

it('the journal of a process tells the newest first, and keeps 500', async () => {
  const store = openStore({})
  const journal = new Journal(store)
  for (let i = 0; i < 503; i++) await journal.keep(entry(String(i)))
  const all = await ids(journal)
  expect([all.length, all[0], all.at(-1)]).toEqual([500, '502', '3'])
  expect(await store.rows('SELECT count(*) AS count FROM journal')).toEqual([{ count: 500 }])
})
