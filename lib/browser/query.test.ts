import { getActiveResourcesInfo } from 'node:process'
import { QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import type { movementRoute } from '@/lib/questions/overview/contract'
import { MINUTE } from '@/lib/words/time-text'
import { ask } from './fetch-json'
import { keptFor, makeQueryClient } from './query'

const timers = () => getActiveResourcesInfo().filter((name) => name === 'Timeout').length

test('on the server an answer holds nothing when its page was sent', () => {
  const before = timers()
  for (let page = 0; page < 20; page++) {
    const client = makeQueryClient()
    client.setQueryData(['garden'], 'answer')
    // As a page does that asks for something that was not prefetched.
    const observer = new QueryObserver(client, { queryKey: ['shoots'], enabled: false, gcTime: keptFor(MINUTE) })
    observer.getCurrentResult()
  }
  expect(timers() - before).toBe(0)
})

test('what was too much at once is asked for again when the server said, as long as it is shown', async () => {
  vi.useFakeTimers()
  const body = { error: { code: 'too-many', message: '30 answers are being waited for.', retryAfter: 5 } }
  const refused = () => Response.json(body, { status: 429 })
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => refused())
  const queryFn = () => ask<typeof movementRoute>('GET /api/movement', {})
  const observer = new QueryObserver(makeQueryClient(), { queryKey: ['movement'], queryFn, gcTime: 0 })
  const leave = observer.subscribe(() => {})
  await vi.advanceTimersByTimeAsync(4900)
  expect(fetched).toHaveBeenCalledTimes(1)
  expect(observer.getCurrentResult().error).toMatchObject({ code: 'too-many', message: body.error.message })
  await vi.advanceTimersByTimeAsync(200)
  expect(fetched).toHaveBeenCalledTimes(2)
  leave()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(fetched).toHaveBeenCalledTimes(2)
  vi.restoreAllMocks()
  vi.useRealTimers()
})
