import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { openGarden } from '@/lib/garden/open-garden'
import { buildLandscape, type Landscape } from '@/lib/landscape/landscape'
import { membersWhere } from '@/lib/landscape/lookup'
import { openStore, type Store } from '@/lib/store'
import { describeEachStore, type Place } from '@/lib/store/testdata/kinds'
import { feedText } from './feed'
import { Feeds, type PublishedEntry } from './store'

const at = Date.parse('2026-11-21T18:00:00Z')

const entry = (id: string, sequence = 1): PublishedEntry => ({
  id,
  begin: at,
  end: at + 3_600_000,
  summary: id,
  description: '',
  categories: ['forced'],
  namespace: 'garden-dev',
  name: 'api',
  sequence,
  changedAt: at,
  isCancelled: false,
})

describeEachStore('what feeds told', (kind) => {
  let running: Awaited<ReturnType<typeof kind.start>>
  let place: Place
  let store: Store
  let landscape: Landscape
  const opened: Store[] = []
  const open = () => {
    const one = openStore(place.env)
    opened.push(one)
    return one
  }
  beforeAll(async () => {
    running = await kind.start()
    const garden = openGarden({ GARDEN: 'demo:2026-11-21', DEMO_SHOOTS: '120' })
    await garden.ready()
    landscape = await buildLandscape(garden.snapshot(), at)
  })
  afterAll(() => running?.stop())
  beforeEach(async () => {
    place = await running.place()
    store = open()
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    await Promise.all(opened.splice(0).map((one) => one.close()))
    await place.remove()
  })

  const text = (feeds: Feeds, now = at) =>
    feedText(
      { key: 'all', title: 'all', positions: () => membersWhere(landscape, () => true) },
      { landscape, query: {}, sight: '', origin: 'https://almanac.example.org', store: feeds, now },
    )

  it('is the same for every process, also the next', async () => {
    const first = await text(new Feeds(store))
    expect(await text(new Feeds(open()), at + 60_000)).toBe(first)
  })

  it('is the same where several processes tell something for the first time at once', async () => {
    const texts = await Promise.all([0, 1000, 2000, 3000].map((later) => text(new Feeds(open()), at + later)))
    expect(new Set(texts).size).toBe(1)
  })

  it('is told to others by whoever changed it last, and not by who knows less', async () => {
    const [one, two] = [new Feeds(store), new Feeds(open())]
    const before = await one.read('a')
    expect(await one.write('a', before, [entry('x')])).toBe(true)
    const known = await two.read('a')
    expect(known).toEqual({ entries: [entry('x')], revision: 1 })
    expect(await two.write('a', known, [entry('x', 2)])).toBe(true)
    expect(await one.write('a', { entries: [entry('x')], revision: 1 }, [entry('x', 3)])).toBe(false)
    expect(await one.read('a')).toEqual({ entries: [entry('x', 2)], revision: 2 })
  })

  it('is forgotten for the feeds that changed longest ago, from 1,000 on', async () => {
    await store.together(async (rows) => {
      for (let i = 0; i < 1000; i++) await rows('INSERT INTO feeds VALUES ($1, 1, $2, $3)', [`old${i}`, i, '[]'])
    })
    const feeds = new Feeds(store)
    await feeds.write('new', await feeds.read('new'), [entry('x')])
    expect(await store.rows("SELECT id FROM feeds WHERE id IN ('old0', 'old1')")).toEqual([{ id: 'old1' }])
    expect((await new Feeds(open()).read('new')).entries).toEqual([entry('x')])
  })

  it('counts as nothing where it cannot be read, and is told anew', async () => {
    const feeds = new Feeds(store)
    await feeds.write('a', await feeds.read('a'), [entry('x')])
    await store.rows('UPDATE feeds SET told = \'[{"id":\'')
    const next = new Feeds(open())
    const before = await next.read('a')
    expect(before).toEqual({ entries: [], revision: 1 })
    expect(await next.write('a', before, [entry('x', 9)])).toBe(true)
    expect((await new Feeds(store).read('a')).entries).toEqual([entry('x', 9)])
  })

  if (kind.name === 'PostgreSQL') {
    it('goes on from memory while the server is away, and from the server when it is back', async () => {
      const feeds = new Feeds(store)
      const first = await text(feeds)
      await place.server?.kill()
      expect(await text(feeds, at + 60_000)).toBe(first)
      expect(await feeds.write('b', await feeds.read('b'), [entry('x')])).toBe(true)
      expect((await feeds.read('b')).entries).toEqual([entry('x')])
      await place.server?.start()
      await vi.waitFor(async () => expect((await feeds.read('b')).entries).toEqual([]), { timeout: 20_000 })
      expect(await text(feeds, at + 120_000)).toBe(first)
    })
  }
})
