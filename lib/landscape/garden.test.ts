import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Garden } from '@/lib/garden'
import { isRead } from './garden'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

/** Of a landscape that is read after so many milliseconds. */
function garden(shoots: { read: number; of?: number }, after: number): Garden {
  const resources = [{ name: 'Shoots', state: 'reading', ...shoots }]
  let state = 'reading'
  const done = new Promise<void>((resolve) => {
    setTimeout(() => {
      state = 'live'
      resolve()
    }, after)
  })
  return { ready: () => done, status: () => ({ state, resources }) } as unknown as Garden
}

it.each([
  ['that is read soon is waited for', { read: 0, of: 20_000 }, 2000, true],
  ['of which it is not known how many objects there are is waited for', { read: 500 }, 2000, true],
  ['that takes long is not waited for longer than three seconds', { read: 0, of: 20_000 }, 4000, false],
  ['of which many objects are left is not waited for', { read: 79_999, of: 100_000 }, 1, false],
] as const)('a landscape %s', async (_, shoots, after, expected) => {
  const answer = isRead(garden(shoots, after))
  const isEarly = shoots.read > 1000
  await vi.advanceTimersByTimeAsync(isEarly ? 0 : 3200)
  expect(await answer).toBe(expected)
})

it('of a landscape that says it is ready while it is still being read, tells at once that it is not', async () => {
  const reading = garden({ read: 0, of: 20_000 }, 4000)
  expect(await isRead({ ...reading, ready: async () => {} })).toBe(false)
})
