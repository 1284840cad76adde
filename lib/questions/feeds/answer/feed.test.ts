import ICAL from 'ical.js'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { shootsQuery } from '@/lib/contract/selection'
import type { Snapshot } from '@/lib/garden'
import { openGarden } from '@/lib/garden/open-garden'
import { buildLandscape, type Landscape } from '@/lib/landscape/landscape'
import { membersWhere } from '@/lib/landscape/lookup'
import { NotFound } from '@/lib/process/errors'
import { onBehalf } from '@/lib/process/on-behalf'
import { shootsView } from '@/lib/questions/clusters/answer/shoots'
import type { FilteredFeedQuery } from '../contract'
import { entriesOf } from './entries'
import { type FeedContext, type FeedSource, feedText, filteredFeed } from './feed'
import { Feeds } from './store'

const at = Date.parse('2026-11-21T18:00:00Z')
const origin = 'https://almanac.example.org'

let landscape: Landscape
beforeAll(async () => {
  const garden = openGarden({ GARDEN: 'demo:2026-11-21', DEMO_SHOOTS: '120' })
  await garden.ready()
  landscape = await buildLandscape(garden.snapshot(), at)
})

const all = () => membersWhere(landscape, () => true)
const everything = (): FeedSource => ({ key: 'all', title: 'all', positions: () => all() })

function context(rest: Partial<FeedContext> = {}): FeedContext {
  return { landscape, query: {}, sight: '', origin, store: new Feeds(null), now: at, ...rest }
}

/** The entries as a reader of another project has them. */
function read(text: string) {
  return new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component)
    return {
      uid: event.uid,
      sequence: event.sequence,
      begin: event.startDate.toJSDate().getTime(),
      summary: event.summary,
      description: event.description,
      status: component.getFirstPropertyValue('status'),
      kind: component.getFirstProperty('categories')?.getValues()[0],
      alarms: component.getAllSubcomponents('valarm').length,
    }
  })
}

