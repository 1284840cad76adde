import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { askedBy, log, thisRequest } from '@/lib/process/log'
import { answered } from './handle'
import { refuse } from './respond'

const written: { level: string; facts: unknown; msg: unknown; request: object | undefined }[] = []
beforeAll(() => {
  for (const level of ['debug', 'info', 'warn', 'error'] as const) {
    vi.spyOn(log, level).mockImplementation((facts: unknown, msg?: unknown) => {
      written.push({ level, facts, msg, request: thisRequest() })
    })
  }
})
afterAll(() => vi.restoreAllMocks())
afterEach(() => written.splice(0))

const asked = (path: string, headers: Record<string, string> = {}) =>
  new Request(`http://localhost${path}`, { headers })

test('an answer has one line, with its route as a pattern, its status and who asked', async () => {
  const request = asked('/api/shoots/garden-a/secret-name?q=private', { 'x-request-id': '0123456789' })
  const response = await answered(request, 'GET /api/shoots/[namespace]/[name]', async () => {
    askedBy('alice@example.org')
    return new Response('', { status: 404 })
  })
  expect(response.status).toBe(404)
  expect(written).toEqual([
    {
      level: 'info',
      facts: { method: 'GET', route: '/api/shoots/[namespace]/[name]', status: 404, ms: expect.any(Number) },
      msg: 'answered',
      request: { request: '0123456789', user: 'alice@example.org' },
    },
  ])
  expect(JSON.stringify(written)).not.toMatch(/secret-name|private/)
})

test.each([
  ['GET /api/find', 200, 'info'],
  ['GET /api/find', 403, 'info'],
  ['GET /api/find', 503, 'warn'],
  ['GET /healthz', 200, 'debug'],
  ['GET /readyz', 503, 'warn'],
  ['GET /metrics', 200, 'debug'],
])('%s answered with %i is of level %s', async (name, status, level) => {
  await answered(asked('/'), name, async () => new Response('', { status }))
  expect(written.map((line) => line.level)).toEqual([level])
})

test('an internal error is told to the asker by the id of its line', async () => {
  const response = await answered(asked('/api/find'), 'GET /api/find', async () => refuse(new Error('broken')))
  const { error } = (await response.json()) as { error: { requestId: string } }
  expect(written.map(({ level, request }) => [level, request])).toEqual([
    ['error', { request: error.requestId }],
    ['warn', { request: error.requestId }],
  ])
})
