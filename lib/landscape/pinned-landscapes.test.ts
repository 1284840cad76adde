import { afterAll, beforeAll, expect, it } from 'vitest'
import { MemoizedProfiles } from '@/lib/engine/course'
import { DAY, HOUR, MINUTE } from '@/lib/engine/time'
import type { Instant } from '@/lib/engine/types'
import type { Garden, Snapshot } from '@/lib/garden'
import { openGarden } from '@/lib/garden/open-garden'
import { PinnedLandscapes } from './current-landscape'

/** The demo of that day says that it was read at 18:00. */
const read = Date.parse('2026-11-21T18:00:00Z')
let garden: Garden
let snapshot: Snapshot

beforeAll(async () => {
  garden = openGarden({ GARDEN: 'demo:2026-11-21', DEMO_SHOOTS: '40' })
  await garden.ready()
  snapshot = garden.snapshot()
})

afterAll(() => garden.close())

/** As in one process, by what its clock says. */
function pinning() {
  const landscapes = new PinnedLandscapes(new MemoizedProfiles())
  return (at: Instant, now: Instant) => landscapes.at(snapshot, at, now)
}

it('a clock that is pinned ahead shows clusters moved on from now, also when the garden was read earlier', async () => {
  const landscape = await pinning()(read + 9 * DAY, read + 15 * HOUR)
  expect(landscape.foreseen?.from).toBe(read + 15 * HOUR)
  expect(landscape.foreseen?.recorded).toBe(snapshot)
  expect([...landscape.snapshot.shoots]).not.toEqual([...snapshot.shoots])
})

it('one that is pinned to what has passed shows what was read, at that hour', async () => {
  const pinned = pinning()
  for (const at of [read - 9 * DAY, read, read + 14 * HOUR, read + 15 * HOUR]) {
    const landscape = await pinned(at, read + 15 * HOUR)
    expect(landscape.at).toBe(at)
    expect(landscape.foreseen).toBeUndefined()
    expect(landscape.snapshot).toBe(snapshot)
  }
})

it('a garden that says it was read later than now is moved on from then', async () => {
  const pinned = pinning()
  expect((await pinned(read, read - 30 * DAY)).foreseen).toBeUndefined()
  expect((await pinned(read + DAY, read - 30 * DAY)).foreseen?.from).toBe(read)
})

it('what was foreseen is kept for a minute, and for as long as no window acts', async () => {
  const pinned = pinning()
  const at = read + 9 * DAY
  const now = read + 15 * HOUR
  const first = await pinned(at, now)
  expect(await pinned(at, now + 59_000)).toBe(first)
  const later = await pinned(at, now + 2 * DAY)
  expect(later).not.toBe(first)
  expect(later.foreseen?.from).toBe(now + 2 * DAY)
})

it('it is asked for by many at once, and made once', async () => {
  const pinned = pinning()
  const [one, other] = await Promise.all([pinned(read + DAY, read), pinned(read + DAY, read)])
  expect(other).toBe(one)
})

it('another landscape is looked at anew', async () => {
  const landscapes = new PinnedLandscapes(new MemoizedProfiles())
  const other = { ...snapshot, shoots: snapshot.shoots.toSpliced(0, 1) }
  expect((await landscapes.at(snapshot, read + DAY, read)).roster.members).toHaveLength(40)
  expect((await landscapes.at(other, read + DAY, read)).roster.members).toHaveLength(39)
})

it('what lay ahead is shown as it was read once it has passed', async () => {
  const pinned = pinning()
  expect((await pinned(read + MINUTE, read)).foreseen).toBeDefined()
  expect((await pinned(read + MINUTE, read + 2 * MINUTE)).foreseen).toBeUndefined()
})
