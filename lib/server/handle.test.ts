import { expect, it, vi } from 'vitest'
import { handle } from './handle'

vi.mock('server-only', () => ({}))

it('answers a route whose path has no parts that vary: its handler is given none', async () => {
  const params: Promise<never> = Promise.resolve(undefined as never)
  const response = await handle('GET /healthz')(new Request('http://localhost/healthz'), { params })
  expect([response.status, await response.text()]).toEqual([200, 'ok\n'])
})

it('counts what whoever asked has left as left: nothing failed', async () => {
  const request = new Request('http://localhost/api/film', { signal: AbortSignal.abort() })
  const response = await handle('GET /api/film')(request, { params: Promise.resolve({}) })
  expect([response.status, await response.text()]).toEqual([499, ''])
})
