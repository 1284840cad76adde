import { expect, it, vi } from 'vitest'
import { handle } from './handle'

vi.mock('server-only', () => ({}))

it('answers a route whose path has no parts that vary: its handler is given none', async () => {
  const params: Promise<never> = Promise.resolve(undefined as never)
  const response = await handle('GET /healthz')(new Request('http://localhost/healthz'), { params })
  expect([response.status, await response.text()]).toEqual([200, 'ok\n'])
})
