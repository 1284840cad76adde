import { afterEach, expect, test, vi } from 'vitest'
import { forScrapersOnly } from './metrics'

afterEach(() => vi.unstubAllEnvs())

test.each<[string, Record<string, string>, string | null, number]>([
  ['one port for all, and nobody signs in', {}, null, 200],
  ['people sign in', { AUTH: 'oidc' }, null, 404],
  ['people sign in, at the port for it', { AUTH: 'oidc', METRICS_PORT: '9090' }, 'metrics', 200],
  ['a port for it, asked at the other', { METRICS_PORT: '9090' }, null, 404],
  ['a port for it, asked there', { METRICS_PORT: '9090' }, 'metrics', 200],
])('tells figures: %s', async (_, env, listener, status) => {
  for (const [name, value] of Object.entries({ AUTH: '', METRICS_PORT: '', ...env })) vi.stubEnv(name, value)
  const headers = listener === null ? {} : { 'x-almanac-listener': listener }
  const get = forScrapersOnly(async () => new Response('almanac_clusters 7'))
  expect((await get(new Request('http://localhost/metrics', { headers }))).status).toBe(status)
})