describe('a feed', () => {
  it('has an entry for every window that forces or fails, and with auto for automatic updates too', async () => {
    const late = read(await feedText(everything(), context()))
    expect(late.length).toBeGreaterThan(50)
    expect(new Set(late.map(({ kind }) => kind))).toEqual(new Set(['forced', 'fails']))
    const all = read(await feedText(everything(), context({ query: { auto: '1', alarm: 'P1D' } })))
    expect(new Set(all.map(({ kind }) => kind))).toEqual(new Set(['forced', 'fails', 'auto-update']))
    expect(all.every(({ alarms }) => alarms === 1)).toBe(true)
    const uids = new Set(all.map(({ uid }) => uid))
    expect(uids.size).toBe(all.length)
    expect(late.every(({ uid }) => uids.has(uid))).toBe(true)
  })

  it('is the text that it was while nothing changes', async () => {
    const store = new Feeds(null)
    const first = await feedText(everything(), context({ store }))
    expect(await feedText(everything(), context({ store, now: at + 3_600_000 }))).toBe(first)
  })

  it('moves an entry when the expiry that forces it moves', async () => {
    const store = new Feeds(null)
    const before = read(await feedText(everything(), context({ store })))
    const forced = before.find(({ kind, begin }) => kind === 'forced' && begin > at + 20 * 86_400_000)
    const [namespace, name, , version] = forced?.uid.split('@')[0]?.split('/') ?? []
    const shoot = [...landscape.snapshot.shoots].find((one) => one.namespace === namespace && one.name === name)
    expect(shoot?.kubernetesVersion).toBe(version)
    const later = await buildLandscape(
      withLaterExpiries(landscape.snapshot, shoot?.profile.name ?? '', version ?? ''),
      at,
    )
    const now = at + 60_000
    const after = read(await feedText(everything(), context({ store, landscape: later, now })))
    const moved = after.find(({ uid }) => uid === forced?.uid)
    expect(moved).toMatchObject({ status: 'CONFIRMED', summary: forced?.summary })
    expect((moved?.begin ?? 0) - (forced?.begin ?? 0)).toBe(7 * 86_400_000)
    expect(moved?.sequence).toBeGreaterThan(forced?.sequence ?? 0)
  })

  it('cancels the entries of a cluster that was deleted, also for whoever asks for that cluster only', async () => {
    const store = new Feeds(null)
    const position = [...landscape.forecasts].findIndex(({ nextForced }) => nextForced !== null && nextForced.from > at)
    const own: FeedSource = { key: 'one', title: 'one', positions: () => [position] }
    const before = read(await feedText(own, context({ store })))
    const gone: FeedSource = {
      ...own,
      positions: () => {
        throw new NotFound('The cluster')
      },
    }
    const after = read(await feedText(gone, context({ store, now: at + 60_000 })))
    expect(after.map(({ uid, status }) => [uid, status])).toEqual(before.map(({ uid }) => [uid, 'CANCELLED']))
    await expect(feedText(gone, context())).rejects.toThrow('The cluster')
  })

  it('stands alone with a pinned clock', async () => {
    const store = new Feeds(null)
    await feedText(everything(), context({ store, query: { at: '2026-11-21T18:00:00Z' } }))
    expect(await store.read('all')).toEqual({ entries: [], revision: 0 })
  })

  it('ends when the asker has left', async () => {
    // What was computed before, by another clock, is over.
    await new Promise(setImmediate)
    let now = performance.now()
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 1000))
    const asked = onBehalf({ signal: AbortSignal.abort(new Error('left')) }, () =>
      entriesOf(landscape, all(), () => true),
    )
    await expect(asked).rejects.toThrow('left')
    clock.mockRestore()
  })

  it('says so where it has no room for all', async () => {
    const { entries, total } = await entriesOf(landscape, all(), () => true, 10)
    expect(entries).toHaveLength(10)
    expect(total).toBeGreaterThan(10)
    expect(entries.map(({ begin }) => begin)).toEqual(entries.map(({ begin }) => begin).sort((a, b) => a - b))
  })

  it('has what filters leave: by cluster, and by what is ahead', async () => {
    const wide = read(await feedText(filteredFeed(landscape, { project: ['payments'] }), context()))
    const soon = read(
      await feedText(filteredFeed(landscape, { project: ['payments'], event: ['forced'], within: '30' }), context()),
    )
    expect(wide.every(({ uid }) => uid.startsWith('garden-payments/'))).toBe(true)
    expect(soon.length).toBeGreaterThan(0)
    expect(soon).toEqual(wide.filter(({ kind, begin }) => kind === 'forced' && begin <= at + 30 * 86_400_000))
  })

  it.each<FilteredFeedQuery>([
    { 'not.project': ['payments', 'media'], window: ['21', '22'] },
    { event: ['fails'], 'not.cause': ['image-kubelet < 1.33'], 'not.region': ['eu-west-1'] },
    { cause: ['no-version'], autoUpdate: ['image'] },
  ])('has the clusters that the table has for the same filters: %j', async (query) => {
    const told = read(await feedText(filteredFeed(landscape, query), context()))
    const { items } = await shootsView(landscape, shootsQuery.parse({ ...query, limit: 500 }))
    const listed = new Set(items.map(({ namespace, name }) => `${namespace}/${name}`))
    expect(told.length).toBeGreaterThan(0)
    for (const { uid } of told) expect(listed).toContain(uid.split('/').slice(0, 2).join('/'))
    const late = items.filter(({ nextForced, asked }) => ((query.event ?? query.cause) ? asked : nextForced) !== null)
    expect(new Set(told.map(({ uid }) => uid.split('/')[1])).size).toBe(new Set(late.map(({ name }) => name)).size)
  })
})

/** As if an operator gave a version of Kubernetes a week more. */
function withLaterExpiries(snapshot: Snapshot, profileName: string, version: string): Snapshot {
  const week = 7 * 86_400_000
  const profiles = new Map(
    [...snapshot.profiles].map(([key, entry]) => {
      const kubernetes = entry.profile.kubernetes.map((one) =>
        one.version === version && 'expirationDate' in one && one.expirationDate !== undefined
          ? { ...one, expirationDate: one.expirationDate + week }
          : one,
      )
      return [key, key === profileName ? { ...entry, profile: { ...entry.profile, kubernetes } } : entry] as const
    }),
  )
  return { ...snapshot, revision: 'later', profiles }
}
