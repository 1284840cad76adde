import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Garden } from '@/lib/garden'
import { openGarden } from '@/lib/garden/open-garden'
import { overviewReady } from '@/lib/questions/overview/answer/garden'
import { landscapeAt, onComputed } from './current-landscape'

const begin = Date.parse('2026-11-21T18:00:00Z')
/** What is made behind an answer is there by then, on a slow machine too. */
const SOON = { timeout: 20_000 }
let garden: Garden

beforeEach(async () => {
  Reflect.deleteProperty(globalThis, Symbol.for('almanac.indexes'))
  garden = openGarden({ GARDEN: 'demo:2026-11-21', DEMO_SHOOTS: '120' })
  await garden.ready()
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: begin })
})
afterEach(async () => {
  vi.useRealTimers()
  Reflect.deleteProperty(globalThis, Symbol.for('almanac.indexes'))
  await garden.close()
})

const askedAfter = async (milliseconds: number) => {
  vi.setSystemTime(begin + milliseconds)
  return landscapeAt(garden, undefined)
}

describe('the landscape for now', () => {
  it('is told at once while it is less than a quarter of an hour old, and made anew behind that from a minute on', async () => {
    const first = await askedAfter(0)
    expect(await askedAfter(39_999)).toBe(first)
    expect(await askedAfter(899_000)).toBe(first)
    await vi.waitFor(async () => expect((await landscapeAt(garden, undefined)).at).toBe(begin + 899_000), SOON)
  })

  it('is not told when it is older than that', async () => {
    await askedAfter(0)
    expect((await askedAfter(900_000)).at).toBe(begin + 900_000)
  })

  it('is made anew every ten minutes while nobody asks, so that who asks first is told a recent one at once', async () => {
    let computed = 0
    onComputed(() => computed++)
    await askedAfter(0)
    vi.setSystemTime(begin + 600_000)
    await vi.advanceTimersByTimeAsync(40_000)
    await vi.waitFor(() => expect(computed).toBe(2), SOON)
    // On a slow machine more than ten minutes may have passed by this clock before the third one is there.
    await vi.waitFor(async () => {
      await vi.advanceTimersByTimeAsync(60_000)
      expect(computed).toBeGreaterThanOrEqual(3)
    }, SOON)
    const before = computed
    // It is told once what readers ask for first was computed of it as well.
    await vi.waitFor(
      async () => expect((await landscapeAt(garden, undefined)).at).toBeGreaterThanOrEqual(begin + 1_240_000),
      SOON,
    )
    expect(computed).toBe(before)
  })

  it('is made anew before that minute is over, while the last one is told', async () => {
    const first = await askedAfter(0)
    await overviewReady(first, 'UTC')
    await vi.advanceTimersByTimeAsync(39_000)
    expect(await landscapeAt(garden, undefined)).toBe(first)
    await vi.advanceTimersByTimeAsync(1_000)
    await vi.waitFor(async () => expect((await landscapeAt(garden, undefined)).at).toBe(begin + 40_000), SOON)
    expect((await askedAfter(99_000)).at).toBe(begin + 40_000)
  })

  it('shares the roster of the last one, also when a cluster has changed and it is not told any more', async () => {
    const first = await askedAfter(0)
    const [shoot] = first.snapshot.shoots
    if (shoot === undefined) throw new Error('The demo has clusters.')
    const snapshot = {
      ...first.snapshot,
      revision: 'changed',
      shoots: first.snapshot.shoots.toSpliced(0, 1, { ...shoot, hibernated: !shoot.hibernated }),
    }
    vi.spyOn(garden, 'snapshot').mockReturnValue(snapshot)
    const next = await askedAfter(900_000)
    expect([next.snapshot, next.at]).toEqual([snapshot, begin + 900_000])
    const members = new Set(first.roster.members)
    expect([...next.roster.members].filter((member) => !members.has(member)).map(({ shoot }) => shoot.name)).toEqual([
      shoot.name,
    ])
  })
})
