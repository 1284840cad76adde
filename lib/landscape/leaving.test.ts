import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { onWire } from '@/lib/contract/dates'
import { MemoizedProfiles } from '@/lib/engine/course'
import { DAY } from '@/lib/engine/time'
import type { Garden } from '@/lib/garden'
import { openGarden } from '@/lib/garden/open-garden'
import { InMemoryHistory, type ShootStates } from '@/lib/history'
import { Jobs } from '@/lib/process/jobs'
import { onBehalf } from '@/lib/process/on-behalf'
import { PinnedLandscapes } from './current-landscape'
import { buildLandscape } from './landscape'
import { recordOfVersion } from './promotion-evidence'

/** What takes long ends when its asker has left. Each look at the clock takes so long here that every slice is over at once. */
let garden: Garden

beforeAll(async () => {
  let now = performance.now()
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 100
    return now
  })
  garden = openGarden({ GARDEN: 'demo:2026-11-21', DEMO_SHOOTS: '200' })
  await garden.ready()
})
afterAll(async () => {
  vi.restoreAllMocks()
  await garden.close()
})

/** A history that says how many clusters were read of it, and lets its reader leave after so many. */
class CountedHistory extends InMemoryHistory {
  read = 0

  constructor(private readonly onRead: (read: number) => void) {
    super()
  }

  override async *shootsSince(
    ...asked: Parameters<InMemoryHistory['shootsSince']>
  ): AsyncGenerator<readonly ShootStates[]> {
    for await (const some of super.shootsSince(...asked)) {
      this.read += some.length
      this.onRead(this.read)
      yield some
    }
  }
}

async function readWith(leaveAfter: number) {
  const leaving = new AbortController()
  const history = new CountedHistory((read) => {
    if (read === leaveAfter) leaving.abort()
  })
  const snapshot = garden.snapshot()
  history.record(snapshot, snapshot.observedAt - 30 * DAY, true)
  const landscape = await buildLandscape(snapshot, snapshot.observedAt)
  const [entry] = [...snapshot.profiles.values()]
  const version = entry?.profile.kubernetes[0]?.version
  if (entry === undefined || version === undefined) throw new Error('There are profiles and versions.')
  const selection = { what: 'Kubernetes', version }
  const told = onBehalf({ signal: leaving.signal }, () =>
    new Jobs().ask('evidence', () => recordOfVersion(landscape, entry, selection, history)),
  )
  const outcome = await told.then(
    () => 'told' as const,
    () => 'left' as const,
  )
  for (let i = 0; i < 20; i++) await new Promise(setImmediate)
  return { outcome, read: history.read }
}

it('reads no more of the history than up to the next slice', async () => {
  const all = await readWith(0)
  expect(all.outcome).toBe('told')
  expect(all.read).toBeGreaterThan(60)
  expect(await readWith(50)).toEqual({ outcome: 'left', read: 50 })
})

it('foresees no more of the landscape, and begins anew for who asks then', async () => {
  const snapshot = garden.snapshot()
  const landscapes = new PinnedLandscapes(new MemoizedProfiles())
  const at = snapshot.observedAt + 30 * DAY
  const leaving = new AbortController()
  const told = onBehalf({ signal: leaving.signal }, () => landscapes.at(snapshot, at, snapshot.observedAt))
  await new Promise(setImmediate)
  leaving.abort()
  await expect(told).rejects.toThrow('aborted')
  expect(onWire((await landscapes.at(snapshot, at, snapshot.observedAt)).at)).toBe(onWire(at))
})
