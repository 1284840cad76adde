import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Garden } from '@/lib/garden'
import { openGarden } from '@/lib/garden/open-garden'
import { BEAT, InMemoryHistory } from '@/lib/history'
import { recordGarden, theHistory } from './history'
import { openTheGarden } from './open-the-garden'

const born = Date.parse('2026-11-21T18:00:00Z')
let garden: Garden
let stop = () => {}

beforeEach(() => {
  garden = openGarden({ GARDEN: 'demo:2026-11-21', DEMO_SHOOTS: '20' })
})
afterEach(async () => {
  stop()
  vi.useRealTimers()
  await garden.close()
})

it('is one for the process', () => {
  openTheGarden()
  expect(theHistory()).toBe(theHistory())
})

it('holds what the garden shows from when it was read, and says since when', async () => {
  const history = new InMemoryHistory()
  expect(await history.snapshotAt(born)).toEqual({ kind: 'before', since: null })
  stop = recordGarden(Object.create(garden, { past: { value: undefined } }), history, () => born).stop
  await vi.waitUntil(() => history.state().recorded !== null)
  const { shoots, profiles } = garden.snapshot()
  expect(await history.snapshotAt(born + 500)).toMatchObject({
    kind: 'known',
    since: born,
    snapshot: { shoots, profiles },
  })
  expect(await history.snapshotAt(born - 1)).toEqual({ kind: 'before', since: born })
})

it('puts what the garden knows of its own past before the present, without a gap', async () => {
  await garden.ready()
  const now = garden.snapshot()
  const before = { ...now, projects: now.projects.slice(1) }
  const remembering = Object.create(garden, {
    past: { value: () => [{ seen: born - 86_400_000, snapshot: before }] },
  })
  const history = new InMemoryHistory()
  stop = recordGarden(remembering, history, () => born).stop
  await vi.waitUntil(() => history.state().recorded === born)
  const { projects } = before
  expect(await history.snapshotAt(born - 1)).toMatchObject({ kind: 'known', snapshot: { projects } })
  expect(await history.gaps()).toEqual([])
})

it('hears of a garden that does not change every few seconds, and not of one that does not answer', async () => {
  const history = new InMemoryHistory()
  await garden.ready()
  vi.useFakeTimers({ now: born })
  stop = recordGarden(Object.create(garden, { past: { value: undefined } }), history).stop
  await vi.advanceTimersByTimeAsync(3 * BEAT + 1)
  expect(history.state().recorded).toBe(born + 3 * BEAT)
  vi.spyOn(garden, 'status').mockReturnValue({ ...garden.status(), state: 'stale' })
  await vi.advanceTimersByTimeAsync(9 * BEAT)
  expect(history.state().recorded).toBe(born + 3 * BEAT)
  vi.restoreAllMocks()
  await vi.advanceTimersByTimeAsync(BEAT)
  expect(await history.gaps()).toEqual([{ from: born + 3 * BEAT, until: born + 13 * BEAT }])
})

it('tells when the present was recorded for the first time, which what goes before may put off', async () => {
  const history = new InMemoryHistory()
  let goOn = () => {}
  const before = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const recording = recordGarden(
    garden,
    history,
    () => born,
    () => before,
  )
  stop = recording.stop
  await garden.ready()
  await Promise.resolve()
  expect(history.state().recorded).toBeNull()
  goOn()
  await recording.begun
  expect(history.state().recorded).not.toBeNull()
  // The sixty days that the demo knows of itself are there by then.
  expect(await history.since()).toBeLessThan(born - 50 * 86_400_000)
})
